"""What the undo button says: each step by its name."""

from pi_bunco.game.book import Book
from pi_bunco.rules.words import faces
from pi_bunco.views.words import points

_NAMES = {
    "bell": "the bell",
    "end_round": "the round's end",
    "call": "the call",
    "table:no_throw": "“no throw”",
    "missed": "the missed throw",
    "seating": "the new seats",
    "room:guests": "who came and left",
    "tally": "the tally",
    "void": "the last undo",
    "award:offer": "the awards",
    "costume:judged": "the best costume",
    "casino:drawing": "the drawing",
    "casino:verified": "what staff confirmed",
    "tournament:drawn": "the drawing",
    "tournament:semi_final": "the seats",
}


def named(book: Book, table: int, seq: int) -> str:
    """Name a step at a table: a throw by its points, or by its dice where it brought none."""
    line = book.line(seq)
    if line.is_ruling:
        return "“throw again”"
    if line.name in _NAMES:
        return _NAMES[line.name]
    if line.dice is None:
        return "the last step"
    shown = faces(line.faces)
    if line.is_correction:
        return f"the correction to {shown}"
    thrown = next((thrown for thrown in book.table(table).throws if thrown.seq + book.seated == seq), None)
    return points(thrown.score) if thrown and thrown.score.points else shown
