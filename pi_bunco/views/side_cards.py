"""One paper card for each side: the players, a large score, the tally, and the chance to win.

Outside the rounds the cards are those of the players who take part: in the roll-off of a set, with one die
each for a place, or in the final.
"""

from dataclasses import dataclass, replace
from itertools import accumulate

from pi_bunco.rules import Dice
from pi_bunco.views.table import AskView, ContestView, SideView, TableView


@dataclass(frozen=True, slots=True)
class NameOnCard:
    """A player of a team on its card: whether they are a ghost, throw now, or have the traveling bag."""

    name: str
    ghost: bool
    throwing: bool
    bag: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """The card of a side.

    Attributes
    ----------
    look
        ``us`` or ``them`` for teams, which have colours; ``own`` for players who play alone.
    name, names
        The title of the card, and the players of a team.
    score
        The score in large digits; a dash if there is none yet.
    dice, hits
        Dice instead of a score, and whether each scored. With ``blank``: a die that nobody has thrown yet.
    tied
        The score at which the round was tied, if ``score`` is that of its roll-off.
    tally
        The running totals; ``None`` if there is no tally.
    percent
        The chance to win the round; ``None``: not known.
    throwing, winner, together
        Whether this side throws now, whether it has won, and whether all throw at the same time.
    bag
        Whether a player who plays alone has the traveling bag.
    """

    look: str
    name: str
    names: tuple[NameOnCard, ...] = ()
    score: str = ""
    dice: Dice = ()
    hits: tuple[bool, ...] = ()
    blank: bool = False
    tied: int | None = None
    tally: tuple[int, ...] | None = None
    percent: int | None = None
    throwing: bool = False
    winner: bool = False
    together: bool = False
    bag: bool = False


NO_SCORE = "–"


def make_cards(view: TableView) -> tuple[CardView, ...]:
    """Return the cards of those who take part now."""
    if view.need and view.phase in ("order", "set_rolloff", "one_each", "final"):
        return make_contest_cards(view.need, ContestView(view.phase, view.course, view.thrower))
    return tuple(_make_side_card(view, side, at) for at, side in enumerate(view.sides))


def make_contest_cards(need: AskView, contest: ContestView) -> tuple[CardView, ...]:
    """Return the cards of the players who throw outside the rounds."""
    return tuple(_make_player_card(need, contest, name) for name in need.among)


def round_percent(chance: float | None) -> int | None:
    """Return a chance in whole percent. It is 0 or 100 only for what is certain.

    >>> [round_percent(chance) for chance in (0.715, 0.9996, 1.0, 0.0004, None)]
    [72, 99, 100, 1, None]
    """
    if chance is None:
        return None
    return int(chance * 100) if chance in (0, 1) else min(max(int(chance * 100 + 0.5), 1), 99)


def _make_side_card(view: TableView, side: SideView, at: int) -> CardView:
    in_rolloff = view.phase == "rolloff" and side.rolloff is not None
    ghosts = {player.name for player in view.players if player.ghost}
    holder = next((player.name for player in view.players if player.bag), None)
    return CardView(
        look=("us", "them")[at] if view.teams else "own",
        name=side.name,
        names=tuple(
            NameOnCard(name, name in ghosts, name == view.thrower, name == holder) for name in side.players
        )
        if view.teams
        else (),
        bag=not view.teams and holder in side.players,
        score=str(side.rolloff if in_rolloff else side.score),
        tied=side.score if in_rolloff else None,
        tally=side.tally,
        percent=round_percent(side.chance),
        throwing=side.throwing,
        winner=side.winner,
    )


def _make_player_card(need: AskView, contest: ContestView, name: str) -> CardView:
    throws = [thrown for thrown in contest.throws if thrown.thrower == name]
    card = CardView(look="own", name=name, throwing=name == contest.thrower or name in need.each)
    if contest.phase == "one_each":
        return replace(card, blank=True, together=True)
    if contest.phase == "set_rolloff":
        points = [thrown.points for thrown in throws if thrown.points]
        return replace(card, score=str(sum(points)), tally=tuple(accumulate(points)))
    if not throws:
        return replace(card, score=NO_SCORE)
    if contest.phase == "order":
        return replace(card, score=str(throws[-1].points))
    return replace(card, dice=throws[-1].dice, hits=throws[-1].hits)
