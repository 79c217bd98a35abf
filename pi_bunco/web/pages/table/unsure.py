"""Dialogs that ask whether a tap is meant: dice that may be counted, half a throw, an early bell."""

from dataclasses import dataclass

from pi_bunco.game.throw_lines import THREE
from pi_bunco.rules import Dice
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.table.middle import KeypadView


@dataclass(frozen=True, slots=True)
class SameThrowView:
    """Dice that may be counted already.

    Attributes
    ----------
    text
        What was counted meanwhile.
    dice
        The dice that were tapped.
    after
        The number of the newest throw at the table.
    seen
        The moment at which they were tapped.
    """

    text: Sentence
    dice: Dice
    after: int
    seen: str


@dataclass(frozen=True, slots=True)
class HalfThrowView:
    """A throw of which some faces were tapped when its table stopped: a sentence, and keys for the rest."""

    text: Sentence
    keypad: KeypadView


@dataclass(frozen=True, slots=True)
class EarlyBellView:
    """A bell just after the end of a round: what has happened, the label of the button, and the moment."""

    text: Sentence
    label: Sentence
    seen: str


def make_same_throw(dice: Dice, entered: Dice, after: int, seen: str) -> SameThrowView:
    """Return the question whether dice are the throw that was counted while they were tapped."""
    if sorted(dice) == sorted(entered):
        text = say("{dice} was entered here just now. Is yours the same throw?", dice=format_dice(entered))
    else:
        text = say(
            "{dice} was entered here while you were tapping {yours}. Is yours the same throw?",
            dice=format_dice(entered),
            yours=format_dice(dice),
        )
    return SameThrowView(text, dice, after, seen)


def make_half_throw(dice: Dice, after: int, seen: str) -> HalfThrowView:
    """Return the question about faces that were tapped when the table stopped."""
    text = say("Were these dice thrown before that? Then tap the rest. The last die enters them.")
    return HalfThrowView(text, KeypadView(THREE, after=after, seen=seen, tapped=dice))


def make_early_bell(view: TableView) -> EarlyBellView:
    """Return the question whether the next round begins now."""
    return EarlyBellView(
        say("A throw has just ended the round. The bell now starts the next one for the whole room."),
        say("Start round {round}", round=view.round),
        view.here.seen,
    )
