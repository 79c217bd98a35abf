"""Throws of a round as a page shows them, and throws that do not count."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pi_bunco import rules
from pi_bunco.game.book import Book
from pi_bunco.game.lines import Line
from pi_bunco.game.seats import find_stand_in
from pi_bunco.rules.events import Bell
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.throw_views import Boxes, ThrowView
from pi_bunco.views.words import say_points, say_who_throws


@dataclass(frozen=True, slots=True)
class ThrowWords:
    """A throw in words: its result as ``headline``, what follows as ``detail``, and both in one sentence."""

    sentence: Sentence
    headline: Sentence
    detail: str = ""


def list_throws(book: Book, table: int) -> tuple[ThrowView, ...]:
    """Return a table's throws of three dice in the current round, or in the last one, oldest first."""
    state = book.get_table(table)
    return tuple(
        _make_throw(book, book.seq_offset, thrown, _describe_throw(book, state, thrown))
        for thrown in state.throws
    )


def list_boxes(line: Line) -> Boxes:
    """Return where the dice lie in a logged photo, as fractions of its width and height."""
    photo = line.photo
    if photo is None or photo.size is None:
        return ()
    width, height = photo.size
    return tuple((x0 / width, y0 / height, x1 / width, y1 / height) for x0, y0, x1, y1 in photo.boxes)


def list_common_values(line: Line, words: ThrowWords) -> dict[str, Any]:
    """Return the values that all kinds of throws have: their words, who entered them, and the photo."""
    return {
        "says": words.sentence,
        "headline": words.headline,
        "detail": words.detail,
        "by": line.by,
        "image": line.image,
        "boxes": list_boxes(line),
        "taken": line.photo.taken if line.photo else None,
    }


def _make_throw(book: Book, seq_offset: int, thrown: rules.Thrown, words: ThrowWords) -> ThrowView:
    seq = thrown.seq + seq_offset
    return ThrowView(
        seq=seq,
        thrower=thrown.thrower,
        side=thrown.side,
        dice=thrown.dice,
        hits=thrown.score.hits,
        points=thrown.score.points,
        kind=thrown.score.kind,
        corrected=thrown.corrected,
        rolloff=thrown.rolloff,
        **list_common_values(book.get_line(seq), words),
    )


def make_past_throw(book: Book, seq_offset: int, thrown: rules.Thrown) -> ThrowView:
    """Return a throw of an earlier round.

    Parameters
    ----------
    book
        The game.
    seq_offset
        What to add to the throw's number to get its number in the log.
    thrown
        The throw.
    """
    headline = say_points(thrown.score)
    return _make_throw(book, seq_offset, thrown, ThrowWords(headline, headline))


def make_uncounted_throw(book: Book, seq: int) -> ThrowView:
    """Return a throw that does not count. It has no points and no player."""
    dice = book.find_dice(seq)
    faces = tuple(dice.values()) if isinstance(dice, Mapping) else dice or ()
    text = say("does not count")
    return ThrowView(
        seq=seq,
        thrower="",
        side=0,
        dice=faces,
        hits=(False,) * len(faces),
        points=0,
        kind="nothing",
        corrected=faces != book.get_line(seq).faces,
        rolloff=False,
        **list_common_values(book.get_line(seq), ThrowWords(text, text)),
    )


def list_uncounted(book: Book, table: int, *, before: bool = False) -> tuple[ThrowView, ...]:
    """Return a table's throws that lost their place through a correction.

    Parameters
    ----------
    book
        The game.
    table
        The number of the table.
    before
        Whether to return those before the last bell, or those since then.
    """
    return tuple(
        make_uncounted_throw(book, seq)
        for seq in _list_unused(book)
        if (seq < book.last_bell) == before and book.get_line(seq).dice is not None and book.is_at(seq, table)
    )


def is_round_reopened(book: Book) -> bool:
    """Return whether a correction lets a finished round go on, so that a later bell does not count."""
    return any(
        seq > book.last_bell and isinstance(book.get_line(seq).event, Bell) for seq in _list_unused(book)
    )


def _list_unused(book: Book) -> list[int]:
    """Return the numbers of the events that lost their place."""
    unused = list(book.game.unused)
    return [*unused, *(seq + book.seq_offset for seq in book.played.unused)] if book.seq_offset else unused


def _describe_throw(book: Book, table: rules.Table, thrown: rules.Thrown) -> ThrowWords:
    if thrown.seq == table.callable:
        return ThrowWords(say("Three alike: call it!"), say("Three alike"), say("call it!"))
    follows = None
    if thrown is table.throws[-1] and table.holder is not None:
        again = table.holder == thrown.thrower and not thrown.ends_turn
        stand_in = find_stand_in(book, table.number, table.holder)
        follows = say_who_throws(table.holder, stand_in, again=again)
    return describe_score(thrown.score, follows)


def describe_score(score: rules.Score, follows: Sentence | None) -> ThrowWords:
    """Return what a throw brought or lost in words, and what ``follows``; ``None``: nothing."""
    headline = say_points(score)
    if lost := _say_lost(score):
        if follows:
            lost = say("{lost}, {follows}", lost=lost, follows=follows)
        both = say("{headline} {lost}", headline=headline, lost=lost)
        if score.points:  # the number alone is large enough to be read from the far side of the table
            both = say("{headline}. {lost}", headline=headline, lost=lost)
            number = say("−{points}", points=-score.points)
            return ThrowWords(both, number, say("Three ones! {lost}", lost=lost))
        return ThrowWords(both, headline, lost)
    return join_words(headline, follows)


def _say_lost(score: rules.Score) -> Sentence | None:
    """Return what a throw takes away in words, ``None`` if it is a throw that takes nothing away."""
    if score.kind == "wipe":
        return say("All points are lost") if score.points else say("There were no points to lose")
    return say("The turn's points are lost") if score.kind == "snake_eyes" else None


def join_words(headline: Sentence, follows: Sentence | None) -> ThrowWords:
    """Return a throw in words, with what ``follows``; ``None``: nothing."""
    if follows is None:
        return ThrowWords(headline, headline)
    return ThrowWords(say("{headline}, {follows}", headline=headline, follows=follows), headline, follows)
