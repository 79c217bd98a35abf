"""The forms to write on, as PDF: score cards, eight on a page, and table tallies, two on a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from pi_bunco.limits import SETS
from pi_bunco.paper.entries import LINE_HEADS, Entry, add_entries, list_entries
from pi_bunco.paper.marks import write_marks
from pi_bunco.paper.pdf.leaves import MARGIN, SOFT, Leaves, Lettering
from pi_bunco.rules import Game, TableResult
from pi_bunco.rules.night import list_teams
from pi_bunco.sentences import say

_ACROSS, _DOWN = 2, 4
"""Cards side by side, and one below the other."""
_SETS = 4
"""Sets side by side on one card. For more sets a guest gets more cards."""
_GAP = 3.0
"""Millimetres between two cards."""
_HEAD = Lettering(7, bold=True, colour=SOFT, align="C")
_ROUND_HEAD = Lettering(6, colour=SOFT)
_CELL = Lettering(9, align="C")

_TALLIES = 2
"""Tallies on a page."""
_ROUND = 16.0
"""The width of a tally's first column, in millimetres."""
_TALLY_HEAD = Lettering(9, bold=True, colour=SOFT, align="C")

_COLUMN_HEADS = {**LINE_HEADS, "won": say("W/L")}
_LETTERS = {"W": say("W"), "L": say("L")}

_Card = tuple[str, str, tuple[Entry, ...], range]
"""The player, their team (``""``: none), their rounds, and the sets on the card."""


