"""Rulings of the sheet that a doubtful throw is thrown again without a question. A tap can take them back."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import RULES, Line, NoThrow


def make_ruling(book: Book, table: int, seq: int) -> Line | None:
    """Return the event that a doubtful throw is thrown again, ``None`` if the table must ask.

    There is only one ruling for a throw: somebody who takes it back wants to be asked. The table also asks
    about dice that were only touched.

    Parameters
    ----------
    book
        The game.
    table
        The table of the reading.
    seq
        The number of the doubtful reading.
    """
    sighting = book.get_line(seq).sighting
    if sighting is None or sighting.touched or not book.played.sheet.rerolls(sighting.kind):
        return None
    if seq in book.get_table_lines(table).ruled:
        return None
    return Line(NoThrow(sighting.kind), by=RULES, answers=seq)
