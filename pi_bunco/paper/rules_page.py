"""The printed page of a rule sheet: each sentence, and beside it the clauses that it comes from."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import chop_cells

from pi_bunco.paper.sentences import Rule, list_sections
from pi_bunco.paper.text import PAGE as WIDTH
from pi_bunco.paper.text import align_ends, align_left, cell_len, make_printable
from pi_bunco.rules import Sheet, Written

GUTTER, SENTENCE, GAP = 2, 40, 3
CLAUSE = WIDTH - GUTTER - SENTENCE - GAP
"""The columns of the page, in cells: the mark, the sentences, white between, and the clauses."""

MARK = "*"
"""Marks a sentence in which the house differs from the printed sheet."""

LEGEND = (
    "At the right: the heading and the words of the printed sheet. What is not on the sheet is decided here."
)


class Row(NamedTuple):
    """One line of the page: a ``heading``, or a line of a sentence beside a line of its clause.

    Attributes
    ----------
    left, right
        The two columns. A heading has only the first.
    heading
        Whether it is a heading.
    house
        Whether the house differs here.
    """

    left: str
    right: str = ""
    heading: bool = False
    house: bool = False

    def __str__(self) -> str:
        """Return the line as it is printed."""
        if not self.right:
            return self.left.rstrip()
        return align_left(self.left, GUTTER + SENTENCE + GAP) + self.right


def format_page(written: Written) -> Iterator[Row]:
    """Yield the lines of the page, at most 78 cells wide."""
    sheet = written.sheet
    kind = f"{'printed sheet' if written.parent is None else 'house sheet'}: {sheet.slug}"
    yield Row("═" * WIDTH, heading=True)
    yield Row(align_ends(make_printable(sheet.title).upper(), kind, WIDTH), heading=True)
    yield Row("═" * WIDTH, heading=True)
    yield from map(Row, _wrap(sheet.line, WIDTH))
    if written.parent is not None:
        differs = any(list_differences(written))
        where = f"but where a sentence begins with {MARK}" if differs else "in everything"
        yield Row(f"As the printed sheet {written.parent.title}, {where}.")
    yield from map(Row, _wrap(LEGEND, WIDTH))
    yield Row("")
    for section in list_sections(written):
        yield Row(section.heading.upper(), heading=True)
        yield Row("─" * WIDTH, heading=True)
        for rule in section.rules:
            yield from _make_rows(rule, written.parent)


def list_differences(written: Written) -> Iterator[tuple[str, str]]:
    """Yield each sentence in which a house sheet differs from its parent, with the parent's sentence."""
    for section in list_sections(written):
        for rule in section.rules:
            if rule.parent is not None:
                yield rule.sentence, rule.parent


def _make_rows(rule: Rule, parent: Sheet | None) -> Iterator[Row]:
    clauses, house = rule.clauses, rule.parent is not None
    if parent is not None and rule.parent is not None:
        clauses = (*(clauses or ("House rule.",)), f"{parent.title}: {rule.parent}")
    right = [line for clause in clauses for line in _wrap(clause, CLAUSE)]
    mark = MARK if house else ""
    for sentence_line, clause_line in zip_longest(_wrap(rule.sentence, SENTENCE), right, fillvalue=""):
        yield Row(align_left(mark, GUTTER) + sentence_line, clause_line, house=house)
        mark = ""  # only the first line has it
    yield Row("")


def _wrap(text: str, width: int) -> list[str]:
    """Break a text into lines. Where a further line of the text is broken, its continuation is indented."""
    first, *more = text.split("\n")
    return [*_fill(first, width, ""), *(line for part in more for line in _fill(part, width, "    "))]


def _fill(text: str, width: int, indent: str) -> list[str]:
    lines = [""]
    for word in make_printable(text, len(text)).split():
        for piece in chop_cells(word, width - len(indent)):
            joined = f"{lines[-1]} {piece}" if lines[-1] else piece
            if cell_len(joined) <= width or not lines[-1]:
                lines[-1] = joined
            else:
                lines.append(indent + piece)
    return lines
