"""A table that was cut off: what people tapped in on the head's page does not count again from its camera."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    DismissDoubt,
    EnterDice,
    GameCommand,
    RingBell,
    UndoStep,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.late import MEANWHILE
from pi_bunco.readings import Doubt
from pi_bunco.store import Log, Photos
from pi_bunco.views.late_throws import list_late_throws
from tests.game.conftest import Hands, get_scores, show
from tests.game.far_pi import HALL, begin, far, list_pending, look, settle


class CutOffPi:
    """The Pi of table 2, whose outbox waits until the head hears it."""

    def __init__(self, keeper: Keeper, hands: Hands) -> None:
        self._keeper, self._hands = keeper, hands
        self.outbox, self.former = "7c1f09aa", tuple[str, ...]()
        self._number = 0
        self.seen = look(keeper)

    def see(self, *values: int, after: int | None, **more: Any) -> None:
        """Send dice that its camera saw when its copy of the log had this newest throw."""
        self.send(replace(self._hands.throw(*values, table=2, **more), seen=self.seen, after=after))

    def tap(self, *values: int, after: int) -> None:
        """Send dice that people tapped in on its own page."""
        token = f"far.{self._number}"
        self.send(EnterDice(values, table=2, seen=self.seen, after=after, token=token))

    def send(self, command: GameCommand) -> None:
        """Send a command as its next item."""
        self._number += 1
        item = ItemKey(self.outbox, self._number, HALL)
        self._keeper.handle(replace(command, item=item, former=self.former))


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round; another Pi has table 2. The bell is event 2."""
    return begin(open_table())


@pytest.fixture
def pi(two: Keeper, hands: Hands) -> CutOffPi:
    return CutOffPi(two, hands)


def tap_at_head(keeper: Keeper, *values: int) -> int:
    """Tap dice in on the head's own page of table 2, and return the number of the throw."""
    keeper.handle(EnterDice(values, table=2, token=f"head.{keeper.book.next_seq}", seen=look(keeper)))
    return keeper.book.next_seq - 1


@pytest.mark.parametrize("answer", ["same", "another"])
def test_throw_that_people_have_tapped_in_is_asked_about(two: Keeper, pi: CutOffPi, answer: str) -> None:
    """Nothing counts twice silently, and nothing is dropped silently: the table says which it is."""
    tap_at_head(two, 1, 1, 4)
    pi.see(1, 1, 4, after=0)
    doubt = show(two, 2).doubt
    assert doubt
    assert (doubt.kind, doubt.reason, doubt.likely[0]) == ("lay", MEANWHILE, (1, 1, 4))
    assert get_scores(two, 2) == [2, 0]
    said = AnswerDoubt(doubt.seq, (1, 1, 4), table=2) if answer == "another" else None
    two.handle(said or DismissDoubt(doubt.seq, table=2))
    assert (get_scores(two, 2), list_pending(two)) == ([4 if said else 2, 0], [])


@pytest.mark.parametrize("reason", ["", "One die leans."])
def test_late_throw_that_people_have_tapped_in_is_asked_about(two: Keeper, pi: CutOffPi, reason: str) -> None:
    """The round is over meanwhile, and the results of the table are still open: it is asked all the same."""
    tap_at_head(two, 1, 1, 4)
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "ready"
    pi.see(1, 1, 4, after=0, reason=reason, kind=Doubt.COCKED if reason else None)
    doubt = show(two, 2).doubt
    assert doubt
    assert (doubt.kind, doubt.reason, get_scores(two, 2)) == ("lay", MEANWHILE, [2, 0])
    two.handle(DismissDoubt(doubt.seq, table=2))
    assert (get_scores(two, 2), two.book.in_doubt) == ([2, 0], ())


@pytest.mark.parametrize("way", ["camera", "tap"])
def test_late_throw_of_a_roll_off_that_people_have_tapped_in_is_asked_about(
    two: Keeper, pi: CutOffPi, way: str
) -> None:
    """Its copy still shows the round, while people throw for the roll-off that the head's page shows."""
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "rolloff"
    tap_at_head(two, 1, 1, 4)
    if way == "camera":
        pi.see(1, 1, 4, after=0)
    else:
        pi.tap(1, 1, 4, after=0)
    (question,) = list_pending(two)
    two.handle(DismissDoubt(question, table=2))
    played = two.book.game.rounds[0].tables[1]
    assert [throw.rolloff for throw in played.throws] == [True]


def test_after_the_next_bell_the_host_is_asked(two: Keeper, pi: CutOffPi) -> None:
    """Nothing of a round that is over changes without the host."""
    tap_at_head(two, 1, 1, 4)
    two.handle(EnterDice((1, 1, 1)))
    settle(two, host=True)
    two.handle(RingBell(sure=True))
    pi.see(1, 1, 4, after=0)
    assert [asked.dice for asked in list_late_throws(two.book)] == [(1, 1, 4)]
    assert two.book.game.rounds[0].tables[1].scores["Ed"] == 2


def test_each_throw_of_the_cut_is_asked_about(two: Keeper, pi: CutOffPi) -> None:
    """Nobody knows which of them were tapped in. After the cut a throw counts by itself again."""
    tap_at_head(two, 1, 1, 4)
    newest = tap_at_head(two, 1, 2, 3)
    for values in ((1, 1, 4), (1, 2, 3), (1, 1, 5)):
        pi.see(*values, after=0)
    for question in list_pending(two):
        two.handle(DismissDoubt(question, table=2))
    assert (get_scores(two, 2), list_pending(two)) == ([3, 0], [])
    pi.see(1, 1, 5, after=newest)
    assert (get_scores(two, 2), list_pending(two)) == ([5, 0], [])


