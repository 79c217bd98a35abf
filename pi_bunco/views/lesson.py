"""A lesson of one minute in a sheet's own words, with practice throws, for guests who arrive."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_bunco.paper.sentences import PAGE
from pi_bunco.rules import Dice, Sheet, score
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.words import TARGET_WORDS, say_points


@dataclass(frozen=True, slots=True)
class PracticeThrow:
    """A throw that shows a rule: its dice, which of them score, its result, and what follows."""

    dice: Dice
    hits: tuple[bool, ...]
    result: str
    follows: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One screen of the lesson.

    Attributes
    ----------
    title
        Its heading.
    sentences
        What the sheet says about it.
    rolling
        What the practice throws roll for, in words; ``""``: there are none.
    throws
        The practice throws.
    """

    title: str
    sentences: tuple[str, ...]
    rolling: str = ""
    throws: tuple[PracticeThrow, ...] = ()


_TARGET = 4
"""The round of the practice throws. It has numbers below it and above it."""
_STEPS: tuple[tuple[Sentence, frozenset[str], tuple[Dice, ...]], ...] = (
    (say("You roll for one number"), frozenset({"rounds", "points"}), ((4, 2, 4),)),
    (say("Three alike"), frozenset({"bunco", "mini_below", "three_ones_wipe"}), ((4, 4, 4), (2, 2, 2))),
    (say("Your turn"), frozenset({"turn"}), ((4, 1, 6), (1, 3, 6))),
    (say("The end of a round"), frozenset({"round_end", "bunco_ends", "everybody_throws", "winners"}), ()),
    (say("Who moves"), frozenset({"winners_move", "losers_move", "partners"}), ()),
)
"""The heading of each step, the first keys of its sentences, and its practice throws."""


def make_lesson(sheet: Sheet) -> tuple[LessonStep, ...]:
    """Return the screens of the lesson about a sheet. A screen with no sentences is left out.

    >>> from pi_bunco.rules import load_sheet
    >>> first = make_lesson(load_sheet("classic"))[0]
    >>> first.sentences[1], first.throws[0].result
    ('Three dice are thrown. Each that shows the target scores 1 point.', '+2')
    """
    steps = (
        LessonStep(
            title,
            tuple(_list_sentences(sheet, keys)),
            say("Rolling for {faces}", faces=TARGET_WORDS[_TARGET - 1]) if throws else "",
            tuple(_practise(sheet, dice) for dice in (*throws, *_list_more_throws(sheet, keys))),
        )
        for title, keys, throws in _STEPS
    )
    return tuple(step for step in steps if step.sentences)


def _list_more_throws(sheet: Sheet, keys: frozenset[str]) -> tuple[Dice, ...]:
    """Return the practice throws that only some sheets need."""
    return ((1, 1, 1),) if sheet.three_ones_wipe and "three_ones_wipe" in keys else ()


def _list_sentences(sheet: Sheet, keys: frozenset[str]) -> Iterator[str]:
    for items in PAGE.values():
        for item in items:
            if item.keys[0] in keys and (sentence := item.make_sentence(sheet)):
                yield sentence


def _practise(sheet: Sheet, dice: Dice) -> PracticeThrow:
    worth = score(sheet, _TARGET, dice)
    passes = not worth.points or (worth.kind == "mini" and sheet.mini_ends_turn)
    follows = say("the dice go on") if passes else say("throw again")
    if worth.kind == "wipe":
        follows = say("all points of this round are lost, and the dice go on")
    return PracticeThrow(dice, worth.hits, say_points(worth), follows)
