"""Finds what ended a round."""

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Game, Layout, TableResult
from pi_bunco.rules.events import EndRound


def find_ending_bunco(book: Book) -> str | None:
    """Return who threw the bunco that ended the last round, ``None`` if something else ended it.

    While tables still finish a round, that one is the last round.
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
    place = {seq: at for at, seq in enumerate(game.order)}  # not by number: one may have been added later
    return min(ends, key=lambda end: place[end[0]])[1] if ends else None


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
    turns_due = len(table.seats) if sheet.everybody_throws else 0
    waited = None  # who threw a bunco that ends the round once everybody has thrown
    for thrown in table.throws:
        bunco = thrown.thrower if thrown.score.kind == "bunco" else None
        if thrown.rolloff or (thrown.score.points <= 0 and not sheet.everybody_throws):
            continue
        turns_due -= thrown.ends_turn
        if sheet.bunco_ends:
            waited = waited or bunco
        if turns_due <= 0 and (waited or (by_points and max(thrown.totals) >= goal)):
            return thrown.seq, waited or bunco
    return None
