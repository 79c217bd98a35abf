"""Dice that another Pi's camera saw: they count where they were thrown, or somebody is asked."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    AssignTables,
    DiceSettled,
    DismissDoubt,
    EnterDice,
    NewGame,
    RingBell,
    SettlePi,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.seen import SeenMoment
from pi_bunco.readings import Doubt, Reading, Status
from pi_bunco.views.late_throws import list_late_throws
from tests.game.conftest import Hands, get_scores, show

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
HALL = "hall-2"


class FarCamera:
    """The camera at table 2, on another Pi. It sends no pictures."""

    def __init__(self, keeper: Keeper, hands: Hands) -> None:
        self._keeper, self._hands, self._number = keeper, hands, 0

    def look(self) -> SeenMoment:
        """Return the moment that the far Pi's copy shows now."""
        return get_table_moment(self._keeper.book, 2).seen

    def see(self, *values: int, seen: SeenMoment, reason: str = "", at_start: bool = False) -> None:
        """Send what the camera saw in a moment."""
        doubt = Doubt.COCKED if reason else None
        command = self._hands.throw(*values, reason=reason, kind=doubt, at_start=at_start, table=2)
        self.send(command, seen)

    def send(self, command: DiceSettled, seen: SeenMoment) -> None:
        """Send a command as the next item."""
        self._number += 1
        snapshot = replace(command.snapshot, jpeg=b"")
        item = ItemKey("7c1f09aa", self._number)
        self._keeper.handle(replace(command, snapshot=snapshot, seen=seen, item=item))


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round; another Pi has the second."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT))
    keeper.handle(AssignTables(HALL, (2,)))
    keeper.handle(RingBell())
    return keeper


@pytest.fixture
def camera(two: Keeper, hands: Hands) -> FarCamera:
    return FarCamera(two, hands)


def test_dice_of_this_moment_count_with_the_name_of_their_photo(two: Keeper, camera: FarCamera) -> None:
    """They score like those of a camera here. The line names the photo, which stays on the other Pi."""
    camera.see(1, 1, 4, seen=camera.look())
    line = two.book.lines[-1]
    assert (get_scores(two, 2), line.item, line.by) == ([2, 0], ItemKey("7c1f09aa", 1), "camera")
    assert line.image == f"{two.number}-{len(two.book.lines)}.jpg"


def test_late_dice_count_before_the_stop(two: Keeper, camera: FarCamera) -> None:
    """The Pi had not heard the end: its throws count in their round until it has settled that."""
    seen = camera.look()
    camera.see(1, 2, 3, seen=seen)
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "ready"
    camera.see(1, 1, 3, seen=seen)
    camera.see(2, 2, 3, seen=seen)
    assert write_line(two.book.lines[-1])["event"] == "missed"
    assert (get_scores(two, 2), show(two, 2).doubt, two.book.in_doubt) == ([3, 0], None, ())


def test_after_the_next_bell_the_host_is_asked(two: Keeper, camera: FarCamera) -> None:
    """The host has gone on without that Pi. What came then changes nothing until the host has decided."""
    seen = camera.look()
    camera.see(1, 2, 3, seen=seen)
    two.handle(EnterDice((1, 1, 1)))
    two.handle(SettlePi(HALL, two.book.last_end, host=True))
    two.handle(RingBell())
    results = two.book.game.rounds[0].tables[1].scores
    camera.see(1, 1, 4, seen=seen)
    [question] = two.read(list_late_throws)
    assert (question.table, question.dice, question.after is not None) == (2, (1, 1, 4), True)
    assert two.book.game.rounds[0].tables[1].scores == results


@pytest.mark.parametrize("phase", ["rolloff", "ready"])
def test_dice_of_another_phase_fit_nowhere(two: Keeper, camera: FarCamera, phase: str) -> None:
    """Dice of a roll-off that is decided are put before the host, who ends that with a tap."""
    seen = replace(camera.look(), phase=phase)
    camera.see(4, 5, 6, seen=seen)
    [question] = two.read(list_late_throws)
    assert (question.dice, question.after) == ((4, 5, 6), None)
    two.handle(DismissDoubt(question.seq, table=2))
    assert not two.read(list_late_throws)
    assert get_scores(two, 2) == [0, 0]


