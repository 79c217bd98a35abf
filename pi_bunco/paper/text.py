"""Lines of text of a given width, in the cells of a terminal or of a fixed-width printer font."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

from pi_bunco.rules.quoting import make_printable

__all__ = [
    "PAGE",
    "align_ends",
    "align_left",
    "align_right",
    "cell_len",
    "center",
    "cut",
    "draw_box",
    "join_partners",
    "make_printable",
    "place_beside",
]

PAGE = 78
"""The width of a printed page, in cells."""


def cut(text: str, width: int) -> str:
    """Return the text, cut off with ``…`` if it is too wide.

    >>> cut("Wilhelmina", 6), cut("Ann", 6)
    ('Wilhe…', 'Ann')
    """
    text = make_printable(text)
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def align_left(text: str, width: int) -> str:
    """Return the text aligned to the left in ``width`` cells."""
    return set_cell_size(cut(text, width), width)


def align_right(text: str, width: int) -> str:
    """Return the text aligned to the right in ``width`` cells."""
    text = cut(text, width)
    return " " * (width - cell_len(text)) + text


def center(text: str, width: int) -> str:
    """Return the text centred in ``width`` cells.

    >>> center("W", 4)
    ' W  '
    """
    text = cut(text, width)
    return set_cell_size(" " * ((width - cell_len(text)) // 2) + text, width)


def align_ends(start: str, end: str, width: int) -> str:
    """Return two texts at both ends of ``width`` cells. The first is cut if needed.

    >>> align_ends("Ann & Cy", "23", 12)
    'Ann & Cy  23'
    """
    end = make_printable(end)
    return align_left(start, width - cell_len(end) - 1) + " " + end


def join_partners(names: Sequence[str], width: int) -> str:
    """Return names joined by ``&`` in at most ``width`` cells. The longest are cut if needed.

    >>> join_partners(["Ann", "Wilhelmina"], 12)
    'Ann & Wilhe…'
    """
    limit = min(max(cell_len(make_printable(name)) for name in names), width)
    while cell_len(joined := " & ".join(cut(name, limit) for name in names)) > width and limit > 1:
        limit -= 1
    return joined


def place_beside(
    blocks: Sequence[Sequence[str]], gap: str, most: int, width: int = PAGE, rule: str = ""
) -> list[str]:
    """Put blocks of lines side by side: as many in a row as fit into ``width``, and at most ``most``.

    There is ``gap`` between two blocks, and the line ``rule`` between two rows.

    >>> place_beside([["+--+", "|  |"], ["+--+"], ["+-+"]], "  ", most=3, width=10)
    ['+--+  +--+', '|  |', '', '+-+']
    """
    rows: list[list[Sequence[str]]] = []
    used = 0
    for block in blocks:
        wide = _find_width(block)
        if rows and len(rows[-1]) < most and used + len(gap) + wide <= width:
            rows[-1].append(block)
            used += len(gap) + wide
        else:
            rows.append([block])
            used = wide
    lines: list[str] = []
    for row in rows:
        if lines:
            lines.append(rule)
        widths = [_find_width(block) for block in row]
        for parts in zip_longest(*row, fillvalue=""):
            whole = gap.join(set_cell_size(part, wide) for part, wide in zip(parts, widths, strict=True))
            lines.append(whole.rstrip())
    return lines


def draw_box(rows: Iterable[Sequence[str]], widths: Sequence[int], under: Iterable[int] = (0,)) -> list[str]:
    r"""Draw a box around rows of cells, with a line under each row whose number is in ``under``.

    The cells of a column must have its width already.

    >>> print(*draw_box([["a", "b "], ["1", "22"]], [1, 2]), sep="\n")
    ┌─┬──┐
    │a│b │
    ├─┼──┤
    │1│22│
    └─┴──┘
    """
    rows = list(rows)
    after = set(under)
    lines = [_draw_rule("┌┬┐", widths)]
    for number, row in enumerate(rows):
        lines.append("│" + "│".join(row) + "│")
        if number in after and number + 1 < len(rows):
            lines.append(_draw_rule("├┼┤", widths))
    return [*lines, _draw_rule("└┴┘", widths)]


def _draw_rule(corners: str, widths: Sequence[int]) -> str:
    return corners[0] + corners[1].join("─" * width for width in widths) + corners[2]


def _find_width(block: Sequence[str]) -> int:
    return max(map(cell_len, block), default=0)
