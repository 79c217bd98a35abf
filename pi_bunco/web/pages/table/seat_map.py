"""The map of a table between rounds: who sits where, and who goes where."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import copysign

from pi_bunco.sentences import say, say_list
from pi_bunco.views.table import PlayerView, TableView
from pi_bunco.views.throw_views import ThrowView
from pi_bunco.views.words import TARGET_WORDS

_Point = tuple[float, float]

# The seats from above, as fractions of the map: seat 1 below, then clockwise.
_SEATS: dict[int, _Point] = {1: (0.5, 0.87), 2: (0.13, 0.5), 3: (0.5, 0.13), 4: (0.87, 0.5)}
_HALF_CARD = (0.105, 0.075)
"""Half the width and half the height of a place card, as in the style sheet, as fractions of the map."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """The place card of a player.

    Attributes
    ----------
    left, top
        Its place on the map, in percent.
    text
        Where they go, or come from, or that they stay.
    ghost, first, bag, moves
        Whether they are a ghost, throw first, have the traveling bag, and change their chair.
    """

    name: str
    left: float
    top: float
    text: str
    ghost: bool
    first: bool
    bag: bool
    moves: bool


@dataclass(frozen=True, slots=True)
class ChartView:
    """The map for one shape of screen: its name, its size, and its arrows from seat to seat as SVG paths."""

    name: str
    width: int
    height: int
    arrows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The result of the last round.

    Attributes
    ----------
    title
        The round, and whether a roll-off decided it.
    winners
        Who has won, one name on each line; nobody while the result may change.
    score, others
        The winners' score, and those of the other sides with their names in words. Without winners, or where
        two win with a score each, there is no score, and all sides are others.
    look
        The winners' colour; ``own`` if sides have none, ``open`` if nobody has won yet, ``listed`` if two
        have won, each with their own score.
    last
        The last throw of the round; ``None``: there was none.
    """

    title: str
    winners: tuple[str, ...]
    score: int | None
    others: tuple[tuple[int, str], ...]
    look: str
    last: ThrowView | None


@dataclass(frozen=True, slots=True)
class MapView:
    """The map between rounds.

    Attributes
    ----------
    outcome
        The result of the last round here; ``None`` before the first.
    charts
        The same map for wide and for tall screens.
    places
        Where everybody sits.
    label, part, target
        A label with the next round for a screen reader, its part of the night, and its target.
    title, text
        What comes next, or that there is a break.
    name
        The name in the text; ``""``: none.
    after
        The words after the name.
    leaving
        A sentence for each other table to which players go.
    bell
        A sentence if the bell waits; ``""`` if it does not.
    seconds
        After how many seconds the bell rings by itself; ``None``: it does not.
    """

    outcome: OutcomeView | None
    charts: tuple[ChartView, ...]
    places: tuple[PlaceView, ...]
    label: str
    part: str
    target: int
    title: str
    text: str
    name: str
    after: str
    leaving: tuple[str, ...]
    bell: str
    seconds: int | None


def make_map(view: TableView) -> MapView:
    """Return the map of a table between two rounds."""
    waits = view.bell_in == 0 and not view.can.ring
    settling = view.moment.part == "settling"
    faces = TARGET_WORDS[view.target - 1]
    text, name, after = _describe_next(view, faces)
    return MapView(
        outcome=_make_outcome(view),
        charts=(_make_chart(view, "wide", 1000, 560), _make_chart(view, "tall", 740, 820)),
        places=tuple(_make_place(view, player) for player in view.players),
        label=say("Seats of round {round}", round=view.rounds[-1].round)
        if settling and view.rounds
        else say("Seats for round {round}", round=view.round),
        part=say("Round {round} · Set {set}", round=view.round, set=view.set)
        if view.sets > 1
        else say("Round {round}", round=view.round),
        target=view.target,
        title=view.rest or say("Rolling for {faces}", faces=faces),
        text=text,
        name=name,
        after=after,
        leaving=tuple(_list_leaving(view)),
        bell=_say_why_bell_waits(settling=settling) if waits and not view.rest else "",
        seconds=None if waits or view.rest else view.bell_in,
    )


def _list_leaving(view: TableView) -> Iterator[str]:
    names: dict[int, list[str]] = {}
    for move in view.moves:
        if move.table == view.table != move.to_table:
            names.setdefault(move.to_table, []).append(move.name)
    for table, leaving in sorted(names.items()):
        if len(leaving) == 1:
            yield say("{name} goes to table {table}", name=leaving[0], table=table)
        else:
            yield say("{names} go to table {table}", names=say_list(leaving), table=table)


def _say_why_bell_waits(*, settling: bool) -> str:
    if settling:
        return say("The bell waits: the round is not final")
    return say("The bell waits: a throw is in doubt")


