"""Finds what ended a round."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Game, Layout, TableResult
from pi_bunco.rules.events import EndRound


def find_ending_bunco(book: Book) -> str | None:
    """Return who threw the bunco that ended the round that ended last, ``None`` if something else ended it.

    While tables finish a round, this is the round that they finish.
    """
    game = book.played
    if game.status == "playing" and not game.ended:
        return None
    if game.ended:
        tables: tuple[TableResult, ...] = tuple(map(TableResult.of, game.tables))
    elif game.finished:
        tables = game.finished[-1].tables
    else:
        return None
    gone, bell = book.gone, book.last_bell
    lines = enumerate(book.get_lines_from(max(bell, 1)), max(bell, 1))
    if any(isinstance(line.event, EndRound) and seq not in gone for seq, line in lines):
        return None
    ends = [end for table in tables if (end := _find_end(game, table, len(tables)))]
    return min(ends)[1] if ends else None


def _find_end(game: Game, table: TableResult, tables: int) -> tuple[int, str | None] | None:
    """Return the first throw at a table that could end the round for all: its number, and who threw a bunco.

    ``None``: there is none, or this table cannot end the round.
    """
    sheet = game.sheet
    if sheet.round_end == "head" and table.table != HEAD:
        return None
    layout = Layout(len(table.seats), teams=any(len(side.players) > 1 for side in table.sides))
    goal = game.header.options.goal or sheet.find_goal(layout, tables)
    by_points = sheet.round_end in {"head", "any"}
    for thrown in table.throws:
        bunco = thrown.score.kind == "bunco"
        if thrown.rolloff or not thrown.score.points:
            continue
        if (bunco and sheet.bunco_ends) or (by_points and max(thrown.totals) >= goal):
            return thrown.seq, thrown.thrower if bunco else None
    return None
