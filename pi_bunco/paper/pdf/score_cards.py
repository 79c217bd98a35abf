"""The players' score cards as PDF, eight on a page with lines to cut along."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from pi_bunco.paper.entries import Entry, add_entries, list_entries
from pi_bunco.paper.pdf.leaves import MARGIN, SOFT, Leaves, Lettering
from pi_bunco.rules import Game
from pi_bunco.rules.play import ROUNDS

_ACROSS, _DOWN = 2, 4
_SETS = 4
"""Sets side by side on one card. For more sets a guest gets more cards."""
_GAP = 3.0
_HEAD = Lettering(7, bold=True, colour=SOFT, align="C")
_CELL = Lettering(9, align="C")

_Card = tuple[str, tuple[Entry, ...], range]
"""The player, their rounds, and the sets on the card."""


def draw_cards(leaves: Leaves, game: Game) -> None:
    """Draw a card for each guest. Ghosts have none. What is not played yet is left blank."""
    cards = list(_list_cards(game))
    each = _ACROSS * _DOWN
    for first in range(0, len(cards), each):
        top = leaves.begin_page(f"Score cards: {game.sheet.title}")
        width = leaves.width / _ACROSS
        height = (leaves.bottom - top) / _DOWN
        shown = cards[first : first + each]
        for place, card in enumerate(shown):
            down, across = divmod(place, _ACROSS)
            at = MARGIN + across * width + _GAP * across, top + down * height
            _draw_card(leaves, game, card, (*at, width - _GAP, height - _GAP))
        rows = -(-len(shown) // _ACROSS)
        for down in range(1, rows):
            y = top + down * height - _GAP / 2
            leaves.draw_line(MARGIN, y, MARGIN + leaves.width, y, SOFT, dash=1.5)
        middle = MARGIN + leaves.width / 2
        leaves.draw_line(middle, top, middle, top + rows * height - _GAP, SOFT, dash=1.5)


def _list_cards(game: Game) -> Iterator[_Card]:
    for name, entries in list_entries(game.rounds, tuple(game.players)).items():
        for first in range(1, game.header.sets + 1, _SETS):
            yield name, entries, range(first, min(first + _SETS, game.header.sets + 1))


def _draw_card(leaves: Leaves, game: Game, card: _Card, place: tuple[float, float, float, float]) -> None:
    name, entries, sets = card
    x, y, width, height = place
    leaves.write(x, y, 12, "Name", Lettering(8, colour=SOFT))
    leaves.write(x + 10, y - 1, width - 10, name, Lettering(12, bold=True))
    leaves.draw_line(x + 10, y + 5, x + width, y + 5)
    kinds = _list_columns(game)
    group = (width - 8) / len(sets)
    top, row = y + 7, (height - 14) / (ROUNDS + 2)
    column = group / len(kinds)
    for number, set_ in enumerate(sets):
        at = x + 8 + number * group
        leaves.draw_box(at, top, group, row * (ROUNDS + 2))
        leaves.write(at, top + 0.6, group, f"Set {set_}", _HEAD)
    heads = [(column, kind, _HEAD) for _ in sets for kind in kinds]
    leaves.write_row(top + row, row, [(8, "Round", Lettering(6, colour=SOFT)), *heads], x=x)
    at_round = {(entry.set, entry.round): entry for entry in entries}
    for number in range(1, ROUNDS + 1):
        cells = [_format_cell(at_round.get((set_, number)), kind) for set_ in sets for kind in kinds]
        leaves.write_row(
            top + (number + 1) * row,
            row,
            [(8, f"{number}", _CELL), *((column, cell, _CELL) for cell in cells)],
            x=x,
        )
    leaves.write(x, y + height - 5.5, width, _format_totals(entries, kinds), Lettering(9, bold=True))


def _list_columns(game: Game) -> Sequence[str]:
    """Return the columns of a set: what this sheet has on its card."""
    more = {"minis": "Minis", "points": "Points"}
    return ("W/L", "Buncos", *(word for line, word in more.items() if line in game.sheet.card))


def _format_cell(entry: Entry | None, kind: str) -> str:
    if entry is None:
        return ""
    values = {"W/L": entry.letter, "Buncos": entry.buncos, "Minis": entry.minis, "Points": entry.score}
    return str(values[kind] or "")


def _format_totals(entries: Sequence[Entry], kinds: Sequence[str]) -> str:
    counts = {line.capitalize(): number for line, number in asdict(add_entries(entries)).items()}
    shown = [word for word in counts if word in {"Wins", "Losses", *kinds}]
    return "    ".join(f"{word} {counts[word] if entries else '____'}" for word in shown)