def test_taps_on_its_own_page_behind_such_a_question_are_asked_about(two: Keeper, pi: CutOffPi) -> None:
    """A tap does not wait behind the question to count silently when that is answered."""
    tap_at_head(two, 1, 1, 4)
    tap_at_head(two, 1, 2, 3)
    pi.see(1, 1, 4, after=0)
    pi.tap(1, 2, 3, after=0)
    for question in list_pending(two):
        two.handle(DismissDoubt(question, table=2))
    assert (get_scores(two, 2), list_pending(two)) == ([3, 0], [])


def test_late_taps_on_its_own_page_behind_such_a_question_are_asked_about(two: Keeper, pi: CutOffPi) -> None:
    """The same holds if the round is over meanwhile."""
    tap_at_head(two, 1, 1, 4)
    tap_at_head(two, 1, 2, 3)
    two.handle(EnterDice((1, 1, 1)))
    pi.see(1, 1, 4, after=0)
    pi.tap(1, 2, 3, after=0)
    assert len(list_pending(two)) == 2
    for question in list_pending(two):
        two.handle(DismissDoubt(question, table=2))
    assert (get_scores(two, 2), list_pending(two)) == ([3, 0], [])


def test_throws_that_follow_each_other_quickly_count(two: Keeper, pi: CutOffPi) -> None:
    """Its copy does not have its own last throw yet: that one came from it, so nobody is asked."""
    pi.see(1, 1, 4, after=0)
    pi.see(1, 1, 5, after=0)
    pi.tap(2, 3, 4, after=0)  # another kind of entry of the same Pi
    for question in list_pending(two):  # taps at a table with a camera are asked about as before
        two.handle(AnswerDoubt(question, (2, 3, 4), table=2))
    pi.see(2, 2, 3, after=0)
    assert (get_scores(two, 2), list_pending(two)) == ([4, 0], [])


def test_throws_of_an_earlier_start_or_name_are_its_own(two: Keeper, pi: CutOffPi) -> None:
    """Each start of a Pi has another outbox, and a Pi that has joined again has another name."""
    pi.see(1, 1, 4, after=0)
    pi.outbox = "7c1f09ab"
    pi.see(1, 1, 5, after=0)
    two.handle(replace(Hands().throw(1, 2, 3, table=2), item=ItemKey("7c1f09ac", 1, "bar"), after=4))
    pi.former = ("bar",)
    pi.see(1, 4, 5, after=0)
    assert (get_scores(two, 2), list_pending(two)) == ([6, 0], [])


def test_answer_to_its_own_question_is_its_own_throw(two: Keeper, pi: CutOffPi) -> None:
    """The head's page answers what its camera asked, and the throw that waited behind counts: no question."""
    pi.see(1, 1, 4, after=0, reason="One die leans.", kind=Doubt.UNSURE)
    pi.see(1, 1, 5, after=0)
    (question, _) = list_pending(two)
    two.handle(AnswerDoubt(question, (1, 1, 4), table=2))
    pi.see(1, 2, 3, after=0)
    assert (get_scores(two, 2), list_pending(two)) == ([5, 0], [])


def test_throw_of_another_pi_is_asked_about(two: Keeper, pi: CutOffPi) -> None:
    """Only its own throws are known not to be this one."""
    two.handle(replace(Hands().throw(1, 1, 4, table=2), item=ItemKey("7c1f09ac", 1, "bar")))
    pi.see(1, 1, 4, after=0)
    assert (get_scores(two, 2), len(list_pending(two))) == ([2, 0], 1)


def test_tap_that_was_undone_is_no_throw(two: Keeper, pi: CutOffPi) -> None:
    """People have taken it back, so what the camera saw counts."""
    tap_at_head(two, 1, 1, 4)
    two.handle(UndoStep(two.book.next_seq - 1, table=2))
    pi.see(1, 1, 5, after=0)
    assert (get_scores(two, 2), list_pending(two)) == ([2, 0], [])


def test_older_version_does_not_say_what_it_had(two: Keeper, pi: CutOffPi) -> None:
    """Its dice count as they did: nobody knows which throws it had."""
    tap_at_head(two, 1, 1, 4)
    pi.see(1, 1, 5, after=None)
    assert (get_scores(two, 2), list_pending(two)) == ([4, 0], [])


@pytest.mark.parametrize("is_known", [True, False])
def test_newest_throw_has_another_number_on_another_head(
    tmp_path: Path, hands: Hands, *, is_known: bool
) -> None:
    """It is found by its name. If it was lost, each throw of the round may be the one that the camera saw."""
    with Log(tmp_path) as log:
        keeper = begin(Keeper(log, Photos(tmp_path)))
        keeper.handle(far(hands.throw(1, 1, 4, table=2), 1))
        newest = tap_at_head(keeper, 1, 2, 3)
        seal = log.find_seal(keeper.number, newest)
        assert seal
        of = seal.hex() if is_known else "0" * 32
        after = newest if is_known else 99
        keeper.handle(far(replace(hands.throw(1, 1, 5, table=2), after=after, of=of), 2, 1))
        assert bool(list_pending(keeper)) is not is_known
        assert get_scores(keeper, 2) == [5 if is_known else 3, 0]
