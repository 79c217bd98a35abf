"""The card between the tallies: what is rolled for, and the last throw as dice, in words, and as a photo."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.sentences import say
from pi_bunco.views.page.stage import is_tapped_in, owners
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.words import TARGETS


@dataclass(frozen=True, slots=True)
class GoalView:
    """What is rolled for: a sentence, the face that counts where there is one, and the time that is left."""

    says: str
    die: int | None = None
    time: str = ""
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class HalfView:
    """A half of the mat: which, whose, and the die that lay there last."""

    side: str
    name: str
    die: int | None


@dataclass(frozen=True, slots=True)
class KeypadView:
    """The keys for dice that are tapped in.

    Attributes
    ----------
    wanted
        How many dice; the last one sends.
    whose
        Whose die each is, where several players throw one each.
    seq
        The doubt that the dice answer, or the event after which they are missing; ``None`` where they are a
        throw of their own.
    missing
        Whether they are a throw that is missing.
    after
        The newest throw of this round, 0 where there is none.
    """

    wanted: int
    whose: tuple[str, ...] = ()
    seq: int | None = None
    missing: bool = False
    after: int = 0


@dataclass(frozen=True, slots=True)
class MiddleView:
    """The card in the middle.

    Attributes
    ----------
    shows
        ``last``: the last throw, or who throws first. ``halves``: the halves of the mat. ``each``: that all
        throw at the same time. ``keys``: the keypad alone.
    first
        Where there is no throw yet: who throws first, and the words beside.
    """

    goal: GoalView
    shows: Literal["last", "halves", "each", "keys"]
    whole: bool
    last: ThrowView | None
    first: tuple[str, str]
    halves: tuple[HalfView, ...]
    keypad: KeypadView | None


def keypad(view: TableView) -> KeypadView:
    """Return the keys for the next throw."""
    after = view.course[-1].seq if view.course else 0
    return KeypadView(view.dice, owners(view), after=after)


def middle(view: TableView) -> MiddleView:
    """Return what the card in the middle shows."""
    keyed = is_tapped_in(view)
    return MiddleView(
        goal=goal(view),
        shows=_shows(view, keyed=keyed),
        whole=view.phase == "one_each",
        last=view.last,
        first=_first(view),
        halves=_halves(view),
        keypad=keypad(view) if keyed else None,
    )


def goal(view: TableView) -> GoalView:
    """Return what is rolled for now."""
    if view.need:
        return _OF_NEED[view.phase]
    if view.phase == "dieoff":
        return GoalView(say("A lone six wins"), 6)
    if view.finishing:
        return GoalView(say("The bell rang: last turn"), view.target)
    target = TARGETS[view.target - 1]
    if view.phase == "rolloff":
        return GoalView(say("Roll-off for {faces}", faces=target), view.target)
    left = view.minutes_left
    return GoalView(
        say("Rolling for {faces}", faces=target), view.target, _time(left), left is not None and left <= 1
    )


_OF_NEED = {
    "order": GoalView(say("Three dice for the order")),
    "set_rolloff": GoalView(say("Rolling for sixes"), 6),
    "one_each": GoalView(say("One die each")),
    "final": GoalView(say("Three ones win"), 1),
}


def _time(minutes: int | None) -> str:
    """Say how much time is left: calmly, until the last minute."""
    match minutes:
        case None:
            return ""
        case 0:
            return say("time is up")
        case 1:
            return say("last minute")
        case _:
            return say("{count} minutes left", count=minutes)


def _shows(view: TableView, *, keyed: bool) -> Literal["last", "halves", "each", "keys"]:
    if view.phase == "dieoff":
        return "halves"
    if view.phase != "one_each":
        return "last"
    if keyed:
        return "keys"
    return "halves" if len(owners(view)) == 2 else "each"  # noqa: PLR2004 - a mat has two halves


def _first(view: TableView) -> tuple[str, str]:
    who = view.stand_in or view.thrower
    if who is None:
        return say("Nobody"), say("throws now")
    if view.stand_in:
        return who, say("throws first for {name}", name=view.thrower)
    return who, say("throws first")


def _halves(view: TableView) -> tuple[HalfView, ...]:
    lay = view.last.dice if view.phase == "dieoff" and view.last else ()
    dice = lay if len(lay) == 2 else (None, None)  # noqa: PLR2004 - one die a half
    sides = (say("left half"), say("right half"))
    return tuple(HalfView(*half) for half in zip(sides, owners(view), dice, strict=False))
