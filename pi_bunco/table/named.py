"""What the undo button says: each step by its name."""

from pi_bunco.table.book import Book
from pi_bunco.table.words import faces, points

_NAMES = {
    "bell": "the bell",
    "end_round": "the round's end",
    "call": "the call",
    "table:no_throw": "“no throw”",
    "missed": "the missed throw",
    "void": "the last undo",
}


def named(book: Book, seq: int) -> str:
    """Name a step of a game: a throw by its points, or by its dice where it brought none."""
    body = book.lines[seq]
    if body["event"] in _NAMES:
        return _NAMES[body["event"]]
    dice = body["dice"]
    shown = faces(list(dice.values()) if isinstance(dice, dict) else dice)
    if body["event"] == "correct":
        return f"the correction to {shown}"
    thrown = next((thrown for thrown in book.game.tables[0].throws if thrown.seq == seq), None)
    return points(thrown.score) if thrown and thrown.score.points else shown
