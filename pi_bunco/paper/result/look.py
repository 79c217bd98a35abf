"""The look that all parts of a result share."""

from rich import box
from rich.table import Table
from rich.text import Text

GAP = Text()
"""An empty line between two parts."""


def make_heading(title: str) -> Text:
    """Return the title of a part."""
    return Text(title, style="bold")


def make_table(*heads: str) -> Table:
    """Return a table with these heads, with a rule under them and nothing around it."""
    return Table(*heads, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
