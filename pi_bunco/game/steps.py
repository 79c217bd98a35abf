"""Which steps can be undone or redone at a table now."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD, ROOM


def find_undo(book: Book, table: int) -> int | None:
    """Return the number of the step that can be undone at a table now, ``None`` if there is none."""
    return _check(book, book.get_table_lines(table).undo, table)


def find_redo(book: Book, table: int) -> int | None:
    """Return the number of the undo that can be taken back at a table now, ``None`` if there is none."""
    return _check(book, book.get_table_lines(table).redo, table)


def find_later_table(book: Book, seq: int, own: int) -> int | None:
    """Return a table other than ``own`` that has gone on after a step of the whole room, ``None``: none.

    What was done for the whole room, such as the bell, can be undone only before another table has gone on.
    """
    if book.find_table(seq) != ROOM and book.get_line(seq).step != seq:
        return None
    tables = range(HEAD, len(book.played.tables) + 1)
    later = (table for table in tables if table != own and (book.get_table_lines(table).undo or 0) > seq)
    return next(later, None)


def is_before_bell(book: Book, seq: int) -> bool:
    """Return whether a step was made in an earlier round. Such a throw is corrected in its round instead."""
    last = book.list_step(seq)[-1] if book.get_line(seq).step == seq else seq
    return last < book.last_bell


def _check(book: Book, seq: int | None, table: int) -> int | None:
    if seq is None or is_before_bell(book, seq) or find_later_table(book, seq, table) is not None:
        return None
    return seq
