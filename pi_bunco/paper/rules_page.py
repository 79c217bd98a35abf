"""The page of a rule sheet, as a host prints it: each sentence with the words that give it beside it."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import chop_cells

from pi_bunco.paper.sentences import PAGE, Item
from pi_bunco.paper.text import PAGE as WIDTH
from pi_bunco.paper.text import between, cell_len, left, printable
from pi_bunco.rules import Sheet, Written

GUTTER = 2
SAYS = 40
GAP = 3
CLAUSE = WIDTH - GUTTER - SAYS - GAP

MARK = "*"
"""What stands before a sentence in which a house differs from the printed sheet."""


BESIDE = (
    "At the right: the heading and the words of the printed sheet. What is not on the sheet is decided here."
)


class Row(NamedTuple):
    """One line of the page: a ``heading`` over its whole width, or a sentence's line and its clause's.

    Attributes
    ----------
    left, right
        The two columns; a heading has only the first.
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
        """Give the line as it is printed."""
        if not self.right:
            return self.left.rstrip()
        return left(self.left, GUTTER + SAYS + GAP) + self.right


def page(written: Written) -> Iterator[Row]:
    """Give the lines of the page, 78 cells wide at most."""
    sheet = written.sheet
    yield Row("═" * WIDTH, heading=True)
    yield Row(between(printable(sheet.title).upper(), _kind(written), WIDTH), heading=True)
    yield Row("═" * WIDTH, heading=True)
    yield from map(Row, _wrapped(sheet.line, WIDTH))
    if written.parent is not None:
        yield Row(_legend(written, written.parent))
    yield from map(Row, _wrapped(BESIDE, WIDTH))
    yield Row("")
    for heading, items in PAGE.items():
        rows = [row for item in items for row in _item(written, item)]
        if rows:
            yield Row(heading.upper(), heading=True)
            yield Row("─" * WIDTH, heading=True)
            yield from rows


def differences(written: Written) -> Iterator[tuple[str, str]]:
    """Give for all in which a house differs what it says, and what its parent says, as sentences."""
    for items in PAGE.values():
        for item in items:
            if _differs(written, item) and written.parent is not None:
                yield item.says(written.sheet) or LEFT_OUT, item.says(written.parent) or NOT_ON_IT


LEFT_OUT = "Left out by the house."
NOT_ON_IT = "Not on the sheet."


def _kind(written: Written) -> str:
    if written.parent is None:
        return f"printed sheet: {written.sheet.slug}"
    return f"sheet of the house: {written.sheet.slug}"


def _legend(written: Written, parent: Sheet) -> str:
    if any(differences(written)):
        return f"As the printed sheet {parent.title}, but where a sentence begins with {MARK}."
    return f"As the printed sheet {parent.title}, in everything."


def _differs(written: Written, item: Item) -> bool:
    parent = written.parent
    return parent is not None and item.says(written.sheet) != item.says(parent)


def _item(written: Written, item: Item) -> Iterator[Row]:
    says = item.says(written.sheet)
    house = _differs(written, item)
    if not says and not house:
        return
    lines = _wrapped(says or LEFT_OUT, SAYS)
    clause = [line for words in _clauses(written, item, house=house) for line in _wrapped(words, CLAUSE)]
    for at, (mine, words) in enumerate(zip_longest(lines, clause, fillvalue="")):
        mark = MARK if house and at == 0 else ""
        yield Row(left(mark, GUTTER) + mine, words, house=house)
    yield Row("")


def _clauses(written: Written, item: Item, *, house: bool) -> list[str]:
    words = [written.clauses[key] for key in item.keys if key in written.clauses]
    if house and written.parent is not None:
        own = [written.clauses[key] for key in item.keys if key in written.differs and key in written.clauses]
        return [
            *(own or ["House rule."]),
            f"{written.parent.title}: {item.says(written.parent) or NOT_ON_IT}",
        ]
    return list(dict.fromkeys(words)) or [NOT_ON_IT]


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines; where it begins a new one itself, the lines that this needs stand back."""
    first, *more = text.split("\n")
    return [*_filled(first, width, ""), *(line for part in more for line in _filled(part, width, "    "))]


def _filled(text: str, width: int, indent: str) -> list[str]:
    lines = [""]
    for word in printable(text).split():
        for piece in chop_cells(word, width - len(indent)):
            joined = f"{lines[-1]} {piece}" if lines[-1] else piece
            if cell_len(joined) <= width or not lines[-1]:
                lines[-1] = joined
            else:
                lines.append(indent + piece)
    return lines
