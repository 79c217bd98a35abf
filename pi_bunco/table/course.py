"""The throws of a round, as a page shows them."""

from typing import Any

from pi_bunco import rules
from pi_bunco.table import snapshot as s
from pi_bunco.table.book import Book
from pi_bunco.table.words import points

Boxes = tuple[tuple[float, float, float, float], ...]


def course(book: Book, table: int) -> tuple[s.Thrown, ...]:
    """Return a table's throws of the round being played, or of the last one, oldest first."""
    at = book.table(table)
    return tuple(_thrown(book, at, thrown) for thrown in at.throws)


def photo_of(body: dict[str, Any]) -> dict[str, Any]:
    """Give the photo of a logged throw, where the dice lie in it, and when it was taken."""
    return {"image": body.get("image"), "boxes": boxes_of(body), "taken": body.get("taken")}


def boxes_of(body: dict[str, Any]) -> Boxes:
    """Give where the dice lie in a logged photo, as fractions of its width and height."""
    width, height = body.get("size", (1, 1))
    return tuple(
        (x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in body.get("boxes", ())
    )


def _thrown(book: Book, table: rules.Table, thrown: rules.Thrown) -> s.Thrown:
    seq = thrown.seq + book.seated
    body = book.lines[seq]
    return s.Thrown(
        seq=seq,
        thrower=thrown.thrower,
        side=thrown.side,
        dice=thrown.dice,
        hits=thrown.score.hits,
        points=thrown.score.points,
        kind=thrown.score.kind,
        says=_says(table, thrown),
        by=body.get("by", ""),
        corrected=thrown.corrected,
        rolloff=thrown.rolloff,
        **photo_of(body),
    )


def _says(table: rules.Table, thrown: rules.Thrown) -> str:
    if thrown.seq == table.callable:
        return "Three alike: call it!"
    said = points(thrown.score)
    if thrown is not table.throws[-1] or table.holder is None:
        return said
    if table.holder == thrown.thrower and not thrown.ends_turn:
        return f"{said}, {table.holder} throws again"
    return f"{said}, {table.holder} throws now"
