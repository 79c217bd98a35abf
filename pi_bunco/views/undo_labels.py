"""The names of steps, for the labels of the undo and redo buttons."""

from pi_bunco.game.book import Book
from pi_bunco.rules.events import Void
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import say
from pi_bunco.views.words import say_points

_NAMES = {
    "bell": say("the bell"),
    "end_round": say("the round's end"),
    "call": say("the call"),
    "table:no_throw": say("“no throw”"),
    "missed": say("the missed throw"),
    "seating": say("the new seats"),
    "room:guests": say("who came and left"),
    "tally": say("the tally"),
    "void": say("the last undo"),
    "award:offer": say("the awards"),
    "costume:judged": say("the best costume"),
    "casino:drawing": say("the drawing"),
    "casino:verified": say("what staff confirmed"),
    "tournament:drawn": say("the drawing"),
    "tournament:semi_final": say("the seats"),
}


def name_step(book: Book, table: int, seq: int) -> str:
    """Return the name of a step at a table.

    A throw is named by its points, or by its dice if it brought none.
    """
    line = book.get_line(seq)
    if line.is_ruling:
        return say("“throw again”")
    if isinstance(line.event, Void) and book.get_line(line.event.seq).dice is not None:
        return say("“did not happen”")
    if line.name in _NAMES:
        return _NAMES[line.name]
    if line.dice is None:
        return say("the last step")
    shown = format_dice(line.faces)
    if line.is_correction:
        return say("the correction to {faces}", faces=shown)
    thrown = next(
        (thrown for thrown in book.get_table(table).throws if thrown.seq + book.seq_offset == seq), None
    )
    return say_points(thrown.score) if thrown and thrown.score.points else shown
