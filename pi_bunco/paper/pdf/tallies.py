"""The table tallies as PDF: a sheet for each table and set, with a row for each round."""

from collections.abc import Iterator, Sequence

from pi_bunco.paper.pdf.leaves import MARGIN, SOFT, Leaves, Lettering
from pi_bunco.paper.tally import write_marks
from pi_bunco.rules import Game, TableResult
from pi_bunco.rules.play import ROUNDS

_ON_PAGE = 2
_ROUND = 16.0
_HEAD = Lettering(9, bold=True, colour=SOFT, align="C")


def draw_tallies(leaves: Leaves, game: Game) -> None:
    """Draw the tallies of all sets that have begun, two on a page. The first set is always there."""
    sheets = list(_list_sheets(game))
    top = height = 0.0
    for place, (set_, number, now, played) in enumerate(sheets):
        if place % _ON_PAGE == 0:
            top = leaves.begin_page(f"Table tallies: {game.sheet.title}")
            height = (leaves.bottom - top) / _ON_PAGE
        y = top + place % _ON_PAGE * height
        _draw_sheet(leaves, f"Table {number}, set {set_}", now, played, (y, height - 6))
        if place % _ON_PAGE == 0 and place + 1 < len(sheets):
            leaves.draw_line(MARGIN, y + height - 3, MARGIN + leaves.width, y + height - 3, SOFT, dash=1.5)


def _list_sheets(game: Game) -> Iterator[tuple[int, int, TableResult, dict[int, TableResult]]]:
    """Yield the set, the table, who sits there now, and the rounds played there by their number."""
    tables = tuple(map(TableResult.of, game.tables))
    for set_ in dict.fromkeys([1, *(result.set for result in game.rounds)]):
        rounds = [result for result in game.rounds if result.set == set_]
        for place in range(max((len(result.tables) for result in rounds), default=len(tables))):
            played = {r.round: r.tables[place] for r in rounds if place < len(r.tables)}
            now = tables[place] if place < len(tables) else next(iter(played.values()))
            yield set_, place + 1, now, played


def _draw_sheet(
    leaves: Leaves, title: str, now: TableResult, played: dict[int, TableResult], place: tuple[float, float]
) -> None:
    y, height = place
    leaves.write(MARGIN, y, leaves.width / 2, title, Lettering(13, bold=True))
    if title.startswith("Table 1,"):
        half = leaves.width / 2
        leaves.write(MARGIN + half, y + 1, half, "Head table", Lettering(10, align="R"))
    sides = max(len(each.sides) for each in (now, *played.values()))
    column = (leaves.width - _ROUND) / sides
    teams = len(now.sides[0].players) > 1
    heads = ("US", "THEM") if teams else tuple(f"Seat {seat}" for seat in range(1, sides + 1))
    leaves.write_row(y + 8, 6, [(_ROUND, "Target", _HEAD), *((column, head, _HEAD) for head in heads)])
    row = (height - 14) / ROUNDS
    for target in range(1, ROUNDS + 1):
        at = y + 14 + (target - 1) * row
        table = played.get(target)
        leaves.write(MARGIN, at + row / 2 - 3.5, _ROUND, f"{target}", Lettering(16, bold=True, align="C"))
        # The players are known for the rounds that were played, and for the first round.
        shown = table or (now if not played and target == 1 else None)
        if shown:
            _draw_round(leaves, shown, written=table is not None, at=at, column=column)
        for side in range(sides):
            leaves.draw_box(MARGIN + _ROUND + side * column, at, column, row)
        leaves.draw_line(MARGIN, at + row, MARGIN + _ROUND, at + row)


def _draw_round(leaves: Leaves, table: TableResult, *, written: bool, at: float, column: float) -> None:
    words_of: Sequence[Sequence[str]] = write_marks(table) if written else [()] * len(table.sides)
    for place, (side, words) in enumerate(zip(table.sides, words_of, strict=True)):
        x = MARGIN + _ROUND + place * column + 1.5
        leaves.write(x, at + 0.8, column - 14, " & ".join(side.players), Lettering(9))
        won = bool(table.winners) and table.winners[0] in side.players
        if written:
            score = str(table.scores[side.players[0]])
            leaves.write(x + column - 14, at + 0.8, 11, score, Lettering(10, bold=won, align="R"))
        leaves.write(x, at + 6.5, column - 3, "  ".join(words), Lettering(11, bold=won))
