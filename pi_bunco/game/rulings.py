"""Throws that the sheet has thrown again: nothing is scored, nobody is asked, and a tap takes that back."""

from typing import Any

from pi_bunco.game.book import Book

Body = dict[str, Any]


def ruling(book: Book, table: int, seq: int) -> Body | None:
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
    seen = book.lines[seq]
    if "touched" in seen or not book.played.sheet.rerolls(seen.get("kind", "")):
        return None
    if seq in book.at(table).ruled:
        return None
    return {"event": "table:no_throw", "answers": seq, "by": "rules", "kind": seen["kind"]}
