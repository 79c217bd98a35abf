"""Taps that arrive after their table has stopped: they count where they were thrown, or somebody is asked."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    DismissDoubt,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RingBell,
    UndoStep,
)
from pi_bunco.game.decide import JustEnded
from pi_bunco.game.keeper import Clock, Keeper
from pi_bunco.game.late import MomentPassed
from pi_bunco.game.line_format import write_line
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import SameThrow
from pi_bunco.game.seen import SeenMoment
from pi_bunco.rules import replay
from pi_bunco.store import Log, Photos
from tests.game.conftest import get_scores, show

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def look(keeper: Keeper, table: int = 1) -> SeenMoment:
    """Return the moment that a table's page shows now."""
    return get_table_moment(keeper.book, table).seen


@pytest.fixture
def two(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two classic tables in their first round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT))
    keeper.handle(RingBell())
    return keeper


def test_tap_in_flight_at_bunco_is_no_throw_of_rolloff(two: Keeper) -> None:
    """A throw that was tapped as the head table's bunco ended the round counts before it, with Undo."""
    tap = EnterDice((1, 1, 1), table=2, after=0, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "rolloff"
    two.handle(tap)
    line = write_line(two.book.lines[-1])
    assert (line["event"], line["after"], line["late"]) == ("missed", 1, True)
    assert (get_scores(two, 2), show(two, 2).phase) == ([21, 0], "ready")
    undo = show(two, 2).can.undo
    assert undo is not None
    two.handle(UndoStep(undo.seq, table=2))
    assert (get_scores(two, 2), show(two, 2).phase) == ([0, 0], "rolloff")


def test_late_tap_that_changes_a_result_is_asked_about(two: Keeper) -> None:
    """If the table is decided, it is asked; the next bell waits for its answer."""
    two.handle(EnterDice((1, 2, 2), table=2))
    tap = EnterDice((1, 1, 4), table=2, after=2, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    assert show(two, 2).phase == "ready"
    two.handle(tap)
    doubt = show(two, 2).doubt
    assert doubt is not None
    assert (doubt.kind, doubt.likely[0], doubt.thrower, get_scores(two, 2)) == (
        "late",
        (1, 1, 4),
        None,
        [1, 0],
    )
    with pytest.raises(Refused, match="table 2 is still in doubt"):
        two.handle(RingBell())
    two.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=2))
    assert get_scores(two, 2) == [3, 0]
    assert show(two, 2).doubt is None
    two.handle(RingBell())


