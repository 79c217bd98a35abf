"""The room's screen while people throw: all tables, or those who throw outside the rounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.results import DrawnName
from pi_bunco.views.room import RoomTableView, RoomView
from pi_bunco.views.side_cards import CardView, make_contest_cards
from pi_bunco.views.words import TARGET_WORDS


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
class GridView:
    """The layout of the tables: how many there are, columns and rows."""

    count: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class CallView:
    """The announcer's line: its round, the set around it, what the room rolls for, and that face.

    ``key`` names the round.
    """

    key: str
    where: str
    round: str
    faces: str
    die: int


def make_grid(view: RoomView) -> GridView:
    """Return the layout of the tables on a wide screen.

    >>> [_count_columns(count) for count in (1, 3, 4, 12, 25)]
    [1, 3, 2, 4, 5]
    """
    count = len(view.tables)
    columns = _count_columns(count)
    return GridView(count, columns, -(-count // columns))


def make_tables(view: RoomView) -> Mapping[str, ScoreView]:
    """Return the scores of each table by its number; none while no round is played."""
    if view.status != "playing":
        return {}
    goals = not view.goal
    return {str(table.table): _make_scores(table, goals=goals) for table in view.tables}


def make_contest(view: RoomView) -> tuple[CardView, ...]:
    """Return the cards of the players who throw outside the rounds; empty if nobody does."""
    return make_contest_cards(view.need, view.contest) if view.need and view.contest else ()


def find_drawn_name(view: RoomView) -> DrawnName | None:
    """Return the name that was drawn last, while people throw for a place; ``None`` if there is none."""
    return view.results.newest if view.need and view.contest else None


def make_call(view: RoomView) -> CallView | None:
    """Return the announcer's line of a round; ``None`` if none is played."""
    if view.moment.part != "round":
        return None
    where: str = say("The semi-final") if view.stage == "semi_final" else ""
    if not where and view.sets > 1:
        where = say("Set {set} of {sets}", set=view.set, sets=view.sets)
    return CallView(
        f"{view.game} {view.stage} {view.set} {view.round}",
        where,
        _ROUNDS[view.round - 1],
        say("Rolling for {faces}", faces=TARGET_WORDS[view.target - 1]),
        view.target,
    )


_ROUNDS = (
    say("Round one"),
    say("Round two"),
    say("Round three"),
    say("Round four"),
    say("Round five"),
    say("Round six"),
)


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
    if at.lost:
        return say("Three ones! −{points}", points=at.lost), "wipe"
    if at.standing == "decided" and at.is_open:
        return say("not final"), "finishing"
    return _CHIPS.get(at.standing, ("", ""))


_CHIPS: dict[str, tuple[str, str]] = {
    "rolloff": (say("roll-off"), "rolloff"),
    "finishing": (say("last turn"), "finishing"),
    "decided": (say("done"), "done"),
}
