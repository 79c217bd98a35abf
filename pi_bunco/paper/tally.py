"""The Bunco table tally: what the scorekeeper of a table writes under "US" and "THEM"."""

from collections.abc import Iterable
from itertools import zip_longest

from pi_bunco.paper.text import PAGE, align_ends, align_left, center, draw_box, join_partners
from pi_bunco.paper.turns import count_rolloff_points, list_turns, write_small
from pi_bunco.rules import RoundResult, TableResult
from pi_bunco.rules.play import ROUNDS

GAME = "GAME!"
"""The word that the winners' side writes at the end."""

_ROUND = 6
_SIDE = (PAGE - _ROUND - 4) // 2
_WIDTHS = (_ROUND, _SIDE, _SIDE)


def format_tally(set_: int, number: int, rounds: Iterable[RoundResult]) -> list[str]:
    """Return the tally of one table in one set, with a row for each round.

    Rounds that are not played are empty.

    Parameters
    ----------
    set_, number
        The set and the table, both from 1.
    rounds
        The game's rounds. Those of other sets are ignored.

    Returns
    -------
    Lines of :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    tables = {result.round: result.tables[number - 1] for result in rounds if result.set == set_}
    head = " (head table)" if number == 1 else ""
    title = align_ends("B * U * N * C * O   TABLE TALLY", f"Set {set_}, table {number}{head}", PAGE)
    rows = [[center("Round", _ROUND), center('"US"', _SIDE), center('"THEM"', _SIDE)]]
    under = [0]
    for target in range(1, ROUNDS + 1):
        rows += _make_row(target, tables.get(target))
        under.append(len(rows) - 1)
    return [title, *draw_box(rows, _WIDTHS, under)]


def write_marks(table: TableResult) -> tuple[tuple[str, ...], ...]:
    """Return the marks under each side of a table, word by word, as in the sheet's example.

    The first points are written as they are. Later points are written small, with the new total beside them.
    If the side's last points win the table, "GAME!" replaces the total. A table that counted on paper has
    only its scores.
    """
    written: list[list[str]] = [[] for _ in table.sides]
    if table.tally is not None:
        written = [[f"{score} on paper"] for score in table.tally[1].scores]
    totals = [0] * len(table.sides)
    last = None
    for turn in list_turns(table):
        if turn.gained:
            before = f"{write_small(turn.gained)} " if totals[turn.side] else ""
            totals[turn.side] += turn.gained
            written[turn.side].append(f"{before}{totals[turn.side]}")
            last = turn.side
    if table.rolloff:
        thrown = count_rolloff_points(table)
        for side, words in enumerate(written):
            words.append("roll-off" if thrown is None else f"roll-off {thrown[side]}")
    for side, playing in enumerate(table.sides):
        if table.winners and table.winners[0] in playing.players:
            if side == last and not table.rolloff:
                points = written[side].pop().removesuffix(str(totals[side]))
                written[side].append(f"{points or write_small(totals[side]) + ' '}{GAME}")
            else:
                written[side].append(GAME)
    return tuple(map(tuple, written))


def _make_row(target: int, table: TableResult | None) -> list[list[str]]:
    """Return the lines of one round: the players and their side's score, and the marks."""
    if table is None:
        return [[center(str(target), _ROUND), *[" " * _SIDE] * 2], [" " * width for width in _WIDTHS]]
    heads = []
    for side in table.sides:
        score = str(table.scores[side.players[0]])
        heads.append(align_ends(join_partners(side.players, _SIDE - len(score) - 3), score, _SIDE - 2))
    columns = [_fold(words) for words in write_marks(table)]
    return [
        [center(str(target), _ROUND), *(f" {head} " for head in heads)],
        *(
            [" " * _ROUND, *(align_left(f" {cell}", _SIDE) for cell in cells)]
            for cells in zip_longest(*columns, fillvalue="")
        ),
    ]


def _fold(words: Iterable[str]) -> list[str]:
    """Put the words into lines. A small number stays beside its total."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".lstrip()
        if len(longer) > _SIDE - 2:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
