"""Reads a list: which cells are names, tables or teams, and what is left out or may be wrong."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pi_bunco.guest_list.columns import Columns, find_columns, is_no_name
from pi_bunco.guest_list.headings import find_kind
from pi_bunco.guest_list.lines import ListRow, count_commas, split_cell, split_rows
from pi_bunco.guest_list.listed import ListedGuests
from pi_bunco.guest_list.tables import number_tables
from pi_bunco.guest_list.teams import check_tables, number_teams
from pi_bunco.names import clean_name
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Sentence, say, say_count, say_series

_MAIL = re.compile(r"\s*[<(\[]\S+@\S+[>)\]]")
_TWO = re.compile(r"\s(?:and|und|et|y)\s|[&+]|\s/\s", re.IGNORECASE)
_SHOWN = 5  # names or cells in a note


def read_guests(text: str) -> ListedGuests:
    r"""Return the guests of a list.

    Names stand on lines of their own, or with commas, semicolons or tabs between. Numbers and bullets before
    them are no part of them. In ``Smith, Ann`` on each line, and below headings, a line is one guest.

    Raises
    ------
    ListTrouble
        If only some guests have a table or a team, or a table is not one of the team.

    >>> read_guests("1. Ann\n2. Bob").names, read_guests("Ann, Bob, Cy").names
    (('Ann', 'Bob'), ('Ann', 'Bob', 'Cy'))
    >>> read_guests("Name;Table\nAnn;2\nBob;1\nCy;2").tables
    (2, 1, 2)
    >>> read_guests("Team 1: The Rollers\nAnn\nBob").team_names
    ('The Rollers',)
    >>> read_guests("Smith, Ann\nBrown, Bob").names
    ('Ann Smith', 'Bob Brown')
    """
    all_rows, sign = split_rows(text)
    rows, left_out = _drop_titles(all_rows)
    columns = find_columns(rows, sign)
    left_out += columns.left_out
    found = [(name, *at) for names, *at in _find_names(columns, sign, left_out) for name in names]
    names = tuple(name for name, _, _ in found)
    tables, notes = number_tables(names, [table for _, table, _ in found])
    teams, team_names = number_teams(names, [team for _, _, team in found])
    if tables and teams:
        check_tables(names, tables, teams)
    return ListedGuests(
        names,
        tables,
        (*_note_left_out(left_out), *columns.notes, *notes, *_note_doubts(names)),
        teams,
        team_names,
    )


def _drop_titles(rows: Sequence[ListRow]) -> tuple[list[ListRow], list[str]]:
    """Return the rows without titles such as ``For Friday:``, and the titles."""
    kept: list[ListRow] = []
    titles: list[str] = []
    for row in rows:
        title, colon, rest = row.cells[0].partition(":")
        if colon and not rest and not any(row.cells[1:]):
            titles.append(row.cells[0])
        elif colon and not kept and find_kind(title) != "other":  # Guests: Ann, Bob
            kept.append(replace(row, cells=(clean_name(rest), *row.cells[1:])))
        else:
            kept.append(row)
    return kept, titles


def _find_names(columns: Columns, sign: str, left_out: list[str]) -> Iterator[tuple[list[str], str, str]]:
    """Yield the names in each row, with their table and their team, and add the cells that are left out."""
    cells = [cell for row in columns.rows for cell in row.cells if cell]
    has_names = not all(map(is_no_name, cells))
    are_last_first = sign != "," and len(cells) > 1 and all(count_commas(cell) == 1 for cell in cells)
    for row in columns.rows:
        names, at, parts = [], {"table": row.table, "team": row.team}, {"first": "", "last": ""}
        for number, cell in enumerate(row.cells):
            kind = columns.kinds[number] if number < len(columns.kinds) else "other"
            if kind in at:
                at[kind] = cell or at[kind]
            elif kind in parts:
                parts[kind] = cell
            elif cell and kind == "name" and not (has_names and is_no_name(cell)):
                if columns.is_guest_a_row or are_last_first or sign == ",":  # quotes have kept the comma
                    names.append(_turn(cell) if count_commas(cell) == 1 else cell)
                else:
                    names += split_cell(cell)
            elif kind != "unused":
                left_out += [cell] if cell else []
        if whole := clean_name(f"{parts['first']} {parts['last']}"):
            names.append(whole)
        yield [clean_name(_MAIL.sub("", name)) for name in names], at["table"], at["team"]


def _turn(cell: str) -> str:
    """Return ``Smith, Ann`` as ``Ann Smith``."""
    last, _, first = cell.rpartition(",")
    return clean_name(f"{first} {last}")


def _note_left_out(cells: Sequence[str]) -> Iterator[Sentence]:
    if cells:
        yield say("Left out: {cells}.", cells=_quote(cells))


def _note_doubts(names: Sequence[str]) -> Iterator[Sentence]:
    if two := [name for name in names if _TWO.search(name)]:
        yield say("One guest, not two: {names}. Two guests need two lines.", names=_quote(two))
    if broken := [name for name in names if "\N{REPLACEMENT CHARACTER}" in name]:
        yield say("Some letters could not be read: {names}.", names=_quote(broken))


def _quote(texts: Sequence[str]) -> Sentence:
    """Return the first of some texts in quotation marks, and how many more there are."""
    shown = [say("“{text}”", text=clip_text(text)) for text in texts[:_SHOWN]]
    if len(texts) > _SHOWN:
        shown.append(say_count("{count} more", "{count} more", len(texts) - _SHOWN))
    return say_series(shown)
