"""Throws that came too late to count by themselves: the host is asked."""

from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.lines import LateThrow
from pi_bunco.rules import Dice
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class LateThrowView:
    """A throw about which the host is asked.

    Attributes
    ----------
    seq
        The number of its event.
    table
        The table at which it was tapped.
    dice
        The dice.
    after
        The event after which it would count, ``None`` if it fits nowhere.
    text
        The question.
    """

    seq: int
    table: int
    dice: Dice
    after: int | None
    text: Sentence


def list_late_throws(book: Book) -> tuple[LateThrowView, ...]:
    """Return the throws about which the host is asked, by table."""
    return tuple(view for seq in book.for_host if (view := _make_view(book, seq)))


def _make_view(book: Book, seq: int) -> LateThrowView | None:
    line = book.get_line(seq)
    event, sighting = line.event, line.sighting
    if not isinstance(event, LateThrow) or sighting is None:
        return None
    dice = format_dice(sighting.values)
    if sighting.after is None:
        says = say("set {set}, round {round}", set=event.set, round=event.round)
        text = say("{dice} of {round} came too late, and fits nowhere.", dice=dice, round=says)
        return LateThrowView(seq, event.table, sighting.values, None, text)
    text = say(
        "{dice} was tapped for {name} in set {set}, round {round}, after its end. Count it there?",
        dice=dice,
        name=event.player,
        set=event.set,
        round=event.round,
    )
    return LateThrowView(seq, event.table, sighting.values, sighting.after, text)