def draw_cards(leaves: Leaves, game: Game) -> None:
    """Draw a card for each guest, with lines to cut along.

    Ghosts have none. What is not played yet is left blank. An imported game may have more sets than any card:
    then the cards have those that have begun.
    """
    last = game.header.sets if game.header.sets <= SETS else game.set
    teams = list_teams(game)
    cards: list[_Card] = [
        (name, teams.get(name, ""), entries, range(first, min(first + _SETS, last + 1)))
        for name, entries in list_entries(game.rounds, tuple(game.players)).items()
        for first in range(1, last + 1, _SETS)
    ]
    per_page = _ACROSS * _DOWN
    for first in range(0, len(cards), per_page):
        top = leaves.begin_page(say("Score cards: {sheet}", sheet=game.sheet.title))
        width = leaves.width / _ACROSS
        height = (leaves.bottom - top) / _DOWN
        on_page = cards[first : first + per_page]
        for place, card in enumerate(on_page):
            down, across = divmod(place, _ACROSS)
            at = MARGIN + across * width + _GAP * across, top + down * height
            _draw_card(leaves, game, card, (*at, width - _GAP, height - _GAP))
        rows = -(-len(on_page) // _ACROSS)
        for down in range(1, rows):
            y = top + down * height - _GAP / 2
            leaves.draw_line(MARGIN, y, MARGIN + leaves.width, y, SOFT, dash=1.5)
        middle = MARGIN + leaves.width / 2
        leaves.draw_line(middle, top, middle, top + rows * height - _GAP, SOFT, dash=1.5)


def draw_tallies(leaves: Leaves, game: Game) -> None:
    """Draw the tallies of all sets that have begun, two on a page. The first set is always there."""
    tallies = list(_list_tallies(game))
    top = height = 0.0
    for place, (set_, number, now, played) in enumerate(tallies):
        if place % _TALLIES == 0:
            top = leaves.begin_page(say("Table tallies: {sheet}", sheet=game.sheet.title))
            height = (leaves.bottom - top) / _TALLIES
        y = top + place % _TALLIES * height
        _draw_tally(
            leaves,
            (number, set_),
            now,
            {target: played.get(target) for target in game.sheet.targets},
            (y, height - 6),
        )
        if place % _TALLIES == 0 and place + 1 < len(tallies):
            leaves.draw_line(MARGIN, y + height - 3, MARGIN + leaves.width, y + height - 3, SOFT, dash=1.5)


_LABEL = 13
"""The width of the label *Name*, in millimetres; the longest is Spanish."""


def _draw_card(leaves: Leaves, game: Game, card: _Card, place: tuple[float, float, float, float]) -> None:
    name, team, entries, sets = card
    x, y, width, height = place
    leaves.write(x, y, _LABEL, say("Name"), Lettering(8, colour=SOFT))
    shared = (width - _LABEL) * (0.4 if team else 0)
    leaves.write(x + _LABEL, y - 1, width - _LABEL - shared, name, Lettering(12, bold=True))
    leaves.write(x + width - shared + 2, y + 0.4, shared - 2, team, Lettering(9, bold=True, align="R"))
    leaves.draw_line(x + _LABEL, y + 5, x + width, y + 5)
    columns = _list_columns(game)
    set_width = (width - 8) / len(sets)
    targets = game.sheet.targets
    top, row_height = y + 7, (height - 14) / (len(targets) + 2)
    column_width = set_width / len(columns)
    for number, set_ in enumerate(sets):
        at = x + 8 + number * set_width
        leaves.draw_box(at, top, set_width, row_height * (len(targets) + 2))
        leaves.write(at, top + 0.6, set_width, say("Set {set}", set=set_), _HEAD)
    heads = [(column_width, _COLUMN_HEADS[column], _HEAD) for _ in sets for column in columns]
    leaves.write_row(
        top + row_height, row_height, [(8, say("Round"), Lettering(6, colour=SOFT)), *heads], x=x
    )
    at_round = {(entry.set, entry.round): entry for entry in entries}
    for place_in_set, number in enumerate(targets, 2):
        cells = [_format_cell(at_round.get((set_, number)), column) for set_ in sets for column in columns]
        leaves.write_row(
            top + place_in_set * row_height,
            row_height,
            [(8, f"{number}", _CELL), *((column_width, cell, _CELL) for cell in cells)],
            x=x,
        )
    leaves.write(x, y + height - 5.5, width, _format_totals(entries, columns), Lettering(9, bold=True))


def _list_columns(game: Game) -> Sequence[str]:
    """Return what is in the columns of each set on the card. It depends on what the sheet records."""
    return ("won", "buncos", *(line for line in ("minis", "points") if line in game.sheet.card))


def _format_cell(entry: Entry | None, column: str) -> str:
    if entry is None:
        return ""
    if column == "won":
        return _LETTERS.get(entry.letter, entry.letter)
    values = {"buncos": entry.buncos, "minis": entry.minis, "points": entry.score}
    return str(values[column] or "")


def _format_totals(entries: Sequence[Entry], columns: Sequence[str]) -> str:
    counts = asdict(add_entries(entries))
    shown = [line for line in counts if line in {"wins", "losses", *columns}]
    totals = say("{what} {count}", what=LINE_HEADS[shown[0]], count=counts[shown[0]] if entries else "____")
    for line in shown[1:]:
        count = counts[line] if entries else "____"
        totals = say("{totals}    {what} {count}", totals=totals, what=LINE_HEADS[line], count=count)
    return totals


def _list_tallies(game: Game) -> Iterator[tuple[int, int, TableResult, dict[int, TableResult]]]:
    """Yield for each tally its set, its table, the players now, and the rounds played by their number."""
    tables = tuple(map(TableResult.of, game.tables))
    for set_ in dict.fromkeys([1, *(result.set for result in game.rounds)]):
        rounds = [result for result in game.rounds if result.set == set_]
        for place in range(max((len(result.tables) for result in rounds), default=len(tables))):
            played = {r.round: r.tables[place] for r in rounds if place < len(r.tables)}
            now = tables[place] if place < len(tables) else next(iter(played.values()))
            yield set_, place + 1, now, played


def _draw_tally(
    leaves: Leaves,
    numbers: tuple[int, int],
    now: TableResult,
    rounds: Mapping[int, TableResult | None],
    place: tuple[float, float],
) -> None:
    """Draw the tally of a table and a set: ``rounds`` has the result of each target that was played."""
    title = say("Table {table}, set {set}", table=numbers[0], set=numbers[1])
    played = [result for result in rounds.values() if result]
    y, height = place
    leaves.write(MARGIN, y, leaves.width / 2, title, Lettering(13, bold=True))
    if numbers[0] == 1:
        half = leaves.width / 2
        leaves.write(MARGIN + half, y + 1, half, say("Head table"), Lettering(10, align="R"))
    sides = max(len(result.sides) for result in (now, *played))
    column = (leaves.width - _ROUND) / sides
    teams = len(now.sides[0].players) > 1
    seats = tuple(say("Seat {seat}", seat=seat) for seat in range(1, sides + 1))
    heads = (say("US"), say("THEM")) if teams else seats
    leaves.write_row(
        y + 8, 6, [(_ROUND, say("Target"), _TALLY_HEAD), *((column, head, _TALLY_HEAD) for head in heads)]
    )
    row = (height - 14) / len(rounds)
    for line, (target, table) in enumerate(rounds.items()):
        at = y + 14 + line * row
        leaves.write(MARGIN, at + row / 2 - 3.5, _ROUND, f"{target}", Lettering(16, bold=True, align="C"))
        # The players are known for the rounds that were played, and for the first round.
        known = table or (now if not played and not line else None)
        if known:
            _draw_round(leaves, known, written=table is not None, at=at, column=column)
        for side in range(sides):
            leaves.draw_box(MARGIN + _ROUND + side * column, at, column, row)
        leaves.draw_line(MARGIN, at + row, MARGIN + _ROUND, at + row)


def _draw_round(leaves: Leaves, table: TableResult, *, written: bool, at: float, column: float) -> None:
    words_of: Sequence[Sequence[str]] = write_marks(table) if written else [()] * len(table.sides)
    for place, (side, words) in enumerate(zip(table.sides, words_of, strict=True)):
        x = MARGIN + _ROUND + place * column + 1.5
        leaves.write(x, at + 0.8, column - 14, " & ".join(side.players), Lettering(9))
        won = side.players[0] in table.winners
        if written:
            score = str(table.scores[side.players[0]])
            leaves.write(x + column - 14, at + 0.8, 11, score, Lettering(10, bold=won, align="R"))
        leaves.write(
            x, at + 6.5, column - 3, "  ".join(map(leaves.translate, words)), Lettering(11, bold=won)
        )
