"""Throws that the sheet has thrown again: nothing is scored, nobody is asked, and a tap takes that back."""

from typing import Any

from pi_bunco.table.book import Book
from pi_bunco.table.pending import is_ruling

Body = dict[str, Any]


def ruling(book: Book, seq: int) -> Body | None:
    """Give the event by which the sheet has a doubtful throw thrown again, ``None`` where it asks.

    A throw is ruled on once: who takes that back wants to be asked. Dice that were touched, not thrown,
    are asked about too.

    Parameters
    ----------
    book
        The game.
    seq
        The number of the doubtful reading.
    """
    seen = book.lines[seq]
    if "touched" in seen or not book.played.sheet.rerolls(seen.get("kind", "")):
        return None
    if any(is_ruling(body) and body["answers"] == seq for body in book.lines[seq:]):
        return None
    return {"event": "table:no_throw", "answers": seq, "by": "rules", "kind": seen["kind"]}
