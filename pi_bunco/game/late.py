"""What becomes of a command whose moment has passed: a late tap, or dice that roll while the bell rings."""

from dataclasses import replace
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    CallThrow,
    CountTally,
    DiceSettled,
    DrawNames,
    EndRoundNow,
    EnterDice,
    GameCommand,
    RedoStep,
    RingBell,
    Stamp,
    UndoStep,
)
from pi_bunco.game.judge_dice import Stop, judge_throw
from pi_bunco.game.late_place import find_late_place, find_throw, keeps_results
from pi_bunco.game.lines import LateThrow, Line, Sighting
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.same_throw import list_entered_meanwhile, was_entered_elsewhere
from pi_bunco.game.seen import SeenMoment
from pi_bunco.game.throw_lines import make_missed_line
from pi_bunco.sentences import say

Fate = Literal["now", "late", "unclear", "refused"]
"""What becomes of a command: it counts now or before the table's stop, nobody can know, or it is refused."""

TAPPED_LATE = say("The round was over before these dice arrived. Were they thrown before that?")
"""Why the page asks about a late tap."""

MEANWHILE = say("Another device entered a throw just before these dice arrived. Were they another throw?")
"""Why the page asks about dice that may have been entered twice."""

_SAME_ROUND = (EndRoundNow, CountTally, CallThrow, RingBell)
_SAME_PHASE = (EnterDice, UndoStep, RedoStep, DrawNames)


class MomentPassed(Refused):
    """A command was meant for a moment that has passed, and has no place there any more."""


def judge_command(command: GameCommand, now: SeenMoment, stop: Stop | None = None) -> Fate:
    """Return what becomes of a command.

    Parameters
    ----------
    command
        The command. If it does not say which moment its sender saw, it means now.
    now
        The present moment at its table.
    stop
        When the table had to stop, for dice of a camera; ``None`` if it may still throw.

    >>> from pi_bunco.game.round_key import RoundKey
    >>> now = SeenMoment(1, RoundKey(1, 2), "playing")
    >>> [judge_command(EnterDice((1, 1, 4), seen=SeenMoment(1, RoundKey(1, at), phase)), now)
    ...  for at, phase in ((2, "playing"), (1, "playing"), (1, "rolloff"))]
    ['now', 'late', 'refused']
    >>> judge_command(RingBell(seen=SeenMoment(1, RoundKey(1, 1), "ready")), now)
    'refused'
    """
    if isinstance(command, DiceSettled):
        return _FATES[judge_throw(command.tumble, stop)]
    seen = command.seen
    if seen is None:
        return "now"
    if seen.game != now.game:
        return "refused"
    if isinstance(command, _SAME_ROUND):
        return "now" if seen.is_same_round(now) else "refused"
    if not isinstance(command, _SAME_PHASE) or seen == now:
        return "now"
    return "late" if isinstance(command, EnterDice) and seen.phase == "playing" else "refused"


_FATES: dict[str, Fate] = {"before": "late", "after": "now", "unclear": "unclear"}


def refuse_passed(seen: SeenMoment, now: SeenMoment) -> MomentPassed:
    """Return the error that refuses a command, with the moment that it was meant for."""
    if seen.game != now.game:
        return MomentPassed(
            say("That was meant for the game before this one."), say("Look at the page and tap again.")
        )
    return MomentPassed(
        say("That was meant for {moment}, which is over.", moment=seen.describe()),
        say("Look at the page and tap again."),
    )


def enter_late_throw(book: Book, command: EnterDice, stamp: Stamp) -> None:
    """Log a throw that was tapped on a page which still showed its table before the stop.

    It counts just before the stop if nobody else has entered a throw at the table meanwhile, and nothing that
    is decided changes. Otherwise the table is asked, or after the next bell the host.

    Raises
    ------
    MomentPassed
        If no throw fits there any more.
    """
    seen, table = command.seen, command.table
    assert seen is not None  # noqa: S101 - otherwise the command means now
    place = find_late_place(book, table, seen, command.dice, far=command.item is not None)
    if place is None:
        raise refuse_passed(seen, get_table_moment(book, table).seen)
    # Until a Pi has settled the round, nobody has seen a final result of its own tables.
    open_tables = list_open_tables(book) if command.item and not place.passed else ()
    entered = list_entered_meanwhile(book, command, place.throws) or was_entered_elsewhere(book, command)
    if not entered and keeps_results(book, place.line, open_tables):
        book.add(stamp.sign(replace(place.line, late=True)))
        return
    book.add(stamp.sign(make_late_question(book, command, seen.at, place.after, host=place.passed)))


def make_late_question(
    book: Book, command: EnterDice, at: RoundKey, after: int, *, host: bool = False
) -> Line:
    """Return the line that asks whether dice count.

    Parameters
    ----------
    book, command
        The book, and the dice.
    at, after
        The round in which they would count, and the event after which they would stand.
    host
        Whether the host is asked, and not the table.
    """
    missed = make_missed_line(book, command.table, after, command.dice)
    throw = find_throw(book, missed) if missed else None
    event = LateThrow(command.table, throw.thrower if throw else "", at.set, at.round, host=host)
    reason = TAPPED_LATE if command.seen != get_table_moment(book, command.table).seen else MEANWHILE
    sighting = Sighting(command.dice, (1.0,) * len(command.dice), reason, "late", after=after)
    return Line(event, sighting=sighting)


def list_open_tables(book: Book) -> tuple[int, ...]:
    """Return the tables of other Pis that have not settled the present or last round."""
    return book.far.list_unsettled(max(book.last_bell, book.last_end))[0]
