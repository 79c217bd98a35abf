"""What the undo button says: each step by its name."""

from pi_bunco.game.book import Book, name_of
from pi_bunco.game.table_lines import is_ruling
from pi_bunco.rules.words import faces
from pi_bunco.views.words import points

_NAMES = {
    "bell": "the bell",
    "end_round": "the round's end",
    "call": "the call",
    "table:no_throw": "“no throw”",
    "missed": "the missed throw",
    "seating": "the new seats",
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
    body = book.lines[seq]
    event = name_of(body)
    if is_ruling(body):
        return "“throw again”"
    if event in _NAMES:
        return _NAMES[event]
    dice = body.get("dice")
    if dice is None:
        return "the last step"
    shown = faces(list(dice.values()) if isinstance(dice, dict) else dice)
    if event in ("correct", "night:correct"):
        return f"the correction to {shown}"
    thrown = next((thrown for thrown in book.table(table).throws if thrown.seq + book.seated == seq), None)
    return points(thrown.score) if thrown and thrown.score.points else shown
