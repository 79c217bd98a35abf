"""The middle of a table's page: the card between the tallies with the last throw, or a drawing."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.rules import Dice
from pi_bunco.sentences import say
from pi_bunco.views.results import DrawnName
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.words import TARGET_WORDS, EmphasisedText
from pi_bunco.web.pages.table.frame import find_owners, is_tapped_in


@dataclass(frozen=True, slots=True)
class TargetView:
    """The target: a sentence, the face that counts if there is one, and the time that is left.

    ``goal``: what score ends the round, in words.
    """

    text: str
    die: int | None = None
    time: str = ""
    urgent: bool = False
    goal: str = ""


@dataclass(frozen=True, slots=True)
class HalfView:
    """A half of the mat: which one, its player, and the last die there."""

    side: str
    name: str
    die: int | None


@dataclass(frozen=True, slots=True)
class KeypadView:
    """The keys for entering dice.

    Attributes
    ----------
    wanted
        How many dice there are. After the last one they are sent.
    whose
        The owner of each die, if several players throw one each.
    seq
        The doubt that the dice answer, or the event before a missing throw; ``None`` for the next throw.
    missing
        Whether the dice are a missing throw.
    after
        The newest throw since the last bell; 0: there is none.
    seen
        The moment that the page shows.
    tapped
        The faces that were tapped before.
    in_round
        Whether it is for a throw of the round. If the round ends meanwhile, people are asked about its faces.
    """

    wanted: int
    whose: tuple[str, ...] = ()
    seq: int | None = None
    missing: bool = False
    after: int = 0
    seen: str = ""
    tapped: Dice = ()
    in_round: bool = False


@dataclass(frozen=True, slots=True)
class EntryView:
    """A dialog for entering dice: a sentence about whose they are or where they belong, and the keys."""

    text: str
    keypad: KeypadView


@dataclass(frozen=True, slots=True)
class MiddleView:
    """The card in the middle.

    Attributes
    ----------
    content
        ``last``: the last throw, or who throws first. ``halves``: the halves of the mat. ``each``: everybody
        throws at the same time. ``keys``: the keypad alone.
    first
        If there is no throw yet: who throws first.
    without_photo
        Whether it has no place for a photo.
    """

    target: TargetView
    content: Literal["last", "halves", "each", "keys"]
    without_photo: bool
    last: ThrowView | None
    first: EmphasisedText
    halves: tuple[HalfView, ...]
    keypad: KeypadView | None


@dataclass(frozen=True, slots=True)
class DrawingView:
    """A drawing.

    Attributes
    ----------
    title, text
        The break before it, ``""``: there is none; and its purpose.
    hat
        The names in the hat.
    where, placed
        Words for the places that are already taken, and the players who have them.
    drawn
        The name that was drawn last; ``None``: none.
    """

    title: str
    text: str
    hat: tuple[str, ...]
    where: str
    placed: tuple[str, ...]
    drawn: DrawnName | None = None


def make_keypad(view: TableView) -> KeypadView:
    """Return the keys for the next throw."""
    return KeypadView(
        view.dice,
        find_owners(view),
        after=view.here.newest,
        seen=view.here.seen,
        in_round=view.phase == "playing",
    )


def make_middle(view: TableView) -> MiddleView:
    """Return the card in the middle."""
    keyed = is_tapped_in(view)
    return MiddleView(
        target=make_target(view),
        content=_choose_content(view, keyed=keyed),
        without_photo=view.phase == "one_each",
        last=view.last,
        first=_say_who_throws_first(view),
        halves=_list_halves(view),
        keypad=make_keypad(view) if keyed else None,
    )


def make_drawing(view: TableView) -> DrawingView:
    """Return the drawing that a table waits for."""
    need = view.need
    assert need is not None  # noqa: S101 - a drawing is an ask
    results = view.results
    placed = results.finalists or results.semi_finalists
    return DrawingView(
        title=view.rest,
        text=need.title,
        hat=need.among,
        where=say("At the final table:") if results.finalists else say("In the semi-final:"),
        # The seats of a semi-final are drawn among players who already have a place.
        placed=tuple(name for name in placed if name not in need.among),
        drawn=results.newest,
    )


def make_target(view: TableView) -> TargetView:
    """Return the target."""
    if view.need:
        return _ASK_TARGETS[view.phase]
    if view.phase == "dieoff":
        return TargetView(say("A lone six wins"), 6)
    if view.finishing:
        return TargetView(say("The bell rang: last turn"), view.target)
    target = TARGET_WORDS[view.target - 1]
    if view.phase == "rolloff":
        return TargetView(say("Roll-off for {faces}", faces=target), view.target)
    left = view.minutes_left
    urgent = left is not None and left <= 1
    return TargetView(
        say("Rolling for {faces}", faces=target), view.target, _say_time_left(left), urgent, view.goal
    )


_ASK_TARGETS = {
    "order": TargetView(say("Three dice for the order")),
    "set_rolloff": TargetView(say("Rolling for sixes"), 6),
    "one_each": TargetView(say("One die each")),
    "final": TargetView(say("Three ones win"), 1),
}


def _say_time_left(minutes: int | None) -> str:
    """Return the time that is left in words."""
    match minutes:
        case None:
            return ""
        case 0:
            return say("time is up")
        case 1:
            return say("last minute")
        case _:
            return say("{count} minutes left", count=minutes)


def _choose_content(view: TableView, *, keyed: bool) -> Literal["last", "halves", "each", "keys"]:
    if view.phase not in ("dieoff", "one_each"):
        return "last"
    if len(find_owners(view)) == 2 and not (keyed and view.phase == "one_each"):  # noqa: PLR2004 - a mat has two halves
        return "halves"
    return "keys" if keyed else "each"


def _say_who_throws_first(view: TableView) -> EmphasisedText:
    who = view.stand_in or view.thrower
    if who is None:
        return EmphasisedText(say("{nobody} throws now", nobody=say("Nobody")), ("nobody",))
    if view.stand_in:
        return EmphasisedText(say("{who} throws first for {name}", who=who, name=view.thrower), ("who",))
    return EmphasisedText(say("{who} throws first", who=who), ("who",))


def _list_halves(view: TableView) -> tuple[HalfView, ...]:
    owners = find_owners(view)
    dice = view.last.dice if view.last and view.last.owners == owners else (None, None)
    sides = (say("left half"), say("right half"))
    return tuple(HalfView(*half) for half in zip(sides, owners, dice, strict=False))
