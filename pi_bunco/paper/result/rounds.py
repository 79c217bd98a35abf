"""The rounds of a game, as one line for each table or as grids for many tables; and the standings."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.paper.entries import LINES, choose_order, list_entries, rank_players
from pi_bunco.paper.result.look import GAP, make_heading, make_table
from pi_bunco.paper.text import cell_len, cut, make_printable
from pi_bunco.rules import Game, RoundResult, Side, TableResult
from pi_bunco.rules.sheets.sheet import LAST_TARGET

MAX_TABLES_IN_LINES = 4
"""A game with more tables is shown as grids, not with a line for each table of each round."""

_MAX_NAME_CELLS = 22
"""A longer name is cut in a grid."""


def format_rounds(game: Game, width: int) -> Iterator[RenderableType]:
    """Yield the result of each round at each table.

    With many tables there are two grids. One has the scores, with a row for each table. The other shows where
    everybody sat, with a row for each player and W or L beside the number of the table.

    Parameters
    ----------
    game
        The game.
    width
        The width of the terminal, in cells.
    """
    if not game.rounds:
        return
    tables = max(len(result.tables) for result in game.rounds)
    if tables <= MAX_TABLES_IN_LINES:
        yield from (make_heading("Rounds"), _make_lines(game.rounds), GAP)
        return
    scores = {
        str(at): {
            (r.set, r.round): _format_score(r.tables[at - 1]) for r in game.rounds if at <= len(r.tables)
        }
        for at in range(1, tables + 1)
    }
    has_rolloff = any(table.rolloff for result in game.rounds for table in result.tables)
    yield from _make_grids(
        f"Scores, US–THEM{' (* won a roll-off)' if has_rolloff else ''}", "Table", scores, width
    )
    yield from _make_grids("Where everybody sat, and W or L", "Player", _list_seats_by_round(game), width)


def _make_lines(rounds: Sequence[RoundResult]) -> Table:
    """Return a line for each table of each round. Sets and tables have a column only if there are several."""
    sets, tables = rounds[-1].set > 1, any(len(result.tables) > 1 for result in rounds)
    grid = make_table()
    for head in (*["Set"] * sets, "Round", *["Table"] * tables):
        grid.add_column(head, justify="right")
    for head in ("Won", "Lost", ""):
        grid.add_column(head)
    for result in rounds:
        for table in result.tables:
            first, last = table is result.tables[0], table is result.tables[-1]
            won = [side for side in table.sides if side.players[0] in table.winners]
            lost = [side for side in table.sides if side not in won]
            grid.add_row(
                *([str(result.set) if first and result.round == rounds[0].round else ""] if sets else []),
                str(result.round) if first else "",
                *([str(table.table)] if tables else []),
                _make_sides(table, won, "bold"),
                _make_sides(table, lost),
                _describe_ending(table),
                end_section=last and result.round == LAST_TARGET and result is not rounds[-1],
            )
    return grid


def _describe_ending(table: TableResult) -> str:
    """Return what was special about a table's result; ``""``: nothing."""
    ending = "roll-off" if table.rolloff else "" if table.winners else "playing"
    return ", ".join(filter(None, [ending, "" if table.tally is None else "on paper"]))


def _make_sides(table: TableResult, sides: Sequence[Side], style: str = "") -> RenderableType:
    """Return each side's score and names. If there is only one side, they get separate columns."""
    scores = [str(table.scores[side.players[0]]) for side in sides]
    names = [" & ".join(map(make_printable, side.players)) for side in sides]
    if len(sides) != 1:
        return Text(", ".join(f"{score} {name}" for score, name in zip(scores, names, strict=True)))
    grid = Table.grid(padding=(0, 1))
    grid.add_row(f"{scores[0]:>2}", Text(names[0]), style=style)
    return grid


def _format_score(table: TableResult) -> str:
    """Return a table's score in few cells, with a star for the winner of a roll-off."""
    starred = table.winners if table.rolloff else ()
    firsts = [side.players[0] for side in table.sides]
    return "–".join(f"{table.scores[name]}{'*' if name in starred else ''}" for name in firsts)


def _list_seats_by_round(game: Game) -> dict[str, dict[tuple[int, int], str]]:
    """Return for each player the table of each round, and W or L."""
    at = {
        (name, result.set, result.round): table.table
        for result in game.rounds
        for table in result.tables
        for name in table.seats
    }
    return {
        name: {
            (entry.set, entry.round): f"{at[name, entry.set, entry.round]}{entry.letter or '·'}"
            for entry in entries
        }
        for name, entries in list_entries(game.rounds, tuple(game.players)).items()
    }


def _embolden_wins(cells: str) -> Text:
    text = Text(cells)
    text.highlight_regex(r"\d+[W*]", "bold")
    return text


def _make_grids(
    title: str, head: str, rows: dict[str, dict[tuple[int, int], str]], width: int
) -> Iterator[RenderableType]:
    """Yield grids of rounds with a column for each set, as many sets side by side as fit."""
    sets = sorted({set_ for row in rows.values() for set_, _ in row})
    targets = range(min(at for row in rows.values() for _, at in row), LAST_TARGET + 1)
    cell_width = max(len(cell) for row in rows.values() for cell in row.values())
    label_width = max(cell_len(head), *(min(cell_len(name), _MAX_NAME_CELLS) for name in rows))
    yield make_heading(title)
    across = max(1, (width - label_width - 2) // (len(targets) * (cell_width + 1) + 2))
    for first in range(0, len(sets), across):
        grid = make_table()
        grid.add_column(head)
        in_grid = sets[first : first + across]
        for set_ in in_grid:
            numbers = " ".join(f"{n:>{cell_width}}" for n in targets)
            grid.add_column(f"Set {set_}\n{numbers}" if len(sets) > 1 else numbers, no_wrap=True)
        for name, row in rows.items():
            cells = (" ".join(f"{row.get((set_, n), ''):>{cell_width}}" for n in targets) for set_ in in_grid)
            grid.add_row(Text(cut(name, label_width)), *map(_embolden_wins, cells))
        yield from (grid, GAP)


def make_standings(game: Game) -> Table:
    """Return everybody's place, wins, losses, buncos, minis and points. Equal players share a place."""
    by = choose_order(game.sheet)
    table = make_table()
    table.add_column("", justify="right")
    table.add_column("Player")
    for line in LINES:
        table.add_column(line.capitalize(), justify="right", style="bold" if line == by[0] else "")
    for place, name in rank_players(game.players, by):
        counts = (str(getattr(game.players[name], line)) for line in LINES)
        table.add_row(str(place), Text(make_printable(name)), *counts)
    return table
