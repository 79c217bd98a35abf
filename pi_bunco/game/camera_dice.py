"""Dice that a camera saw: they score, wait for an answer, or had no round to count in."""

from collections.abc import Sequence
from dataclasses import replace

from pi_bunco.frames import Doubt, Reading, Status
from pi_bunco.game.already_logged import lies_as_logged, partly_logged
from pi_bunco.game.book import Book
from pi_bunco.game.commands import DiceSettled
from pi_bunco.game.due import due, throw_line
from pi_bunco.game.lines import (
    RULES,
    CameraDice,
    DoubtfulDice,
    Line,
    NoThrow,
    Photo,
    Sighting,
    UncountedDice,
    WaitingDice,
)
from pi_bunco.game.rulings import ruling
from pi_bunco.game.stamp import Stamp
from pi_bunco.rules.events import Missed

THREE = 3
"""Dice of a throw."""
_HALVES = [True, False]
CAME_BACK = "These dice lay here when the table came back. Were they a new throw?"
HALVES = "I need one die on each half of the mat."
WHOSE = "I cannot tell whose die is whose."
CAMERA = "camera"
"""Who has seen what a camera saw, as the log names it."""


def see(book: Book, command: DiceSettled, stamp: Stamp) -> None:
    """Log what a camera saw: a throw, or dice that wait, are in doubt or count nowhere."""
    reading, table = command.reading, command.table
    lines, wanted = book.at(table), due(book, table)
    if reading.status is Status.EMPTY:
        return
    if command.at_start:
        if wanted is None or lies_as_logged(reading, lines.mat):
            return
        reading = Reading(Status.DOUBTFUL, reading.dice, CAME_BACK, Doubt.LAY)
    if wanted is None and not lines.pending:
        event: CameraDice = UncountedDice(table)
        book.add(_line(event, reading, stamp, at_start=command.at_start))
        return
    if reading.status is Status.READ and wanted and wanted.each and not _on_both_halves(reading, stamp):
        why = HALVES if wanted.dice == len(_HALVES) else WHOSE
        reading = Reading(Status.DOUBTFUL, reading.dice, why, Doubt.WHOSE)
    if reading.status is Status.DOUBTFUL:
        # Dice that were touched, not thrown: who counts the throws does not count these twice.
        touched = partly_logged(reading, lines.mat)
        event = DoubtfulDice(table)
        book.add(_line(event, reading, stamp, at_start=command.at_start, touched=touched))
    elif lines.pending:
        book.add(_line(WaitingDice(table), reading, stamp))
    else:
        seen = _line(WaitingDice(table), reading, stamp)
        throw = throw_line(book, table, reading.values)
        book.add(replace(seen, event=throw.event, in_semi_final=throw.in_semi_final))


def let_waiting_in(book: Book, time: str) -> None:
    """Settle what waits at each table, in the order of its throws, up to one that somebody must look at."""
    for table in range(1, len(book.played.tables) + 1):
        _let_in(book, table, time)


def late_line(book: Book, table: int, seq: int, dice: Sequence[int]) -> Line | None:
    """Return the line of dice that reading ``seq`` saw before the round turned: they count where seen.

    ``None`` where the round has not turned since, or would not take them there.
    """
    if not book.turned_since(seq) or len(dice) != THREE:
        return None
    one, two, three = dice
    after = book.at(table).after(seq, book.game.voided)
    missed = book.played_line(Missed(after, table, (one, two, three)))
    return missed if book.fits(missed) else None


def _let_in(book: Book, table: int, time: str) -> None:
    for seq in tuple(book.at(table).pending):
        seen = book.line(seq)
        if due(book, table) is None and late_line(book, table, seq, (1, 2, 3)) is None:
            # Nobody at the table knew yet that the round was over: this throw has no round to count in.
            book.add(Line(NoThrow(), by=RULES, time=time, answers=seq))
        elif isinstance(seen.event, DoubtfulDice):
            again = ruling(book, table, seq)
            if again is None:
                return
            book.add(replace(again, time=time))
        else:
            throw = late_line(book, table, seq, seen.faces) or throw_line(book, table, seen.faces)
            line = replace(
                throw, by=seen.by, time=time, answers=seq, photo=seen.photo, sighting=seen.sighting
            )
            book.add(line if book.fits(line) else Line(NoThrow(), by=RULES, time=time, answers=seq))


def _line(
    event: CameraDice, reading: Reading, stamp: Stamp, *, at_start: bool = False, touched: bool = False
) -> Line:
    """Return the line of what a camera saw; values and boxes from left to right."""
    sighting = Sighting(
        reading.values,
        tuple(round(die.confidence, 3) for die in reading.dice),
        reading.reason,
        reading.doubt.value if reading.doubt else "",
        at_start=at_start,
        touched=touched,
    )
    boxes = tuple(
        (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
        for x0, y0, x1, y1 in (die.box for die in reading.dice)
    )
    photo = replace(stamp.photo or Photo(), boxes=boxes)
    return Line(event, by=CAMERA, time=stamp.time, token=stamp.token, photo=photo, sighting=sighting)


def _on_both_halves(reading: Reading, stamp: Stamp) -> bool:
    size = stamp.photo.size if stamp.photo else None
    middle = size[0] / 2 if size else 0
    return [die.centre[0] < middle for die in reading.dice] == _HALVES
