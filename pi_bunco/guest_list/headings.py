"""Recognizes the headings over the columns of a list."""

import re
from collections.abc import Sequence
from typing import Literal

ColumnKind = Literal["name", "first", "last", "table", "team", "number", "unused", "other"]
"""What a column contains. ``number`` counts the lines, ``unused`` is left out
without a word, ``other`` with a note."""

_WORDS: dict[ColumnKind, str] = {
    "name": "name names guest guests player players person people who fullname guestname guestnames "
    "playername guestlist invited invitee invitees attendee attendees gast gäste spieler nom nombre jugador",
    "first": "first firstname givenname forename vorname prénom",
    "last": "last lastname surname familyname nachname apellido apellidos",
    "table": "table tables tableno tablenr tablenumber tablename tisch mesa tafel tavolo",
    "team": "team teams teamno teamnr teamnumber teamname mannschaft equipo équipe squadra",
    "number": "no nr nº number num № # id",
}
_TITLES = 5  # rows in which to look for headings
_KINDS: dict[str, ColumnKind] = {word: kind for kind, words in _WORDS.items() for word in words.split()}


def find_kind(heading: str) -> ColumnKind:
    """Return what a heading says about its column.

    >>> find_kind("First name"), find_kind("Table #"), find_kind("Diet")
    ('first', 'table', 'other')
    """
    text = heading.casefold()
    return _KINDS.get(re.sub(r"[\W_]", "", text) or text.strip(), "other")


def find_heading(rows: Sequence[Sequence[str]]) -> int | None:
    """Return which of the rows contains headings, ``None``: there are none.

    A title may stand above them. A single word is a heading only in the first row.

    >>> find_heading([["Bunco in May"], ["Name", "Table"], ["Ann", "1"]]), find_heading([["Ann"], ["Bob"]])
    (1, None)
    """
    for number, cells in enumerate(rows[:_TITLES]):
        kinds = [find_kind(cell) for cell in cells if cell]
        known = sum(kind != "other" for kind in kinds)
        is_first_known = kinds[:1] != ["other"] and number == 0
        if number < len(rows) - 1 and known and (is_first_known or (known > 1 and 2 * known >= len(kinds))):
            return number
    return None
