"""The players' score cards and the master score sheet, in the layouts of the printed sheets.

Each card is :data:`WIDTH` cells wide, so that two fit side by side on a page. Rounds that are not played yet
have lines to write on, so a host can print the cards before the game begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from pi_bunco.paper.entries import Entry, add_entries
from pi_bunco.paper.text import PAGE, align_ends, align_left, align_right, cell_len, center, cut, draw_box
from pi_bunco.paper.words import describe_win, format_names
from pi_bunco.rules import Sheet
from pi_bunco.rules.night import SetResult
from pi_bunco.rules.play import ROUNDS

WIDTH = 37
"""The width of a card, in cells."""

_SETS_ACROSS = 4
"""Sets side by side on a score card. More sets go into more rows."""

_MAX_LINE = 16
"""The longest line for a W or an L, in cells."""

_MASTER_ROUND = 6
_MASTER_TOTAL = 5
_MASTER_NAME = PAGE - ROUNDS * (_MASTER_ROUND + 1) - 2 * (_MASTER_TOTAL + 1) - 2
"""The columns of the master score sheet, in cells."""


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
    """Return a player's card in the layout that fits what the sheet records.

    - If it records minis (casino): boxes for buncos and minis.
    - If it records points (houseparty): a score for each round.
    - Otherwise (classic, and the tournament's individual score sheet): lines for W and L.
    """
    if "minis" in sheet.card:
        return _format_boxes_card(sheet, content)
    return _format_scores_card(content) if "points" in sheet.card else _format_lines_card(sheet, content)


def format_master_sheet(
    set_: int, players: Mapping[str, Sequence[Entry]], result: SetResult | None = None
) -> list[str]:
    """Return the master score sheet of one set: a row for each player, and who won the set.

    Parameters
    ----------
    set_
        The set, from 1.
    players
        Each player's rounds, in the order of the rows.
    result
        The result of the set; ``None`` until it is over. A star marks the winners.

    Returns
    -------
    Lines of :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    widths = [_MASTER_NAME, *[_MASTER_ROUND] * ROUNDS, _MASTER_TOTAL, _MASTER_TOTAL]
    rows = [_center_all(["", *map(str, range(1, ROUNDS + 1)), "W", "B"], widths)]
    rows[0][0] = align_left(" Name", _MASTER_NAME)
    for name, entries in players.items():
        by_round = {entry.round: entry for entry in entries if entry.set == set_}
        cells = [center(_write_win(by_round.get(n)), _MASTER_ROUND) for n in range(1, ROUNDS + 1)]
        total = add_entries(by_round.values())
        totals = [align_right(f"{n} " if by_round else "", _MASTER_TOTAL) for n in (total.wins, total.buncos)]
        star = "★ " if result and name in result.winners else "  "
        rows.append([f" {align_left(name, _MASTER_NAME - 3)}{star}", *cells, *totals])
    lines = [align_ends("MASTER SCORE SHEET", f"Set {set_}", PAGE), *draw_box(rows, widths)]
    if result and result.winners:
        lines.append(cut(f"★ {format_names(result.winners)} wins the set: {describe_win(result)}", PAGE))
    return lines


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
    entry_at = {(entry.set, entry.round): entry for entry in content.entries}
    for first in range(1, content.sets + 1, _SETS_ACROSS):
        sets = range(first, min(first + _SETS_ACROSS, content.sets + 1))
        if content.sets > _SETS_ACROSS:
            lines.append(center(f"Sets {sets[0]} to {sets[-1]}" if len(sets) > 1 else f"Set {first}", WIDTH))
        room = min((WIDTH + 1) // len(sets) - 3, _MAX_LINE)
        lines += [
            " ".join(_format_line(n, entry_at.get((each, n)), room) for each in sets)
            for n in range(1, ROUNDS + 1)
        ]
    return lines


def _format_line(number: int, entry: Entry | None, room: int) -> str:
    written = "" if entry is None else f"_{entry.letter}_{_write_buncos(entry.buncos)}"
    return f"{number} {written:_<{room}}"


def _write_win(entry: Entry | None) -> str:
    """Return W for a win, and a B for each bunco."""
    if entry is None:
        return ""
    return ("W" if entry.won else "") + _write_buncos(entry.buncos)


def _write_buncos(number: int) -> str:
    """Return a B for each bunco; for more than three, which do not fit on a line, a B and their number."""
    return "B" * number if number <= 3 else f"B{number}"  # noqa: PLR2004 - three fit on the line


def _format_boxes_card(sheet: Sheet, content: CardContent) -> list[str]:
    """Return the individual score card: a box for each round, and tally marks for buncos and minis."""
    lines = [center("BUNCO SCORE CARD", WIDTH), _write_name(content, team="team" in sheet.card)]
    entry_at = {(entry.set, entry.round): entry for entry in content.entries}
    for set_ in range(1, content.sets + 1):
        heads = [center(str(n), 5) for n in range(1, ROUNDS + 1)]
        marks = [center(_write_mark(content, entry_at.get((set_, n))), 5) for n in range(1, ROUNDS + 1)]
        lines += draw_box([heads, marks], [5] * ROUNDS)
    has_results = any(entry.won is not None or entry.buncos or entry.minis for entry in content.entries)
    total = add_entries(content.entries)
    rows = []
    for label, kind, number in (
        ("BUNCO", "bunco", total.buncos),
        ("MINI BUNCO", "mini", total.minis),
        ("WINS", "win", total.wins),
    ):
        confirmed = sum(n for (what, *_), n in content.verified.items() if what == kind)
        tally = f"{write_strokes(number)} {'✓' * confirmed if kind != 'win' else ''}" if has_results else ""
        rows.append(
            [
                align_left(f" {label}", 12),
                align_left(f" {tally}", 18),
                align_right(f"{number} " if has_results else "", 3),
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
    entry_at = {(entry.set, entry.round): entry for entry in content.entries}
    widths = [7, 7, 8, 10]
    for set_ in range(1, content.sets + 1):
        if content.sets > 1:
            lines.append(center(f"Game {set_}", WIDTH))
        rows = [_center_all(["Round", "W/L", "Buncos", "Score"], widths)]
        for n in range(1, ROUNDS + 1):
            entry = entry_at.get((set_, n))
            cells = [entry.letter, str(entry.buncos or ""), str(entry.score)] if entry else ["", "", ""]
            rows.append(_center_all([str(n), *cells], widths))
        lines += draw_box(rows, widths)
    counts = _count_totals(content)
    return [
        *lines,
        f"Wins {counts['wins']:_>2}  Losses {counts['losses']:_>2}  Total Buncos {counts['buncos']:_>2}",
        f"OVERALL SCORE {counts['points']:_>{WIDTH - 14}}",
    ]


def _write_name(content: CardContent, *, team: bool = False) -> str:
    number = f" TEAM NUMBER {content.team}" if team else ""
    room = WIDTH - len("NAME ") - len(number)
    name = cut(content.name, room)
    return f"NAME {name}{'_' * (room - cell_len(name))}{number}"


def _write_counts(sheet: Sheet, content: CardContent) -> str:
    numbers = _count_totals(content)
    labels = {"buncos": "No#Buncos", "wins": "No#Wins", "losses": "No#Losses"}
    return " ".join(f"{labels[line]} {numbers[line]:_>2}" for line in sheet.card if line in labels)


def _count_totals(content: CardContent) -> dict[str, str]:
    """Return the totals of a card by their names, empty for a card without rounds."""
    totals = asdict(add_entries(content.entries))
    return {line: str(number) if content.entries else "" for line, number in totals.items()}


def _center_all(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [center(cell, width) for cell, width in zip(cells, widths, strict=True)]
