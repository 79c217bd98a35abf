"""What becomes of late dice of another Pi's camera, and how the host is asked about dice of another Pi."""

from dataclasses import replace

from pi_bunco.game.book import Book
from pi_bunco.game.camera_dice import LATE, NOWHERE, check_not_elsewhere, make_dice_line
from pi_bunco.game.commands import DiceSettled, EnterDice, Stamp
from pi_bunco.game.late import list_open_tables
from pi_bunco.game.late_place import LatePlace, find_late_place, find_throw, keeps_results
from pi_bunco.game.lines import HEAD, DoubtfulDice, LateThrow, Line, Sighting, WaitingDice
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.throw_lines import THREE
from pi_bunco.readings import Doubt, Reading, Status


def log_late_far_dice(book: Book, command: DiceSettled, stamp: Stamp) -> None:
    """Log dice that lay on another Pi's mat in a moment that has passed.

    They count just before their table had to stop, if that changes no result of another table, and nobody has
    tapped a throw in elsewhere that may be this one. Otherwise the table is asked, or after the next bell the
    host.
    """
    reading = command.reading
    if reading.status is Status.EMPTY:
        return
    place = _find_place(book, command)
    if place is None or place.passed:
        ask_host(book, command, stamp, place)
        return
    reading = check_not_elsewhere(book, command, reading)
    counts = reading.status is Status.READ and not command.at_start
    if counts and keeps_results(book, place.line, list_open_tables(book)):
        line = make_dice_line(WaitingDice(command.table), reading, stamp, after=place.after)
        if not book.get_table_lines(command.table).pending:
            event, in_semi_final = place.line.event, place.line.in_semi_final
            line = replace(line, event=event, in_semi_final=in_semi_final, late=True)
    else:
        if reading.status is Status.READ:
            reading = Reading(Status.DOUBTFUL, reading.dice, LATE, Doubt.LATE)
        line = make_dice_line(DoubtfulDice(command.table), reading, stamp, after=place.after)
    book.add(line)


def ask_host(
    book: Book, command: EnterDice | DiceSettled, stamp: Stamp, place: LatePlace | None = None
) -> None:
    """Log the question to the host whether dice of another Pi count, at a ``place`` if one fits."""
    at = (command.seen or get_table_moment(book, HEAD).seen).at
    throw = find_throw(book, place.line) if place else None
    event = LateThrow(command.table, throw.thrower if throw else "", at.set, at.round, host=True)
    if isinstance(command, EnterDice):
        sighting = Sighting(command.dice, (1.0,) * len(command.dice), NOWHERE, "late")
        book.add(stamp.sign(Line(event, sighting=sighting)))
    elif command.reading.status is not Status.EMPTY:
        after = place.after if place and throw else None
        book.add(make_dice_line(event, command.reading, stamp, after=after))


def _find_place(book: Book, command: DiceSettled) -> LatePlace | None:
    seen, values = command.seen, command.reading.values
    now = get_table_moment(book, command.table).seen
    if seen is None or seen.game != now.game or seen.phase != "playing":
        return None
    dice = values if len(values) == THREE else (1, 2, 3)  # a doubtful reading may have others
    return find_late_place(book, command.table, seen, dice, far=True)
