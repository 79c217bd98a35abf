"""The master score sheet: a row for each player with the rounds of a set, and who won the set."""

from collections.abc import Mapping, Sequence

from pi_bunco.paper.entries import Entry
from pi_bunco.paper.text import PAGE, align_ends, align_left, align_right, center, cut, draw_box
from pi_bunco.paper.words import describe_win, format_names
from pi_bunco.rules.night import SetResult
from pi_bunco.rules.play import ROUNDS

_CELL = 6
_TOTAL = 5
_NAME = PAGE - ROUNDS * (_CELL + 1) - 2 * (_TOTAL + 1) - 2


def format_master_sheet(
    set_: int, players: Mapping[str, Sequence[Entry]], result: SetResult | None = None
) -> list[str]:
    """Return the master score sheet of one set.

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
    widths = [_NAME, *[_CELL] * ROUNDS, _TOTAL, _TOTAL]
    head = [align_left(" Name", _NAME), *(center(str(n), _CELL) for n in range(1, ROUNDS + 1))]
    rows = [[*head, center("W", _TOTAL), center("B", _TOTAL)]]
    for name, entries in players.items():
        mine = {entry.round: entry for entry in entries if entry.set == set_}
        cells = [center(_format_result(mine.get(n)), _CELL) for n in range(1, ROUNDS + 1)]
        wins = sum(entry.won is True for entry in mine.values())
        buncos = sum(entry.buncos for entry in mine.values())
        totals = [align_right(f"{n} ", _TOTAL) if mine else " " * _TOTAL for n in (wins, buncos)]
        star = "★ " if result and name in result.winners else "  "
        rows.append([f" {align_left(name, _NAME - 3)}{star}", *cells, *totals])
    lines = [align_ends("MASTER SCORE SHEET", f"Set {set_}", PAGE), *draw_box(rows, widths)]
    if result and result.winners:
        lines.append(cut(f"★ {format_names(result.winners)} wins the set: {describe_win(result)}", PAGE))
    return lines


def _format_result(entry: Entry | None) -> str:
    """Return the text of a cell: W for a win, and B for each true bunco."""
    if entry is None:
        return ""
    won = "W" if entry.won else ""
    return won + ("B" * entry.buncos if entry.buncos <= 3 else f"B{entry.buncos}")  # noqa: PLR2004 - as fit
