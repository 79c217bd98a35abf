"""Throws that the sheet has thrown again: nothing is scored, nobody is asked, and a tap takes that back."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import RULES, Line, NoThrow


def ruling(book: Book, table: int, seq: int) -> Line | None:
    """Return the event by which the sheet has a doubtful throw thrown again, ``None`` where it asks.

    A throw is ruled on once: who takes that back wants to be asked. Dice that were touched, not thrown,
    are asked about too.

    Parameters
    ----------
    book
        The game.
    table
        The table where it was seen.
    seq
        The number of the doubtful reading.
    """
    seen = book.line(seq).sighting
    if seen is None or seen.touched or not book.played.sheet.rerolls(seen.kind):
        return None
    if seq in book.at(table).ruled:
        return None
    return Line(NoThrow(seen.kind), by=RULES, answers=seq)
