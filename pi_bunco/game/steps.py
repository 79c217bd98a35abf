"""Which steps can be undone or redone at a table now."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD, ROOM


def find_undo(book: Book, table: int) -> int | None:
    """Return the number of the step that can be undone at a table now, ``None`` if there is none."""
    return _check(book, book.get_table_lines(table).undo)


def find_redo(book: Book, table: int) -> int | None:
    """Return the number of the undo that can be taken back at a table now, ``None`` if there is none."""
    return _check(book, book.get_table_lines(table).redo)


def find_later_table(book: Book, seq: int) -> int | None:
    """Return a table that has gone on after an event of the whole room, ``None`` if none has.

    What was done for the whole room, such as the bell, can be undone only at the head table, and only before
    another table has gone on.
    """
    if book.find_table(seq) != ROOM:
        return None
    tables = range(HEAD + 1, len(book.played.tables) + 1)
    return next((table for table in tables if (book.get_table_lines(table).undo or 0) > seq), None)


def is_before_bell(book: Book, seq: int) -> bool:
    """Return whether an event is from an earlier round. Such a throw is corrected in its round instead."""
    return seq < book.last_bell


def _check(book: Book, seq: int | None) -> int | None:
    if seq is None or is_before_bell(book, seq) or find_later_table(book, seq) is not None:
        return None
    return seq
