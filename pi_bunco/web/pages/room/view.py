"""The room's screen: all tables, between rounds who goes where, at the end the winners."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_bunco.rules import is_ghost
from pi_bunco.sentences import say
from pi_bunco.views.awards import AwardView, WonSet, list_awards_of_screen, list_won_sets, say_what_is_open
from pi_bunco.views.results import DrawnName
from pi_bunco.views.room import RoomTableView, RoomView
from pi_bunco.views.rounds import say_result
from pi_bunco.views.side_cards import CardView, make_contest_cards


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side at a table: its look, its players, its score, and whether it throws, leads or has won."""

    look: str
    names: tuple[str, ...]
    score: str
    throwing: bool
    leading: bool
    won: bool


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A table while a round is played: its sides, and a chip with its kind if something is special.

    ``goal``: what score ends the round there, if each table has its own goal.
    """

    table: int
    sides: tuple[SideScore, ...]
    chip: str
    kind: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class ChairView:
    """A chair: its seat, who sits there next, and from where they come; ``""``: they stay.

    ``moves``: whether they come from elsewhere. ``ghost``: whether they are a ghost.
    """

    seat: int
    name: str
    origin: str
    moves: bool
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class ChairsView:
    """A table between rounds: who sits where, a chip if something is special, and its last result."""

    table: int
    chairs: tuple[ChairView, ...]
    chip: str
    result: str = ""


@dataclass(frozen=True, slots=True)
class GridView:
    """The layout of the tables: the content of each, how many there are, columns and rows."""

    content: str
    count: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class EndView:
    """The end: who has won the game and each set, and the awards.

    Attributes
    ----------
    columns
        In how many columns the awards are on a wide screen.
    provisional
        Why they cannot be handed over yet; ``""`` if they can.
    """

    headline: str
    sets: tuple[WonSet, ...]
    awards: tuple[AwardView, ...]
    columns: int = 1
    provisional: str = ""


def make_grid(view: RoomView) -> GridView:
    """Return the layout of the tables on a wide screen.

    >>> [_count_columns(count) for count in (1, 3, 4, 12, 25)]
    [1, 3, 2, 4, 5]
    """
    count = len(view.tables)
    columns = _count_columns(count)
    content = {"playing": "scores", "ready": "chairs", "over": "end"}[view.status]
    return GridView(content, count, columns, -(-count // columns))


def make_tables(view: RoomView) -> Mapping[str, ScoreView | ChairsView]:
    """Return each table by its number: its scores, or between rounds its chairs.

    At the end there are none.
    """
    if view.status == "over":
        return {}
    if view.status == "playing":
        goals = not view.goal
        return {str(table.table): _make_scores(table, goals=goals) for table in view.tables}
    return {str(table.table): _make_chairs(view, table) for table in view.tables}


def make_end(view: RoomView) -> EndView | None:
    """Return the end of a game, ``None`` before it."""
    if view.moment.part != "over":
        return None
    results = view.results
    awards = list_awards_of_screen(results)
    provisional = say_what_is_open(results) if awards else ""
    columns = _count_award_columns(len(awards))
    return EndView(view.moment.now, list_won_sets(results), awards, columns, provisional)


def make_contest(view: RoomView) -> tuple[CardView, ...]:
    """Return the cards of the players who throw outside the rounds; empty if nobody does."""
    return make_contest_cards(view.need, view.contest) if view.need and view.contest else ()


def find_drawn_name(view: RoomView) -> DrawnName | None:
    """Return the name that was drawn last, until the next bell; ``None`` if there is none."""
    return view.results.newest


def _count_award_columns(count: int) -> int:
    """Return in how many columns the awards are on a wide screen."""
    by_most_awards = ((3, max(count, 1)), (4, 2), (9, 3), (20, 4))
    return next((columns for most, columns in by_most_awards if count <= most), 5)


def _count_columns(count: int) -> int:
    """Return how many tables are in a row on a wide screen."""
    by_most_tables = ((1, 1), (2, 2), (3, 3), (4, 2), (9, 3), (16, 4))
    return next((columns for most, columns in by_most_tables if count <= most), 5)


def _make_scores(at: RoomTableView, *, goals: bool) -> ScoreView:
    # A side that is not in the roll-off cannot lead: it has no points there.
    compared = at.scores if at.tied is None else at.rolloff
    best = max((points for points in compared if points is not None), default=0)
    leading = [points == best for points in compared]
    alone = leading.count(True) == 1
    teams = any(len(names) > 1 for names in at.sides)
    sides = tuple(
        SideScore(
            look=("us", "them")[index] if teams else "own",
            names=names,
            score=str(points),
            throwing=at.thrower in names,
            leading=alone and leading[index],
            won=bool(set(names) & set(at.winners)),
        )
        for index, (names, points) in enumerate(zip(at.sides, at.points, strict=True))
    )
    chip, kind = _choose_chip(at)
    return ScoreView(at.table, sides, chip, kind, at.goal if goals else "")


def _choose_chip(at: RoomTableView) -> tuple[str, str]:
    """Return what is special about a table in words, and its kind."""
    if at.doubt:
        return say("in doubt"), "doubt"
    if at.bunco:
        return say("Bunco! {name}", name=at.bunco), "bunco"
    match at.standing:
        case "rolloff":
            return say("roll-off"), "rolloff"
        case "finishing":
            return say("last turn"), "finishing"
        case "decided":
            return (say("not final"), "finishing") if at.is_open else (say("done"), "done")
        case _:
            return "", ""


_MANY = 12
"""With more tables than this, a card has room for few words."""


def _say_origin(table: int, *, short: bool) -> str:
    return say("from {table}", table=table) if short else say("from table {table}", table=table)


def _make_chairs(view: RoomView, at: RoomTableView) -> ChairsView:
    came_from = {move.name: move.table for move in view.moves if move.to_table == at.table}
    chairs = []
    for seat, name in enumerate(at.seats, 1):
        origin = came_from.get(name, at.table)
        words = (
            _say_origin(origin, short=len(view.tables) > _MANY) if origin != at.table else say("new chair")
        )
        moves = name in came_from
        chairs.append(ChairView(seat, name, words if moves else "", moves, is_ghost(name)))
    doubt = say("in doubt") if at.doubt else say("not final") if at.is_open else ""
    return ChairsView(at.table, tuple(chairs), doubt, "" if at.is_open else say_result(at.last))
