"""The last event at a table in words for its page, if guests did not see it happen."""

from collections.abc import Mapping

from pi_bunco.game.book import Book
from pi_bunco.game.commands import CLOCK, COUNTDOWN
from pi_bunco.game.lines import Line
from pi_bunco.rules.events import Missed, Void
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import Sentence, say


def describe_last_change(book: Book, table: int) -> str:
    """Return the last event in words if it is a correction, or if nobody at the table caused it.

    Parameters
    ----------
    book
        The game.
    table
        The number of the table.
    """
    line = book.find_last(table)
    if line is None:
        return ""
    return _describe_correction(book, line) or _describe_event(line)


def _describe_correction(book: Book, line: Line) -> Sentence | None:
    if line.is_correction and line.about and (now := _list_faces(line.dice)) is not None:
        before = _find_faces_before(book, line.about)
        return say("Put right: {now}, not {before}.", now=format_dice(now), before=format_dice(before))
    if isinstance(line.event, Missed) and line.answers is None and line.sighting is None:
        return say("Put in: {faces}.", faces=format_dice(line.faces))
    if isinstance(line.event, Void) and (thrown := book.get_line(line.event.seq)).dice is not None:
        return say("Taken out: {faces}.", faces=format_dice(thrown.faces))
    return None


def _find_faces_before(book: Book, seq: int) -> tuple[int, ...]:
    """Return what a throw showed before its last correction."""
    corrections = [
        line.dice
        for number, line in enumerate(book.get_lines_from(seq), start=seq)
        if line.is_correction and line.about == seq and number not in book.game.voided
    ]
    shown = [book.get_line(seq).dice, *corrections]
    return _list_faces(shown[-2] if len(shown) > 1 else shown[-1]) or ()


def _list_faces(dice: tuple[int, ...] | Mapping[str, int] | None) -> tuple[int, ...] | None:
    return tuple(dice.values()) if isinstance(dice, Mapping) else dice


def _describe_event(line: Line) -> str:
    done = (line.name, line.by)
    if line.is_ruling:
        return say("By the house's rules it is thrown again.")
    if done in (("throw", _HOST), ("die_off", _HOST)) and line.answers is not None:
        return say("The mock host looked at the dice: {faces}.", faces=format_dice(line.faces))
    return _SENTENCES.get(done, "")


_HOST = "mock host"

_SENTENCES = {
    ("camera:uncounted", "camera"): say("That throw came before the bell and does not count."),
    ("table:no_throw", "rules"): say("A throw after the round was over does not count."),
    ("end_round", CLOCK): say("The time is up: the round is over."),
    ("bell", COUNTDOWN): say("The countdown is over: the bell rang."),
    ("bell", _HOST): say("The mock host rang the bell."),
    ("table:no_throw", _HOST): say("The mock host said that it was no throw."),
}