def test_late_tap_after_the_next_bell_is_for_the_host(two: Keeper) -> None:
    """After the next bell the host is asked, and the throw is never one of another round."""
    two.handle(EnterDice((1, 2, 2), table=2))
    tap = EnterDice((1, 1, 1), table=2, after=2, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(RingBell())
    two.handle(tap)
    assert (show(two, 2).doubt, get_scores(two, 2), show(two, 2).course) == (None, [0, 0], ())
    (asked,) = two.book.get_table_lines(2).for_host
    line = write_line(two.book.get_line(asked))
    assert (line["event"], line["player"], line["set"], line["round"], line["host"]) == (
        "table:late_throw", "Ed", 1, 1, True)  # fmt: skip
    two.handle(EnterDice((2, 3, 4), table=2))  # the table goes on
    two.handle(InsertThrow(line["after"], (1, 1, 1), sure=True, answers=asked, table=2))
    assert two.book.get_table_lines(2).for_host == []
    assert two.book.game.rounds[0].tables[1].scores["Ed"] == 22
    two.handle(UndoStep(two.book.next_seq - 1, table=2))
    assert two.book.get_table_lines(2).for_host == [asked]
    two.handle(DismissDoubt(asked, table=2))
    assert two.book.get_table_lines(2).for_host == []


def test_late_tap_after_a_throw_of_another_page_is_asked_about(two: Keeper) -> None:
    """If another tablet has entered a throw meanwhile, nobody knows who threw, so the host is asked."""
    seen = look(two, 2)
    two.handle(EnterDice((1, 2, 2), table=2, token="a.1"))
    two.handle(EnterDice((2, 3, 4), table=2, token="a.2"))  # the turn passes to the next player
    two.handle(EnterDice((1, 1, 1)))
    two.handle(RingBell())
    two.handle(EnterDice((2, 3, 6), table=2, after=0, token="b.1", seen=seen))
    (asked,) = two.book.get_table_lines(2).for_host
    line = write_line(two.book.get_line(asked))
    assert (line["event"], line["round"], line["values"]) == ("table:late_throw", 1, [2, 3, 6])


def test_late_taps_of_one_page_keep_their_order(two: Keeper) -> None:
    """A throw that the page itself has sent before is not a throw of somebody else."""
    seen = look(two, 2)
    two.handle(EnterDice((2, 3, 4), table=2, after=0, token="a.1", seen=seen))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(EnterDice((2, 3, 6), table=2, after=0, token="a.2", seen=seen))
    line = write_line(two.book.lines[-1])
    assert (line["event"], line["dice"]) == ("missed", [2, 3, 6])


def test_late_tap_goes_on_after_restart(two: Keeper, open_table: Callable[[], Keeper]) -> None:
    """A late throw that waits for the host is in the log, so a restart does not lose it."""
    two.handle(EnterDice((1, 2, 2), table=2))
    tap = EnterDice((1, 1, 1), table=2, after=2, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(RingBell())
    two.handle(tap)
    again = open_table()
    assert again.book.get_table_lines(2).for_host == two.book.get_table_lines(2).for_host != []


def test_late_tap_at_the_head_table_is_asked_about(two: Keeper) -> None:
    """A second device at the table whose bunco has ended the round cannot add a throw silently."""
    tap = EnterDice((2, 3, 4), after=0, seen=look(two))
    two.handle(EnterDice((1, 1, 1), token="a.1"))
    with pytest.raises(SameThrow):
        two.handle(replace(tap, token="b.1"))
    two.handle(replace(tap, token="b.2", another=True))
    doubt = show(two).doubt
    assert doubt is not None
    assert get_scores(two) == [21, 0]


@pytest.mark.parametrize("command", [EndRoundNow(), CallThrow(table=2), UndoStep(2, table=2)])
def test_other_late_commands_name_their_moment(
    two: Keeper, command: EndRoundNow | CallThrow | UndoStep
) -> None:
    """What cannot be a missed throw is refused with the moment that it was meant for."""
    two.handle(EnterDice((1, 2, 2), table=2))
    late = replace(command, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(RingBell())
    with pytest.raises(MomentPassed, match="That was meant for set 1, round 1, which is over"):
        two.handle(late)


def test_late_roll_off_dice_are_refused(two: Keeper) -> None:
    """Dice of a roll-off that is over count nowhere else."""
    two.handle(EnterDice((1, 1, 1)))
    seen = look(two, 2)
    for dice in ((1, 2, 2), (2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 3)):
        two.handle(EnterDice(dice, table=2))
    assert show(two, 2).phase == "ready"
    with pytest.raises(MomentPassed, match="the roll-off of set 1, round 1"):
        two.handle(EnterDice((1, 1, 4), table=2, seen=seen))


def test_command_for_another_game_is_refused(two: Keeper) -> None:
    """A tap that was meant for the game before counts nowhere in the new one."""
    tap = EnterDice((1, 1, 4), seen=look(two))
    two.handle(NewGame("classic", EIGHT))
    two.handle(RingBell())
    with pytest.raises(MomentPassed, match="the game before this one"):
        two.handle(tap)


def test_turn_that_is_finished_takes_the_next_throw(open_table: Callable[[], Keeper]) -> None:
    """At a table that finishes its turn a tapped throw is the next throw."""
    keeper = open_table()
    keeper.handle(NewGame("casino", EIGHT))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 2, 3), table=2))
    tap = EnterDice((1, 1, 2), table=2, after=2, seen=look(keeper, 2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(tap)
    assert (keeper.book.lines[-1].name, get_scores(keeper, 2)) == ("throw", [3, 0])


def test_same_dice_from_two_devices_are_asked_about(two: Keeper) -> None:
    """Two devices tap the same throw: the second is asked, and may say that it is another one."""
    seen = look(two)
    two.handle(EnterDice((1, 1, 4), after=0, seen=seen, token="left.1"))
    second = EnterDice((1, 1, 4), after=0, seen=seen, token="right.1")
    with pytest.raises(SameThrow) as asked:
        two.handle(second)
    assert (asked.value.entered, asked.value.newest) == ((1, 1, 4), 2)
    assert get_scores(two) == [2, 0]
    two.handle(replace(second, another=True, token="right.2"))
    assert get_scores(two) == [4, 0]


def test_late_throw_scores_the_same_in_a_replay(two: Keeper) -> None:
    """Another program that replays the record gets the scores that the pages show."""
    tap = EnterDice((1, 1, 4), table=2, after=0, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(tap)
    game, error = replay(map(json.dumps, two.book.to_dicts(two.book.next_seq)))
    assert error is None
    assert game is not None
    assert game.make_result() == two.book.game.make_result()


class FakeTime:
    """A steady clock that a test sets."""

    now = 0.0


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[tuple[Keeper, FakeTime]]:
    """Return a classic table in its first round, and its clock."""
    time = FakeTime()
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path), Clock(lambda: 1_700_000_000.0, lambda: time.now))
        keeper.handle(NewGame("classic", EIGHT[:4]))
        keeper.handle(RingBell())
        yield keeper, time


@pytest.mark.parametrize(("after", "asks"), [(4.9, True), (5.1, False)])
def test_bell_by_custom_starts_no_round(timed: tuple[Keeper, FakeTime], *, after: float, asks: bool) -> None:
    """Within five seconds after the throw that ended the round the bell asks; then it rings."""
    keeper, time = timed
    keeper.handle(EnterDice((1, 1, 1)))
    ring = RingBell(seen=look(keeper))
    time.now = after
    if asks:
        with pytest.raises(JustEnded, match="A throw has just ended the round"):
            keeper.handle(ring)
        keeper.handle(replace(ring, sure=True))
    else:
        keeper.handle(ring)
    assert (show(keeper).phase, show(keeper).round) == ("playing", 2)


def test_bell_after_the_hosts_end_asks_nothing(timed: tuple[Keeper, FakeTime]) -> None:
    """If the host has ended the round, nobody rings for its end, and the bell starts the next one."""
    keeper, _ = timed
    keeper.handle(EnterDice((1, 1, 4)))
    keeper.handle(EndRoundNow())
    keeper.handle(RingBell(seen=look(keeper)))
    assert show(keeper).round == 2


def test_late_bell_starts_no_other_round(timed: tuple[Keeper, FakeTime]) -> None:
    """A ring that was meant for round 2 does not start round 3."""
    keeper, time = timed
    keeper.handle(EnterDice((1, 1, 1)))
    time.now = 60.0
    ring = RingBell(seen=look(keeper))
    keeper.handle(ring)
    keeper.handle(EnterDice((2, 2, 2)))
    time.now = 120.0
    with pytest.raises(MomentPassed, match="the time before set 1, round 2"):
        keeper.handle(ring)


def test_undo_of_the_bell_is_offered_only_while_it_works(two: Keeper) -> None:
    """Once another table has thrown, the head table offers no undo of the bell."""
    undo = show(two).can.undo
    assert undo is not None
    assert undo.what == "Undo the bell"
    two.handle(EnterDice((1, 1, 4), table=2))
    assert show(two).can.undo is None


def test_throw_of_an_earlier_round_is_not_undone_in_passing(two: Keeper) -> None:
    """After the next bell no table offers to undo its last throw, which would change a past round."""
    two.handle(EnterDice((1, 2, 2), table=2))
    two.handle(EnterDice((1, 1, 1)))
    two.handle(RingBell())
    assert show(two, 2).can.undo is None
    with pytest.raises(Refused, match="in an earlier round"):
        two.handle(UndoStep(2, table=2))


def test_doubt_between_rounds_changes_the_pages_of_all_tables(two: Keeper) -> None:
    """Each page says that table 2 is in doubt, so its answer changes each page."""
    two.handle(EnterDice((1, 2, 2), table=2))
    tap = EnterDice((1, 1, 4), table=2, after=2, seen=look(two, 2))
    two.handle(EnterDice((1, 1, 1)))
    assert two.handle(tap).tables == {1, 2}
    doubt = show(two, 2).doubt
    assert doubt is not None
    assert two.handle(DismissDoubt(doubt.seq, table=2)).tables == {1, 2}
