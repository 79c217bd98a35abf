"""Names steps of a game for the buttons that undo and redo, and describes events that guests did not see."""

from collections.abc import Mapping

from pi_bunco.game.book import Book
from pi_bunco.game.commands import CLOCK, COUNTDOWN
from pi_bunco.game.lines import RULES, FarAnswer, Line
from pi_bunco.rules.events import Missed, Void
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.words import say_points

_HOST = "mock host"

_UNSEEN = {
    ("camera:uncounted", "camera"): say("That throw came before the bell and does not count."),
    ("table:no_throw", RULES): say("A throw after the round was over does not count."),
    ("end_round", CLOCK): say("The time is up: the round is over."),
    ("seating", RULES): say("Guests came or left, so there are new seats."),
    ("bell", COUNTDOWN): say("The countdown is over: the bell rang."),
    ("bell", _HOST): say("The mock host rang the bell."),
    ("table:no_throw", _HOST): say("The mock host said that it was no throw."),
}
"""Sentences about events that guests did not see, by the name of the event and who entered it."""

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
    "team:named": say("the name of a team"),
    "award:drawn": say("the loser lottery"),
    "casino:drawing": say("the drawing"),
    "tournament:drawn": say("the drawing"),
    "tournament:semi_final": say("the seats"),
}


def describe_last_change(book: Book, table: int) -> str:
    """Return a table's last event in words if guests may have missed it.

    It is a correction, the traveling bag changes hands, or nobody at the table caused it.

    Parameters
    ----------
    book
        The game.
    table
        The number of the table.
    """
    seq = book.find_last(table)
    if not seq:
        return ""
    line = book.get_line(seq)
    if described := _describe_correction(book, line) or _describe_bag(book, seq):
        return described
    if isinstance(line.event, FarAnswer):
        text, remedy = line.event.text, line.event.remedy
        return say("{text} {remedy}", text=text, remedy=remedy) if text else ""
    if line.is_ruling:
        return say("By the house's rules it is thrown again.")
    if line.name in ("throw", "die_off") and line.by == _HOST and line.answers is not None:
        return say("The mock host looked at the dice: {faces}.", faces=format_dice(line.faces))
    return _UNSEEN.get((line.name, line.by), "")


def name_step(book: Book, table: int, seq: int) -> str:
    """Return the name of a step at a table, for the label of the button that undoes or redoes it.

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
    faces = format_dice(line.faces)
    if line.is_correction:
        return say("the correction to {faces}", faces=faces)
    throws = book.get_table(table).throws
    thrown = next((throw for throw in throws if throw.seq + book.seq_offset == seq), None)
    return say_points(thrown.score) if thrown and thrown.score.points else faces


def _describe_correction(book: Book, line: Line) -> Sentence | None:
    if line.is_correction and line.about and (now := _list_faces(line.dice)) is not None:
        before = _find_faces_before(book, line.about)
        return say("Corrected: {now}, not {before}.", now=format_dice(now), before=format_dice(before))
    if line.late:
        return say("{faces} was tapped as the round ended, and counts in it.", faces=format_dice(line.faces))
    if isinstance(line.event, Missed) and line.answers is None and line.sighting is None:
        return say("A missed throw was added: {faces}.", faces=format_dice(line.faces))
    if isinstance(line.event, Void) and (thrown := book.get_line(line.event.seq)).dice is not None:
        return say("A throw was taken out: {faces}.", faces=format_dice(thrown.faces))
    return None


def _describe_bag(book: Book, seq: int) -> Sentence | None:
    """Return who has taken the traveling bag by this event, ``None`` if nobody has."""
    taken = book.played.bag_taken
    if taken is None or taken.seq + book.seq_offset != seq:
        return None
    if taken.before is None:
        return say("{name} takes the bag.", name=taken.by)
    return say("{name} takes the bag from {before}.", name=taken.by, before=taken.before)


def _find_faces_before(book: Book, seq: int) -> tuple[int, ...]:
    """Return what a throw showed before its last correction."""
    corrections = [
        line.dice
        for number, line in enumerate(book.get_lines_from(seq), start=seq)
        if line.is_correction and line.about == seq and number not in book.game.voided
    ]
    all_dice = [book.get_line(seq).dice, *corrections]
    return _list_faces(all_dice[-2] if corrections else all_dice[-1]) or ()


def _list_faces(dice: tuple[int, ...] | Mapping[str, int] | None) -> tuple[int, ...] | None:
    return tuple(dice.values()) if isinstance(dice, Mapping) else dice
