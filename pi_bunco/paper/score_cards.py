"""The players' own cards, in the layouts of the printed sheets.

Each card is :data:`WIDTH` cells wide, so that two fit side by side on a page. What is not played yet is a
line to write on, so a host can print the cards before the game begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.paper.entries import Entry
from pi_bunco.paper.text import align_left, align_right, cell_len, center, cut, draw_box
from pi_bunco.rules import Sheet
from pi_bunco.rules.play import ROUNDS

WIDTH = 37
"""The width of a card, in cells."""

_ACROSS = 4
"""Sets side by side on a score card. More sets go into more rows."""

_LINE = 16
"""The longest line for a W or an L, in cells."""


@dataclass(frozen=True, slots=True)
class CardContent:
    """What is on a player's card.

    Attributes
    ----------
    name
        The player.
    team
        The number of their group of tables, from 1.
    sets
        How many sets the game has.
    entries
        Their rounds.
    verified
        How many of their buncos, minis and wins staff have confirmed, by kind, set and round.
    """

    name: str
    team: int
    sets: int
    entries: tuple[Entry, ...]
    verified: Mapping[tuple[str, int, int], int]


def format_card(sheet: Sheet, content: CardContent) -> list[str]:
    """Return a player's card in the layout for what the sheet has on it.

    There are three layouts: boxes for buncos and minis if minis are recorded (casino), a score for each round
    if points are (houseparty), and otherwise lines for W and L (classic, and the tournament's individual
    score sheet).
    """
    if "minis" in sheet.card:
        return _format_boxes_card(sheet, content)
    return _format_scores_card(content) if "points" in sheet.card else _format_lines_card(sheet, content)


def write_strokes(number: int) -> str:
    """Write a number as tally marks in fives.

    >>> write_strokes(7)
    '||||/ ||'
    """
    fives, rest = divmod(number, 5)
    return " ".join(["||||/"] * fives + (["|" * rest] if rest else []))


def _format_lines_card(sheet: Sheet, content: CardContent) -> list[str]:
    """Return the score card: rounds down, sets across, with W or L on each line and a B for each bunco."""
    title = "INDIVIDUAL SCORE SHEET" if sheet.finals else "SCORE CARD"
    lines = [
        center(title, WIDTH),
        _write_name(content, team="team" in sheet.card),
        _write_counts(sheet, content),
    ]
    at = {(entry.set, entry.round): entry for entry in content.entries}
    for first in range(1, content.sets + 1, _ACROSS):
        sets = range(first, min(first + _ACROSS, content.sets + 1))
        if content.sets > _ACROSS:
            lines.append(center(f"Sets {sets[0]} to {sets[-1]}" if len(sets) > 1 else f"Set {first}", WIDTH))
        room = min((WIDTH + 1) // len(sets) - 3, _LINE)
        lines += [
            " ".join(_format_line(n, at.get((each, n)), room) for each in sets) for n in range(1, ROUNDS + 1)
        ]
    return lines


def _format_line(number: int, entry: Entry | None, room: int) -> str:
    written = "" if entry is None else f"_{entry.letter}_{_write_buncos(entry.buncos)}"
    return f"{number} {written:_<{room}}"


def _write_buncos(number: int) -> str:
    """Return a B for each bunco, as many as fit on a line."""
    return "B" * number if number <= 3 else f"B{number}"  # noqa: PLR2004 - three fit on the line


def _format_boxes_card(sheet: Sheet, content: CardContent) -> list[str]:
    """Return the individual score card: a box for each round, and tally marks for buncos and minis."""
    lines = [center("BUNCO SCORE CARD", WIDTH), _write_name(content, team="team" in sheet.card)]
    at = {(entry.set, entry.round): entry for entry in content.entries}
    for each in range(1, content.sets + 1):
        heads = [center(str(n), 5) for n in range(1, ROUNDS + 1)]
        marks = [center(_write_mark(content, at.get((each, n))), 5) for n in range(1, ROUNDS + 1)]
        lines += draw_box([heads, marks], [5] * ROUNDS)
    done = [entry for entry in content.entries if entry.won is not None or entry.buncos or entry.minis]
    rows = []
    for label, kind, number in (
        ("BUNCO", "bunco", sum(entry.buncos for entry in done)),
        ("MINI BUNCO", "mini", sum(entry.minis for entry in done)),
        ("WINS", "win", sum(entry.won is True for entry in done)),
    ):
        sure = sum(n for (what, *_), n in content.verified.items() if what == kind)
        tally = f"{write_strokes(number)} {'✓' * sure if kind != 'win' else ''}" if done else ""
        rows.append(
            [
                align_left(f" {label}", 12),
                align_left(f" {tally}", 18),
                align_right(f"{number} " if done else "", 3),
            ]
        )
    return lines + draw_box(rows, [12, 18, 3], range(len(rows)))


def _write_mark(content: CardContent, entry: Entry | None) -> str:
    """Return W or L, with a tick if staff have confirmed the win."""
    if entry is None:
        return ""
    return entry.letter + ("✓" if content.verified.get(("win", entry.set, entry.round)) else "")


def _format_scores_card(content: CardContent) -> list[str]:
    """Return the score sheet: W or L, buncos and the score of each round, and the overall score."""
    lines = [center("SCORE SHEET", WIDTH), _write_name(content)]
    at = {(entry.set, entry.round): entry for entry in content.entries}
    widths = [7, 7, 8, 10]
    for each in range(1, content.sets + 1):
        if content.sets > 1:
            lines.append(center(f"Game {each}", WIDTH))
        rows = [_center_all(["Round", "W/L", "Buncos", "Score"], widths)]
        for n in range(1, ROUNDS + 1):
            entry = at.get((each, n))
            cells = [entry.letter, str(entry.buncos or ""), str(entry.score)] if entry else ["", "", ""]
            rows.append(_center_all([str(n), *cells], widths))
        lines += draw_box(rows, widths)
    wins, losses, buncos = _count_totals(content)
    decided = sum(entry.score for entry in content.entries if entry.won is not None)
    score = str(decided) if content.entries else ""
    lines.append(f"Wins {wins:_>2}  Losses {losses:_>2}  Total Buncos {buncos:_>2}")
    return [*lines, f"OVERALL SCORE {score:_>{WIDTH - 14}}"]


def _write_name(content: CardContent, *, team: bool = False) -> str:
    number = f" TEAM NUMBER {content.team}" if team else ""
    room = WIDTH - len("NAME ") - len(number)
    name = cut(content.name, room)
    return f"NAME {name}{'_' * (room - cell_len(name))}{number}"


def _write_counts(sheet: Sheet, content: CardContent) -> str:
    numbers = dict(zip(("wins", "losses", "buncos"), _count_totals(content), strict=True))
    labels = {"buncos": "No#Buncos", "wins": "No#Wins", "losses": "No#Losses"}
    counts = (f"{labels[line]} {numbers[line]:_>2}" for line in sheet.card if line in labels)
    return " ".join(counts)


def _count_totals(content: CardContent) -> tuple[str, str, str]:
    """Return wins, losses and buncos, empty for a card without rounds."""
    if not content.entries:
        return "", "", ""
    wins = sum(entry.won is True for entry in content.entries)
    losses = sum(entry.won is False for entry in content.entries)
    return str(wins), str(losses), str(sum(entry.buncos for entry in content.entries))


def _center_all(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [center(cell, width) for cell, width in zip(cells, widths, strict=True)]
