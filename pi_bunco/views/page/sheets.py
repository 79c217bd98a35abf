"""What slides over a table's page: a throw to put right, dice to enter, a question to confirm, and more."""

from dataclasses import dataclass

from pi_bunco.sentences import say, say_count
from pi_bunco.views.page.cards import percent
from pi_bunco.views.page.middle import KeypadView
from pi_bunco.views.page.over import ScoreCardView, score_card
from pi_bunco.views.page.stage import owners
from pi_bunco.views.table import Step, TableView, ThrowView


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A throw whose dice can be put right.

    Attributes
    ----------
    thrown
        The throw.
    says
        Where its dice come from.
    dice
        What people call each die.
    marked
        Whether the dice stand in the order of the photo; an answer may have been tapped in any order.
    """

    thrown: ThrowView
    says: str
    dice: tuple[str, ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """Dice to enter: for whom, and the keys."""

    text: str
    keypad: KeypadView


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A side's chance to win the round: its look, name, players and percent."""

    look: str
    name: str
    players: str
    percent: int


@dataclass(frozen=True, slots=True)
class MoreView:
    """The menu: where the game is, the score card, and what can be done.

    Attributes
    ----------
    unused
        What a correction has left without a place, as a sentence; ``""``: nothing.
    ends
        Whether the round can be ended.
    redo
        The undo that can be taken back, ``None``: none.
    camera
        Whether the table has a camera.
    """

    title: str
    text: str
    card: ScoreCardView
    unused: str
    ends: bool
    redo: Step | None
    camera: bool


def correction(view: TableView, seq: int) -> CorrectionView | None:
    """Return a throw of this round, or the last one, to put right; ``None`` where it is gone."""
    thrown = next((one for one in (*view.course, view.last) if one and one.seq == seq), None)
    if thrown is None:
        return None
    marked = thrown.by == "camera" and len(thrown.boxes) == len(thrown.dice)
    if not marked:
        dice = tuple(say("Die {number}", number=at) for at in range(1, len(thrown.dice) + 1))
    elif len(thrown.dice) == 2:  # noqa: PLR2004 - left and right
        dice = (say("Left die"), say("Right die"))
    else:
        dice = (say("Left die"), say("Middle die"), say("Right die"))
    return CorrectionView(thrown, _brought(thrown), dice, marked)


def entry(view: TableView) -> EntryView | None:
    """Return the keys for a throw that no camera has seen; ``None`` while nobody throws."""
    if not view.can.enter:
        return None
    text = (
        say("What {name} threw; the last one counts it.", name=view.thrower)
        if view.thrower
        else say("One die each; the last one counts them.")
    )
    return EntryView(text, KeypadView(view.dice, owners(view)))


def odds(view: TableView) -> tuple[ChanceView, ...] | None:
    """Return each side's chance to win the round; ``None`` where none is known."""
    found: list[ChanceView] = []
    for at, side in enumerate(view.sides):
        chance = percent(side.chance)
        if chance is None:
            return None
        look = ("us", "them")[at] if view.teams else "own"
        found.append(ChanceView(look, side.name, " & ".join(side.players) if view.teams else "", chance))
    return tuple(found)


def more(view: TableView) -> MoreView:
    """Return the menu."""
    unused = len(view.unused)
    return MoreView(
        title=view.title,
        text=say("Set {set} of {sets}, round {round}", set=view.set, sets=view.sets, round=view.round)
        if view.sets > 1
        else say("Round {round} of 6", round=view.round),
        card=score_card(view),
        unused=say_count(
            "One event has no place after a correction.",
            "{count} events have no place after a correction.",
            unused,
        )
        if unused
        else "",
        ends=view.can.end_round,
        redo=view.can.redo,
        camera=view.camera.status != "none",
    )


def _brought(thrown: ThrowView) -> str:
    if thrown.corrected:
        return say("Put right by hand.")
    if thrown.by == "camera":
        return say("Read by the camera.")
    return say("The mock host looked at it.") if thrown.by == "mock host" else say("Tapped in.")
