"""Finds out what each column of a list contains: names, tables, teams, or nothing that a game needs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.guest_list.headings import ColumnKind, find_heading, find_kind
from pi_bunco.guest_list.lines import ListRow
from pi_bunco.guest_list.tables import is_table
from pi_bunco.guest_list.teams import is_team
from pi_bunco.names import make_name_key
from pi_bunco.sentences import Sentence, say

_NO_NAME = re.compile(r"[^@\s]+@[^@\s]+|https?://\S+|[\d\W_]*\d[\d\W_]*")
_FEWEST = 4  # cells in which repeated words show that they are no names


@dataclass(frozen=True, slots=True)
class Columns:
    """The rows of guests, and what their columns contain.

    Attributes
    ----------
    rows
        The rows without headings.
    kinds
        The kind of each column.
    is_guest_a_row
        Whether each row is one guest, so that a comma separates only the parts of a name.
    left_out
        The headings that are left out.
    notes
        What may be wrong.
    """

    rows: Sequence[ListRow]
    kinds: Sequence[ColumnKind]
    is_guest_a_row: bool
    left_out: tuple[str, ...] = ()
    notes: tuple[Sentence, ...] = ()


def is_no_name(cell: str) -> bool:
    """Return whether a cell is an address of mail or the web, or a number such as a telephone's.

    >>> is_no_name("0171 2345-6"), is_no_name("ann@example.org"), is_no_name("Ann 2")
    (True, True, False)
    """
    return _NO_NAME.fullmatch(cell) is not None


def find_columns(rows: Sequence[ListRow], sign: str) -> Columns:
    """Return the columns of a list, by its headings or by what is in them."""
    heading = find_heading([row.cells for row in rows])
    if heading is None:
        return _guess_columns(rows, sign)
    headings, below = rows[heading].cells, rows[heading + 1 :]
    before = tuple(cell for row in rows[:heading] for cell in row.cells if cell)
    if sum(map(bool, headings)) == 1:
        guessed = _guess_columns(below, sign)
        left_out = tuple(filter(None, (*before, *headings)))
        return Columns(below, guessed.kinds, guessed.is_guest_a_row, left_out, guessed.notes)
    kinds = [find_kind(cell) for cell in headings]
    if not {"name", "first", "last"}.intersection(kinds):
        kinds = ["name" if kind == "other" else kind for kind in kinds]
    others = (cell for cell, kind in zip(headings, kinds, strict=True) if kind == "other" and cell)
    left_out = (*before, *others)
    kinds = ["unused" if kind in ("other", "number") else kind for kind in kinds]
    return Columns(below, kinds, is_guest_a_row=True, left_out=left_out)


def _guess_columns(rows: Sequence[ListRow], sign: str) -> Columns:
    """Return the columns of a list without headings."""
    columns = [
        [row.cells[column] for row in rows if row.cells[column : column + 1] > ("",)]
        for column in range(max((len(row.cells) for row in rows), default=0))
    ]
    while columns and not columns[-1]:
        columns.pop()
    kinds: list[ColumnKind] = ["name"] * len(columns)
    if len(rows) > 1 and len(columns) > 1:
        kinds = [_guess_kind(number, cells, len(rows)) for number, cells in enumerate(columns)]
    if "name" not in kinds:
        return Columns(rows, ["name"] * len(columns), is_guest_a_row=False)
    if _has_last_names_first(rows, kinds, sign):
        example = next(row.cells for row in rows if all(row.cells[:2]))
        note = say(
            "Each line has one comma, so “{cell}” is one guest: {name}. Two guests need two lines.",
            cell=f"{example[0]}, {example[1]}",
            name=f"{example[1]} {example[0]}",
        )
        return Columns(rows, ["last", "first"], is_guest_a_row=True, notes=(note,))
    is_guest_a_row = bool({"table", "team", "unused"}.intersection(kinds)) and kinds.count("name") == 1
    notes: tuple[Sentence, ...] = ()
    if sign != "," and len(rows) > 1 and kinds == ["name", "name"] and min(map(len, columns)) == len(rows):
        note = say(
            "Each line has two names, which are two guests here. If they are the first and the last name of "
            "one, write “First name{sign}Last name” above them.",
            sign=sign if sign != "\t" else "; ",
        )
        notes = (note,)
    return Columns(rows, kinds, is_guest_a_row, notes=notes)


def _guess_kind(number: int, cells: Sequence[str], rows: int) -> ColumnKind:
    """Return what a column contains, from its cells that are not empty."""
    if not cells:
        return "other"
    if number == 0 and len(cells) == rows and all(re.fullmatch(r"\d{1,3}\.?", cell) for cell in cells):
        counted = [int(cell.strip(".")) for cell in cells]
        if counted == [*range(counted[0], counted[0] + rows)]:
            return "unused"
    repeats = len(set(map(make_name_key, cells))) < len(cells)
    if all(map(is_table, cells)) and (repeats or all(is_table(cell, in_words=True) for cell in cells)):
        return "table"
    if all(map(is_team, cells)):
        return "team"
    if all(map(is_no_name, cells)):
        return "other"
    are_few = len(set(map(make_name_key, cells))) <= len(cells) / 2
    return "other" if number and len(cells) >= _FEWEST and are_few else "name"


def _has_last_names_first(rows: Sequence[ListRow], kinds: Sequence[ColumnKind], sign: str) -> bool:
    """Return whether each line is like ``Smith, Ann``: it has one comma, and is no list of a table."""
    are_lists = len({(row.table, row.team) for row in rows}) == len(rows)
    has_one_comma = all(len(row.cells) == len(("last", "first")) for row in rows)
    return sign == "," and kinds == ["name", "name"] and len(rows) > 1 and has_one_comma and not are_lists
