"""The mock host and players behave like people: they ring, throw, wait, and look before they answer."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pi_bunco.game.commands import AnswerDoubt, DismissDoubt, RingBell
from pi_bunco.stations.mock_party import HOST, MockParty, Pauses
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import DoubtView, RerollView, ThrowView

PAUSES = Pauses(ring=4, answer=3, admire=2, lie=1, give_up=5)


@dataclass(frozen=True)
class Shown:
    values: tuple[int, ...]
    readable: bool = True


@dataclass
class Mat:
    """A mat on which dice rest at once."""

    at_rest: bool = True
    thrown: list[int] = field(default_factory=list)
    look: Shown = Shown((2, 4, 6))

    def throw(self, dice: int = 3) -> int:
        self.thrown.append(dice)
        return len(self.thrown) - 1

    def get_shown(self, number: int) -> Shown:
        assert number >= 0
        return self.look


def make_party(mat: Any, thrown: int = -1) -> MockParty:
    return MockParty(mat, PAUSES, thrown)


def scored(snapshot: TableView, seq: int) -> TableView:
    thrown = ThrowView(seq, "Ann", 0, (1, 2, 3), (True, False, False), 1, "points", "+1", "+1", "",
                       None, (), "camera", corrected=False, rolloff=False, taken=None)  # fmt: skip
    return replace(snapshot, revision=snapshot.revision + 1, last=thrown)


def doubtful(snapshot: TableView, wanted: int = 3) -> TableView:
    doubt = DoubtView(9, "Glare.", None, (2, 4), (), wanted, (), 0, "Ann")
    return replace(snapshot, revision=snapshot.revision + 1, doubt=doubt)


def test_party_host_rings_after_a_pause(ready: TableView) -> None:
    """The host lets people sit down, then rings once the time has come."""
    party = make_party(Mat())
    assert party.look(ready, 0) is None
    assert party.look(ready, 3.9) is None
    assert party.look(ready, 4.0) == RingBell(by=HOST)


def test_party_throws_when_dice_rest_and_the_score_was_seen(ready: TableView) -> None:
    """Players throw once the round runs, and again when the last score has been looked at."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing", revision=2)
    party.look(playing, 0)
    party.look(playing, 2.5)
    assert mat.thrown == [3]
    after = scored(playing, 3)
    party.look(after, 4)
    party.look(after, 5)
    assert mat.thrown == [3]
    party.look(after, 6.5)
    assert mat.thrown == [3, 3]


def test_party_waits_while_dice_roll(ready: TableView) -> None:
    """Nobody grabs rolling dice, and dice lie a while before the next throw."""
    mat = Mat(at_rest=False)
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in range(10):
        party.look(playing, now)
    mat.at_rest = True
    party.look(playing, 10)
    assert mat.thrown == []
    party.look(playing, 11)
    assert mat.thrown == [3]


def test_party_throws_again_when_nothing_was_read(ready: TableView) -> None:
    """A throw that never shows on the page is given up after some seconds, as people would."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0.0, 2.0, 3.0, 4.5):
        party.look(playing, now)
    assert mat.thrown == [3]
    party.look(playing, 5.5)
    assert mat.thrown == [3, 3]


def test_party_throws_two_dice_in_a_die_off(ready: TableView) -> None:
    """In a die-off one player of each side throws one die."""
    mat = Mat()
    party = make_party(mat)
    for now in (0, 3):
        party.look(replace(ready, dice=2, phase="dieoff"), now)
    assert mat.thrown == [2]


def test_party_host_looks_and_answers(ready: TableView) -> None:
    """A doubtful throw is looked at for a while and answered with what lies there."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0, 3):
        party.look(playing, now)
    asked = doubtful(playing)
    assert party.look(asked, 4) is None
    assert party.look(asked, 7.5) == AnswerDoubt(9, (2, 4, 6), by=HOST)


@pytest.mark.parametrize("shown", [Shown((2, 4, 6), readable=False), Shown((2, 4))])
def test_party_host_lets_a_leaning_die_be_thrown_again(ready: TableView, shown: Shown) -> None:
    """What is no throw to a person is called none."""
    party = make_party(Mat(look=shown), thrown=0)
    playing = replace(ready, dice=3, phase="playing")
    party.look(playing, 0)
    party.look(playing, 3)
    asked = doubtful(playing)
    party.look(asked, 4)
    assert party.look(asked, 8) == DismissDoubt(9, by=HOST)


def test_party_throws_again_where_the_rules_say_so(ready: TableView) -> None:
    """Nobody answers what the sheet has thrown again: the player has looked at it and throws."""
    mat = Mat(look=Shown((2, 4, 6), readable=False))
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0, 3):
        party.look(playing, now)
    leans = RerollView(10, "cocked", "One die leans on another: throw again.", None, (), (2, 4, 6), "Ann")
    again = replace(playing, revision=3, again=leans)
    assert [party.look(again, now) for now in (3.5, 5.0, 5.6)] == [None, None, None]
    assert mat.thrown == [3, 3]


def test_party_host_counts_no_throw_twice(ready: TableView) -> None:
    """A doubt about dice that were scored already, such as after a nudge, is no throw."""
    party = make_party(Mat(), thrown=0)
    playing = scored(replace(ready, dice=3, phase="playing"), 3)
    party.look(playing, 0)
    asked = doubtful(playing)
    party.look(asked, 1)
    assert party.look(asked, 5) == DismissDoubt(9, by=HOST)


def test_party_host_answers_what_waited_since_before_the_start(ready: TableView) -> None:
    """After a restart the throw that waits for its answer gets it."""
    party = make_party(Mat(), 4)
    asked = doubtful(scored(replace(ready, dice=3, phase="playing"), 3))
    party.look(asked, 0)
    assert party.look(asked, 4) == AnswerDoubt(9, (2, 4, 6), by=HOST)


def test_party_in_a_hurry_lets_dice_lie_as_long() -> None:
    """Speed shortens the pauses of people, not the time that dice lie."""
    fast = PAUSES.speed_up(4)
    assert (fast.ring, fast.answer, fast.admire) == (1, 0.75, 0.5)
    assert (fast.lie, fast.give_up) == (PAUSES.lie, PAUSES.give_up)
