"""Logs dice that a camera saw: they score, wait for an answer, or do not count."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pi_bunco.game.book import Book
from pi_bunco.game.commands import DiceSettled, Stamp
from pi_bunco.game.judge_dice import is_logged, is_partly_logged
from pi_bunco.game.late import MEANWHILE, judge_command, list_open_tables
from pi_bunco.game.late_place import find_last_sent, keeps_results
from pi_bunco.game.lines import (
    RULES,
    CameraDice,
    DoubtfulDice,
    LateThrow,
    Line,
    NoThrow,
    Photo,
    Sighting,
    UncountedDice,
    WaitingDice,
)
from pi_bunco.game.moment import TableMoment, get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import was_entered_elsewhere
from pi_bunco.game.throw_lines import make_missed_line, make_throw_line
from pi_bunco.readings import Doubt, Reading, Status
from pi_bunco.rules.events import Missed
from pi_bunco.sentences import say

# The reasons why a reading is doubtful, as sentences for the page.
CAME_BACK = say("These dice lay here when the table came back. Were they a new throw?")
HALVES = say("I need one die on each half of the mat.")
WHOSE = say("I cannot tell whose die is whose.")
LATE = say("The bell rang while these dice were thrown. Had they left the hand before it?")

NOWHERE = say("These dice came too late, and fit nowhere.")
"""Why the host is asked about dice whose moment has passed."""

CAMERA = "camera"
"""The name of a camera in the log."""


def log_dice(book: Book, command: DiceSettled, stamp: Stamp) -> None:
    """Log what a camera saw: a throw, or dice that wait, are doubtful or do not count."""
    reading, table = command.reading, command.table
    lines, now = book.get_table_lines(table), get_table_moment(book, table)
    if reading.status is Status.EMPTY:
        return
    if command.at_start:
        if not now.dice or is_logged(reading, lines.mat):
            return
        reading = Reading(Status.DOUBTFUL, reading.dice, CAME_BACK, Doubt.LAY)
    after, reading = _find_place_before_bell(book, command, now, reading, stamp)
    if not now.dice and after is None and not lines.pending:
        book.add(make_dice_line(UncountedDice(table), reading, stamp))
        return
    if now.dice and after is None:
        reading = _check_owners(reading, now.throwers, stamp)
    reading = check_not_elsewhere(book, command, reading)
    if reading.status is Status.DOUBTFUL:
        # Note if dice were only touched, so that they do not count as another throw.
        line = make_dice_line(
            DoubtfulDice(table),
            reading,
            stamp,
            at_start=command.at_start,
            touched=is_partly_logged(reading, lines.mat),
            after=after,
        )
    else:
        line = make_dice_line(WaitingDice(table), reading, stamp, after=after)
        if not lines.pending:
            missed = None if after is None else make_missed_line(book, table, after, reading.values)
            throw = missed or make_throw_line(book, table, reading.values)
            line = replace(line, event=throw.event, in_semi_final=throw.in_semi_final)
    book.add(line)


def _check_owners(reading: Reading, owners: Sequence[str], stamp: Stamp) -> Reading:
    """Make a reading of one die for each owner doubtful if their places do not show whose dice they are."""
    if not owners or reading.status is not Status.READ or _are_on_both_halves(reading, stamp):
        return reading
    reason = HALVES if len(owners) == 2 else WHOSE  # noqa: PLR2004 - one owner for each half
    return Reading(Status.DOUBTFUL, reading.dice, reason, Doubt.WHOSE)


def check_not_elsewhere(book: Book, command: DiceSettled, reading: Reading) -> Reading:
    """Make a reading of another Pi doubtful if people may have tapped these dice in elsewhere."""
    if not was_entered_elsewhere(book, command):
        return reading
    return Reading(Status.DOUBTFUL, reading.dice, MEANWHILE, Doubt.LAY)


def _find_place_before_bell(
    book: Book, command: DiceSettled, now: TableMoment, reading: Reading, stamp: Stamp
) -> tuple[int | None, Reading]:
    """Return the event after which a throw before the bell belongs, and the reading.

    The event is ``None`` if the dice count as thrown now. If nobody can know, the reading becomes doubtful.
    """
    stop, fate = stamp.stop, judge_command(command, now.seen, stamp.stop)
    if stop is None or fate == "now":
        return None, reading
    after = stop.seq - 1
    if make_missed_line(book, command.table, after, (1, 2, 3)) is None:
        return None, reading
    if reading.status is Status.READ and (fate == "unclear" or stop.seq < book.last_bell):
        reading = Reading(Status.DOUBTFUL, reading.dice, LATE, Doubt.LATE)
    return after, reading


def score_waiting(book: Book, time: str) -> None:
    """Score each table's waiting throws in their order, until one needs an answer."""
    last = len(book.played.tables)
    for table in book.in_doubt:
        if table <= last:
            _score_waiting_at(book, table, time)
            continue
        # A semi-final, or a new set, has fewer tables: the round of these dice is over.
        for seq in tuple(book.get_table_lines(table).pending):
            book.add(Line(NoThrow(), by=RULES, time=time, answers=seq))


