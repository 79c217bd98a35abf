"""What only this Pi has, after another one has become the head: its log goes on after that one's copy."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.link.messages import LinePlace
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import say, say_count
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail
from pi_bunco.views.rounds import find_throw

_MOST = 60
"""Most throws that are named: people must be able to read them all."""


def find_common(folder: Path, places: Iterable[LinePlace]) -> LinePlace | None:
    """Return the first of these places that is in the log of a state directory, ``None`` if none is."""
    tail = LogTail(folder)
    seals = ((place, tail.find_seal(place.game, place.seq)) for place in places)
    return next((place for place, seal in seals if seal and seal.hex() == place.seal), None)


def describe_lone_lines(folder: Path, place: LinePlace, most: int = _MOST) -> tuple[str, ...]:
    """Return in words what the log in a state directory has after a place: at most so many throws.

    Raises
    ------
    Trouble
        If the log cannot be read, or is another one than the head's.
    """
    if not find_common(folder, (place,)):
        raise Trouble(
            say("This Pi and the head have different logs."),
            say("Compare the scores of the tables before you go on."),
        )
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        return keeper.read(lambda book: tuple(_describe(book, place, most)))


def _describe(book: Book, place: LinePlace, most: int) -> Iterator[str]:
    if book.number > place.game:
        yield say("A later game was played here.")
    first = place.seq + 1 if book.number == place.game else 1
    lines = [(seq, book.get_line(seq)) for seq in range(first, book.next_seq)]
    throws = [(seq, line.dice) for seq, line in lines if isinstance(line.dice, tuple)][:most]
    yield from (_name_throw(book, seq, dice) for seq, dice in throws)
    if others := len(lines) - len(throws):
        yield say_count("{count} other entry", "{count} other entries", others)


def _name_throw(book: Book, seq: int, dice: tuple[int, ...]) -> str:
    table, thrower = book.find_table(seq) or HEAD, ""
    with suppress(Trouble):
        found = find_throw(book, table, seq)
        thrower = found.thrown.thrower if found else ""
    if thrower:
        return say("Table {table}: {name} {dice}", table=table, name=thrower, dice=format_dice(dice))
    return say("Table {table}: {dice}", table=table, dice=format_dice(dice))