def _make_outcome(view: TableView) -> OutcomeView | None:
    if not view.rounds:
        return None
    line = view.rounds[-1]
    if not line.winners:
        return OutcomeView(
            title=say("Round {round}", round=line.round),
            winners=(),
            score=None,
            others=tuple((score, say_list(players)) for players, score in line.sides),
            look="open",
            last=view.last,
        )
    title = say("Round {round}, after a roll-off", round=line.round)
    if not line.rolloff:
        title = say("Round {round}", round=line.round)
    winning = [at for at, (players, _) in enumerate(line.sides) if players[0] in line.winners]
    if len(winning) > 1:
        sides = sorted(line.sides, key=lambda side: side[0][0] not in line.winners)
        by_name = tuple((score, say_list(players)) for players, score in sides)
        return OutcomeView(title, line.winners, score=None, others=by_name, look="listed", last=view.last)
    (winning_side,) = winning
    return OutcomeView(
        title=title,
        winners=line.winners,
        score=line.sides[winning_side][1],
        others=tuple(
            (score, say("against {names}", names=say_list(players)))
            for at, (players, score) in enumerate(line.sides)
            if at != winning_side
        ),
        look=("us", "them")[winning_side] if any(len(players) > 1 for players, _ in line.sides) else "own",
        last=view.last,
    )


def _describe_next(view: TableView, faces: str) -> tuple[str, str, str]:
    """Return who throws first or what follows a break: words before a name, the name, words after it."""
    if view.rest:
        newest = view.results.newest
        if not view.can.draw and newest:
            prize = say("wins {prize}", prize=newest.prize) if newest.prize else ""
            return say("Drawn:"), newest.name, newest.replaces or prize
        return say("then rolling for {faces}", faces=faces), "", ""
    if view.thrower is None:
        return "", "", ""
    after = say("throws first for {name}", name=view.thrower) if view.stand_in else say("throws first")
    return "", view.stand_in or view.thrower, after


# The keys are how many seats further the player sits. Seats count clockwise, so the next seat is on the left.
_TO_SEAT = {
    1: say("one to the left"),
    2: say("goes across"),
    3: say("one to the right"),
}
_FROM_SEAT = {1: say("from the left"), 2: say("from across"), 3: say("from the right")}


def _make_place(view: TableView, player: PlayerView) -> PlaceView:
    move = next((move for move in view.moves if move.name == player.name), None)
    # If everybody stays at the table, arrows start at the old seats. Otherwise new seats have words.
    x, y = _SEATS[move.seat if move and not _has_newcomers(view) else player.seat]
    if move is None:
        text = say("stays") if view.moves and not _is_new(view, player) else say("sits here")
    elif not _has_newcomers(view):
        text = _TO_SEAT[(move.to - move.seat) % 4]
    elif move.table != view.table:
        text = say("from table {table}", table=move.table)
    else:
        text = _FROM_SEAT[(move.seat - move.to) % 4]
    first = player.name == view.thrower
    return PlaceView(
        player.name, x * 100, y * 100, text, player.ghost, first, player.bag, moves=move is not None
    )


def _has_newcomers(view: TableView) -> bool:
    """Return whether somebody comes from another table, goes to one, or has just got a seat here."""
    changes_table = any(move.table != move.to_table for move in view.moves)
    return changes_table or any(_is_new(view, player) for player in view.players)


def _is_new(view: TableView, player: PlayerView) -> bool:
    """Return whether a player, or a ghost, had no seat in the last round."""
    if not view.rounds or any(move.name == player.name for move in view.moves):
        return False
    return all(player.name not in names for names, _ in view.rounds[-1].sides)


def _make_chart(view: TableView, name: str, width: int, height: int) -> ChartView:
    moves = () if _has_newcomers(view) else view.moves
    arrows = tuple(_draw_arrow(move.seat, move.to, width, height) for move in moves)
    return ChartView(name, width, height, arrows)


def _draw_arrow(start: int, end: int, width: int, height: int) -> str:
    """Return the arrow from one seat to another as an SVG path between the edges of their cards.

    An arrow to a neighbour's seat has a rounded corner. An arrow across is an arc beside the middle.

    >>> _draw_arrow(1, 2, 1000, 560)
    'M383 487 Q130 487 130 333'
    """

    def format_point(point: _Point) -> str:
        return f"{point[0] * width:.0f} {point[1] * height:.0f}"

    old, new = _SEATS[start], _SEATS[end]
    sideways = start in (1, 3)  # the arrow leaves these seats to the left or to the right
    if abs(start - end) == 2:  # noqa: PLR2004 - the seat across
        edge, bulge = ((-1, 0), (-0.2, 0.0)) if sideways else ((0, 1), (0.0, 0.17))
        first, last = _move_to_edge(old, edge), _move_to_edge(new, edge)
        bend = f"{format_point(_shift(first, bulge))} {format_point(_shift(last, bulge))}"
        return f"M{format_point(first)} C{bend} {format_point(last)}"
    right, down = copysign(1, new[0] - old[0]), copysign(1, new[1] - old[1])
    first = _move_to_edge(old, (right, 0) if sideways else (0, down))
    last = _move_to_edge(new, (0, -down) if sideways else (-right, 0))
    corner = (last[0], first[1]) if sideways else (first[0], last[1])
    return f"M{format_point(first)} Q{format_point(corner)} {format_point(last)}"


def _move_to_edge(seat: _Point, towards: _Point) -> _Point:
    """Return the point beside the card of a seat, in a direction of which each part is -1, 0 or 1."""
    return _shift(seat, (towards[0] * (_HALF_CARD[0] + 0.012), towards[1] * (_HALF_CARD[1] + 0.02)))


def _shift(point: _Point, by: _Point) -> _Point:
    return point[0] + by[0], point[1] + by[1]
