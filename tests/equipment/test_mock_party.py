"""The mock host and the mock players behave like people: they ring, throw, wait, and look at the dice."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pi_bunco.equipment.mock_party import HOST, MockParty, Pauses
from pi_bunco.game.commands import AnswerDoubt, DismissDoubt, RingBell
from pi_bunco.game.seen import SeenMoment
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import DoubtView, RerollView, ThrowView

PAUSES = Pauses(ring=4, answer=3, admire=2, lie=1, give_up=5)


@dataclass(frozen=True)
class FakeThrow:
    values: tuple[int, ...]
    readable: bool = True


@dataclass
class Mat:
    """A mat on which dice rest at once."""

    at_rest: bool = True
    thrown: list[int] = field(default_factory=list)
    current: FakeThrow = FakeThrow((2, 4, 6))

    def throw(self, dice: int = 3) -> int:
        self.thrown.append(dice)
        return len(self.thrown) - 1

    def get_throw(self, number: int) -> FakeThrow:
        assert number >= 0
        return self.current


def make_party(mat: Any, thrown: int = -1) -> MockParty:
    return MockParty(mat, PAUSES, thrown)


def add_score(snapshot: TableView, seq: int) -> TableView:
    thrown = ThrowView(seq, "Ann", 0, (1, 2, 3), (True, False, False), 1, "points", "+1", "+1", "",
                       None, (), "camera", corrected=False, rolloff=False, taken=None)  # fmt: skip
    return replace(snapshot, revision=snapshot.revision + 1, last=thrown)


def add_doubt(snapshot: TableView, wanted: int = 3) -> TableView:
    doubt = DoubtView(9, "Glare.", None, (2, 4), (), wanted, (), 0, "Ann")
    return replace(snapshot, revision=snapshot.revision + 1, doubt=doubt)


def test_party_host_rings_after_a_pause(ready: TableView) -> None:
    """The host gives people time to sit down, then rings."""
    party = make_party(Mat())
    assert party.choose_command(ready, 0) is None
    assert party.choose_command(ready, 3.9) is None
    assert party.choose_command(ready, 4.0) == RingBell(
        by=HOST, seen=SeenMoment.parse(ready.here.seen), sure=True
    )


def test_party_throws_again_after_a_look_at_the_score(ready: TableView) -> None:
    """Players throw after a pause when the round begins, and again after a pause for the last score."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing", revision=2)
    party.choose_command(playing, 0)
    party.choose_command(playing, 2.5)
    assert mat.thrown == [3]
    after = add_score(playing, 3)
    party.choose_command(after, 4)
    party.choose_command(after, 5)
    assert mat.thrown == [3]
    party.choose_command(after, 6.5)
    assert mat.thrown == [3, 3]


def test_party_waits_while_dice_roll(ready: TableView) -> None:
    """Players do not throw while dice roll, and let them lie for a while before the next throw."""
    mat = Mat(at_rest=False)
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in range(10):
        party.choose_command(playing, now)
    mat.at_rest = True
    party.choose_command(playing, 10)
    assert mat.thrown == []
    party.choose_command(playing, 11)
    assert mat.thrown == [3]


def test_party_throws_again_when_nothing_was_read(ready: TableView) -> None:
    """If a throw does not appear on the page, players throw again after some seconds."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0.0, 2.0, 3.0, 4.5):
        party.choose_command(playing, now)
    assert mat.thrown == [3]
    party.choose_command(playing, 5.5)
    assert mat.thrown == [3, 3]


def test_party_throws_two_dice_in_a_die_off(ready: TableView) -> None:
    """In a die-off two dice are thrown, one for each side."""
    mat = Mat()
    party = make_party(mat)
    for now in (0, 3):
        party.choose_command(replace(ready, dice=2, phase="dieoff"), now)
    assert mat.thrown == [2]


def test_party_host_looks_and_answers(ready: TableView) -> None:
    """After a pause the host answers a question with the values of the dice."""
    mat = Mat()
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0, 3):
        party.choose_command(playing, now)
    asked = add_doubt(playing)
    assert party.choose_command(asked, 4) is None
    assert party.choose_command(asked, 7.5) == AnswerDoubt(9, (2, 4, 6), by=HOST)


@pytest.mark.parametrize("throw", [FakeThrow((2, 4, 6), readable=False), FakeThrow((2, 4))])
def test_party_host_dismisses_an_unreadable_throw(ready: TableView, throw: FakeThrow) -> None:
    """If the dice are unreadable or their number is wrong, the host answers that it is no throw."""
    party = make_party(Mat(current=throw), thrown=0)
    playing = replace(ready, dice=3, phase="playing")
    party.choose_command(playing, 0)
    party.choose_command(playing, 3)
    asked = add_doubt(playing)
    party.choose_command(asked, 4)
    assert party.choose_command(asked, 8) == DismissDoubt(9, by=HOST)


def test_party_throws_again_where_the_rules_say_so(ready: TableView) -> None:
    """After a ruling the host answers nothing, and the player throws again after a pause."""
    mat = Mat(current=FakeThrow((2, 4, 6), readable=False))
    party = make_party(mat)
    playing = replace(ready, dice=3, phase="playing")
    for now in (0, 3):
        party.choose_command(playing, now)
    leans = RerollView(10, "cocked", "One die leans on another: throw again.", None, (), (2, 4, 6), "Ann")
    again = replace(playing, revision=3, again=leans)
    assert [party.choose_command(again, now) for now in (3.5, 5.0, 5.6)] == [None, None, None]
    assert mat.thrown == [3, 3]


def test_party_host_counts_no_throw_twice(ready: TableView) -> None:
    """If dice that have scored become doubtful, as after a nudge, the host answers that it is no throw."""
    party = make_party(Mat(), thrown=0)
    playing = add_score(replace(ready, dice=3, phase="playing"), 3)
    party.choose_command(playing, 0)
    asked = add_doubt(playing)
    party.choose_command(asked, 1)
    assert party.choose_command(asked, 5) == DismissDoubt(9, by=HOST)


def test_party_host_answers_a_question_from_before_the_start(ready: TableView) -> None:
    """After a restart the host answers a question that was open before."""
    party = make_party(Mat(), 4)
    asked = add_doubt(add_score(replace(ready, dice=3, phase="playing"), 3))
    party.choose_command(asked, 0)
    assert party.choose_command(asked, 4) == AnswerDoubt(9, (2, 4, 6), by=HOST)


def test_party_speed_shortens_only_the_pauses_of_people() -> None:
    """A higher speed shortens the pauses of people, not the time that dice lie."""
    fast = PAUSES.speed_up(4)
    assert (fast.ring, fast.answer, fast.admire) == (1, 0.75, 0.5)
    assert (fast.lie, fast.give_up) == (PAUSES.lie, PAUSES.give_up)
