"""Lines of text of a given width, in the cells of a terminal or of a fixed-width printer font."""

from rich.cells import cell_len, set_cell_size

from pi_bunco.rules.quoting import make_printable

__all__ = [
    "PAGE",
    "align_ends",
    "align_left",
    "cell_len",
    "cut",
    "make_printable",
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


def align_ends(start: str, end: str, width: int) -> str:
    """Return two texts at both ends of ``width`` cells. The first is cut if needed.

    >>> align_ends("Ann & Cy", "23", 12)
    'Ann & Cy  23'
    """
    end = make_printable(end)
    return align_left(start, width - cell_len(end) - 1) + " " + end
