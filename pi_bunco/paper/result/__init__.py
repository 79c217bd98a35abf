"""The result of a game for people: rounds, standings, awards, finals, and events without a place."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from pi_bunco.paper.result.awards import format_awards, format_drawings, format_finals, format_set_winners
from pi_bunco.paper.result.look import GAP, make_heading
from pi_bunco.paper.result.rounds import MAX_TABLES_IN_LINES, format_rounds, make_standings
from pi_bunco.paper.text import make_printable
from pi_bunco.paper.words import describe_event, describe_need
from pi_bunco.rules import Game
from pi_bunco.rules.night import Night
from pi_bunco.rules.words import format_count


def format_result(game: Game, night: Night, width: int) -> Iterator[RenderableType]:
    """Yield the result of a game, part by part, for a console of ``width`` cells.

    With few tables, each table has a line in each round. With more tables the rounds are columns of grids, so
    that a long evening does not need a line for each table of each round.
    """
    yield from _make_heading(game)
    yield from (*_list_seats(game), GAP)
    if game.rounds:
        yield from format_rounds(game, width)
        yield from (make_heading("Standings"), make_standings(game), GAP)
        if game.bag:
            wins = "wins" if game.status == "over" else "holds"
            yield from (Text(f"{make_printable(game.bag)} {wins} the traveling bag."), GAP)
        yield from format_set_winners(night)
        yield from format_drawings(night)
        yield from format_awards(game, night)
    if night.finals:
        yield from format_finals(night.finals, width)
    yield from _make_list("Next", [lines for ask in night.asks if (lines := describe_need(ask))])
    yield from _make_list("Events without a place", _list_unused(game, night))


def _make_heading(game: Game) -> Iterator[RenderableType]:
    yield Text.assemble((game.sheet.title, "bold"), f", {_say_status(game)}")
    players = format_count(len(game.players), "player")
    ghosts = sum(map(len, game.seats)) - len(game.players)
    at = format_count(len(game.seats), "table")
    more = f" and {format_count(ghosts, 'ghost')}" if ghosts else ""
    yield Text(f"{players}{more} at {at}, {format_count(game.header.sets, 'set')}", style="dim")


def _say_status(game: Game) -> str:
    where = f"round {game.round} of set {game.set}" if game.header.sets > 1 else f"round {game.round}"
    match game.status:
        case "ready":
            return f"ready for {where}"
        case "playing":
            return f"{where} is being played"
        case _:
            return "over"


def _list_seats(game: Game) -> Iterator[RenderableType]:
    """Yield who sits where now, or sat last; nothing for a finished game with grids, which show the seats."""
    if game.status == "over" and len(game.seats) > MAX_TABLES_IN_LINES:
        return
    last = [table.seats for table in game.tables] if game.status == "over" else game.seats
    for number, seats in enumerate(last, 1):
        yield Text(f"Table {number}: {', '.join(map(make_printable, seats))}")


def _list_unused(game: Game, night: Night) -> list[str]:
    """Return the events without a place: what each was, and why it has none."""
    reasons = {**game.reasons, **night.ignored}
    events = game.events
    lines = [
        f"Event {seq}, {describe_event(events[seq - 1])}: {make_printable(reasons[seq])}."
        for seq in sorted(reasons)[:_MAX_UNUSED]
    ]
    more = len(reasons) - len(lines)
    return [*lines, f"And {more:,} more."] if more else lines


_MAX_UNUSED = 200
"""Most events without a place that are listed one by one."""


def _make_list(title: str, lines: Sequence[str]) -> Iterator[RenderableType]:
    """Yield lines under a title. If a line wraps, all of it is indented."""
    if lines:
        yield make_heading(title)
        for line in lines:
            yield Padding(Text(line), (0, 0, 0, 2))
        yield GAP