def test_dice_of_an_earlier_game_fit_nowhere(two: Keeper, camera: FarCamera) -> None:
    """A new game has begun while the Pi was away: its throws are shown, and change nothing."""
    seen = camera.look()
    two.handle(NewGame("classic", EIGHT))
    two.handle(AssignTables(HALL, (2,)))
    two.handle(RingBell())
    camera.see(1, 1, 4, seen=seen)
    assert [question.dice for question in two.read(list_late_throws)] == [(1, 1, 4)]
    assert get_scores(two, 2) == [0, 0]


def test_late_doubtful_dice_are_asked_about(two: Keeper, camera: FarCamera) -> None:
    """The table answers what they show, and they count in their round."""
    seen = camera.look()
    camera.see(1, 2, 3, seen=seen)
    two.handle(EnterDice((1, 1, 1)))
    camera.see(1, 1, 4, seen=seen, reason="One die leans.")
    doubt = show(two, 2).doubt
    assert doubt
    two.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=2))
    assert (get_scores(two, 2), show(two, 2).doubt) == ([3, 0], None)


def test_certain_dice_wait_behind_a_question(two: Keeper, camera: FarCamera) -> None:
    """A throw that comes while an earlier one is in doubt is scored after the answer, both in their round."""
    seen = camera.look()
    camera.see(1, 2, 3, seen=seen)
    two.handle(EnterDice((1, 1, 1)))
    camera.see(1, 1, 4, seen=seen, reason="One die leans.")
    camera.see(1, 4, 5, seen=seen)
    assert len(two.book.get_table_lines(2).pending) == 2
    doubt = show(two, 2).doubt
    assert doubt
    two.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=2))
    assert (get_scores(two, 2), two.book.in_doubt) == ([4, 0], ())


def test_dice_that_lay_there_at_the_start_are_asked_about(two: Keeper, camera: FarCamera) -> None:
    """After a restart in mid-throw nobody knows whether those dice were thrown in that round."""
    seen = camera.look()
    camera.see(1, 2, 3, seen=seen)
    two.handle(EnterDice((1, 1, 1)))
    camera.see(1, 1, 4, seen=seen, at_start=True)
    assert show(two, 2).doubt
    assert get_scores(two, 2) == [1, 0]


def test_empty_mat_is_answered_without_a_throw(two: Keeper, camera: FarCamera) -> None:
    """Its item gets its line, so that the Pi does not send it for ever."""
    seen = camera.look()
    two.handle(EnterDice((1, 1, 1)))
    before = two.book.next_seq
    empty = replace(Hands().throw(1, 1, 1, table=2), reading=Reading(Status.EMPTY))
    camera.send(empty, seen)
    assert [line.name for line in two.book.get_lines_from(before)] == ["pi:answer"]


@pytest.mark.parametrize("values", [(1, 1, 4), (1, 1)])
def test_dice_that_would_read_otherwise_after_a_restart_get_an_answer(
    two: Keeper, camera: FarCamera, hands: Hands, values: tuple[int, ...]
) -> None:
    """Here and on each copy the log must say the same, so such a line is never added; later throws count."""
    reason = "" if len(values) == 3 else "One is missing."
    command = hands.throw(*values, reason=reason, table=2)
    for size, taken in (((0, 0), 0.0), ((320, 240), float("inf"))):
        snapshot = replace(command.snapshot, size=size, taken=taken)
        camera.send(replace(command, snapshot=snapshot), camera.look())
        assert write_line(two.book.lines[-1])["event"] == "pi:answer"
    assert get_scores(two, 2) == [0, 0]
    camera.see(1, 1, 4, seen=camera.look())
    assert get_scores(two, 2) == [2, 0]
