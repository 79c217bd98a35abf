"""Takes the lines of a list apart: their numbers and bullets, their cells, and lines such as ``Table 2:``.

A line such as ``Team 2: The Rollers`` stands above the guests of a team.
"""

import csv
import re
from dataclasses import dataclass

from pi_bunco.names import clean_name

_FEWEST = 2  # lines in which one can see that numbers count them
_MOST_LETTERS = 200  # of a cell: more than of a name, so that a long name is still refused as too long
_BULLETS = "-–—−*+•‣◦▪●○·∙>→✓✔☐☑☒□■\uf0b7\uf0a7"  # the last two are a word processor's
_GAP = r"[^\S\t]*"  # a tab may separate cells
_MARK = re.compile(
    rf"{_GAP}(?:(?:[{_BULLETS}]{_GAP}(?![\d)])|\[[ xX✓]?\]{_GAP}"
    rf"|\(?[#№]?\d{{1,3}}{_GAP}(?:[.):\]]+|[-–—]){_GAP}(?!\d)|(?:\d\ufe0f?\u20e3)+{_GAP}|[#№]{_GAP}\d{{1,3}}\s))+"
)
"""The number or bullet before a name."""
_SECTION = re.compile(
    r"[\s*#=_-]*(?:table|tisch|mesa|tafel|tavolo)\s*(?:no\.?|nr\.?|#)?\s*(\d{1,2})"
    r"\s*(?:[:.)*=_–—-]+\s*|[;,\t|\s]*$)(.*)",
    re.IGNORECASE,
)
_TEAM = re.compile(
    r"[\s*#=_-]*(?:team|mannschaft|equipo|équipe|squadra)\s*(?:no\.?|nr\.?|#)?\s*(\d{1,2})"
    r"(?:\s*[:.)*=_–—-]+\s*|\s+|$)(.*)",
    re.IGNORECASE,
)
_OTHER_SIGNS = str.maketrans("،、，؛；", ",,,;;")  # commas and semicolons of Arabic and Chinese
_NEXT_NUMBER = re.compile(r"[\s,;]+(?=\d{1,3}[.)]\s*[^\W\d])")
_SUFFIX = re.compile(r",(?=\s*(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq)\b\.?)", re.IGNORECASE)
_KEPT_COMMA = "\ue000"  # stands for a comma that belongs to a name until all others have been found


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list.

    Attributes
    ----------
    line
        Its number, from 1.
    cells
        Its cells, without the number or bullet before them.
    table
        The table of the line ``Table 2:`` above it, or at its beginning; ``""``: there is none.
    team
        The number of the team, and perhaps its name, of the line ``Team 2: The Rollers`` above it.
    """

    line: int
    cells: tuple[str, ...]
    table: str = ""
    team: str = ""


def split_rows(text: str) -> tuple[list[ListRow], str]:
    r"""Return the rows that are not empty, and the sign between their cells.

    >>> [row.cells for row in split_rows("1. Ann\n2. Bob")[0]]
    [('Ann',), ('Bob',)]
    >>> split_rows('Table 2: Ann; "Bob; the tall"')
    ([ListRow(line=1, cells=('Ann', 'Bob; the tall'), table='2', team='')], ';')
    >>> split_rows("Team 2: The Rollers\nAnn")[0]
    [ListRow(line=2, cells=('Ann',), table='', team='2 The Rollers')]
    """
    lines: list[tuple[int, str, str, str]] = []
    table = team = ""
    titles: dict[str, tuple[int, str]] = {}
    for number, line in _drop_plain_numbers(list(enumerate(_split_lines(text), start=1))):
        if section := _SECTION.fullmatch(line):
            table, line = section[1], section[2]  # noqa: PLW2901 - the rest of it
        elif section := _TEAM.fullmatch(line):
            table, has_guests = "", re.search("[,;|\t]", section[2])
            team = section[1] if has_guests else f"{section[1]} {_clean(section[2])}".strip()
            line, titles[team] = section[2] if has_guests else "", (number, section[2])  # noqa: PLW2901 - the rest of it
        lines.append((number, _SUFFIX.sub(_KEPT_COMMA, _drop_mark(line)), table, team))
    # Of "Team 2: Ann" with nobody below it Ann is a guest, so that no name is lost.
    filled = {team for _, line, _, team in lines if line}
    lines += (
        (number, rest, "", team.split()[0]) for team, (number, rest) in titles.items() if team not in filled
    )
    sign = next((sign for sign in "\t;|" if any(sign in line.strip(" \t") for _, line, *_ in lines)), ",")
    rows = [ListRow(number, _split_cells(line, sign), table, team) for number, line, table, team in lines]
    return [row for row in rows if any(row.cells)], sign


def split_cell(cell: str) -> list[str]:
    """Return the names in a cell, between commas and semicolons.

    >>> split_cell("Ann, Bob"), split_cell("Ann, Jr.")
    (['Ann', 'Bob'], ['Ann, Jr.'])
    """
    parts = re.split("[,;|]", _SUFFIX.sub(_KEPT_COMMA, cell))
    return [name for part in parts if (name := _clean(part))]


def count_commas(cell: str) -> int:
    """Return how many commas separate something in a cell.

    >>> count_commas("Smith, Ann"), count_commas("Ann Smith, Jr.")
    (1, 0)
    """
    return _SUFFIX.sub(_KEPT_COMMA, cell).count(",")


def _split_lines(text: str) -> list[str]:
    """Return the lines; of a single line with numbers each name is one."""
    lines = text.removeprefix("\ufeff").translate(_OTHER_SIGNS).splitlines()
    if lines and re.fullmatch("sep=.", lines[0]):  # a spreadsheet program writes this for itself
        lines[0] = ""
    filled = [line for line in lines if line.strip()]
    if len(filled) == 1 and re.match(r"\s*\(?\d{1,3}[.)]", filled[0]):
        return _NEXT_NUMBER.sub("\n", filled[0]).splitlines()
    return lines


def _drop_plain_numbers(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines that are not empty, without numbers that only count them. A heading may be first."""
    filled = [(number, line) for number, line in lines if line.strip()]
    found = [re.match(r"\s*(\d{1,3})[ \xa0]+(?=[^\W\d])", line) for _, line in filled]
    start = 0 if found[:1] != [None] else 1
    numbers = [match and int(match[1]) for match in found[start:]]
    if (
        len(numbers) < _FEWEST
        or numbers[0] is None
        or numbers != [*range(numbers[0], numbers[0] + len(numbers))]
    ):
        return filled
    return [
        (number, line[match.end() :] if match else line)
        for (number, line), match in zip(filled, found, strict=True)
    ]


def _split_cells(line: str, sign: str) -> tuple[str, ...]:
    return tuple(map(_clean, next(csv.reader([line], delimiter=sign, skipinitialspace=True), ())))


def _drop_mark(text: str) -> str:
    mark = _MARK.match(text)
    return text[mark.end() :] if mark else text


def _clean(cell: str) -> str:
    return clean_name(_drop_mark(cell[:_MOST_LETTERS].strip()).replace(_KEPT_COMMA, ","))