def make_late_line(book: Book, table: int, seq: int, dice: Sequence[int]) -> Line | None:
    """Return the line that adds the dice of reading ``seq`` to the round in which they were thrown.

    It is ``None`` if that round is still being played, or the dice do not fit there.
    """
    line = book.get_line(seq)
    if line.sighting and line.sighting.after is not None:
        after = line.sighting.after
        return make_missed_line(book, table, find_last_sent(book, table, after) if line.item else after, dice)
    if book.last_round_change <= seq:
        return None
    return make_missed_line(
        book, table, book.get_table_lines(table).find_previous(seq, book.game.voided), dice
    )


def is_from_before(reading: Line) -> bool:
    """Return whether a reading is of dice that were thrown before their table stopped."""
    return reading.sighting is not None and reading.sighting.after is not None


def _score_waiting_at(book: Book, table: int, time: str) -> None:
    for seq in tuple(book.get_table_lines(table).pending):
        reading_line = book.get_line(seq)
        passed = _is_passed(book, seq) or not get_table_moment(book, table).dice
        if passed and make_late_line(book, table, seq, (1, 2, 3)) is None:
            # The throw came too late: the round was over, although nobody at the table knew it yet.
            _drop(book, table, seq, time)
        elif isinstance(reading_line.event, LateThrow):
            return
        elif isinstance(reading_line.event, DoubtfulDice):
            ruling = _make_ruling(book, table, seq, time)
            if ruling is None:
                return
            book.add(ruling)
        else:
            throw = _make_waiting_throw(book, table, seq)
            if throw and _would_change_results(book, table, throw):
                return  # the table is asked
            line = throw and replace(
                throw,
                by=reading_line.by,
                time=time,
                answers=seq,
                photo=reading_line.photo,
                sighting=reading_line.sighting,
            )
            if line and book.fits(line):
                book.add(line)
            else:
                _drop(book, table, seq, time)


def _is_passed(book: Book, seq: int) -> bool:
    """Return whether the dice of a reading were thrown before the round or roll-off that is thrown now."""
    line = book.get_line(seq)
    if isinstance(line.event, LateThrow):
        return False
    playing = book.played.status == "playing"
    began = book.last_bell if playing else max(book.last_finish, book.last_round_change)
    return is_from_before(line) or seq < began


def _drop(book: Book, table: int, seq: int, time: str) -> None:
    """Answer a reading that fits nowhere. If people have tapped it on another Pi, the host is asked."""
    reading = book.get_line(seq)
    book.add(Line(NoThrow(), by=RULES, time=time, answers=seq))
    if reading.item and isinstance(reading.event, WaitingDice) and reading.by != CAMERA:
        at = get_table_moment(book, table).seen.at
        question = Sighting(reading.faces, (1.0,) * len(reading.faces), NOWHERE, "late")
        event = LateThrow(table, "", at.set, at.round, host=True)
        book.add(Line(event, by=reading.by, time=time, sighting=question))


def _would_change_results(book: Book, table: int, throw: Line) -> bool:
    """Return whether dice that have waited until their table stopped would change something at other tables.

    Their own table is in doubt while they wait, so its result was not final.
    """
    may_change = {*list_open_tables(book), table}
    return isinstance(throw.event, Missed) and not keeps_results(book, throw, may_change)


def _make_waiting_throw(book: Book, table: int, seq: int) -> Line | None:
    """Return the line of a certain throw that has waited, ``None`` if this number of dice fits no more."""
    faces = book.get_line(seq).faces
    try:
        return make_late_line(book, table, seq, faces) or make_throw_line(book, table, faces)
    except Refused:
        return None


def _make_ruling(book: Book, table: int, seq: int, time: str) -> Line | None:
    """Return the sheet's ruling that a doubtful throw is thrown again, ``None`` if the table must ask.

    A person can take back a ruling with a tap. Then the table asks, so each throw has at most one ruling. The
    table also asks about dice that were only touched.
    """
    sighting = book.get_line(seq).sighting
    if sighting is None or sighting.touched or not book.played.sheet.rerolls(sighting.kind):
        return None
    if seq in book.get_table_lines(table).ruled:
        return None
    return Line(NoThrow(sighting.kind), by=RULES, time=time, answers=seq)


def make_dice_line(event: CameraDice | LateThrow, reading: Reading, stamp: Stamp, **marks: Any) -> Line:
    """Return the line of dice that a camera saw, with values and boxes from left to right.

    ``marks`` are more fields of :class:`pi_bunco.game.lines.Sighting`.
    """
    confidence = tuple(round(die.confidence, 3) for die in reading.dice)
    sighting = Sighting(
        reading.values,
        confidence,
        reading.reason,
        reading.doubt.value if reading.doubt else "",
        which=reading.which,
        other=reading.other,
        **marks,
    )
    boxes = tuple(
        (round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
        for x0, y0, x1, y1 in (die.box for die in reading.dice)
    )
    photo = replace(stamp.photo or Photo(), boxes=boxes)
    return Line(
        event,
        by=CAMERA,
        time=stamp.time,
        token=stamp.token,
        item=stamp.item,
        photo=photo,
        sighting=sighting,
    )


def _are_on_both_halves(reading: Reading, stamp: Stamp) -> bool:
    """Return whether there are two dice, one on each half of the photo."""
    size = stamp.photo.size if stamp.photo else None
    middle = size[0] / 2 if size else 0
    return [die.centre[0] < middle for die in reading.dice] == [True, False]
