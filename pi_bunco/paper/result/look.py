"""The look that all parts of a result share."""

from collections.abc import Iterable

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP = Text()
"""An empty line between two parts."""


def make_heading(title: str) -> Text:
    """Return the title of a part."""
    return Text(title, style="bold")


def make_table(heads: Iterable[str] = ()) -> Table:
    """Return a table with these heads, with a rule under them and nothing around it."""
    return Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)


def indent_line(line: str) -> RenderableType:
    """Return a line under a title. If it wraps, all its lines are indented."""
    return Padding(Text(line), (0, 0, 0, 2))
