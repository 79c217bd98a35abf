"""Colours and SVG elements for the drawings."""

from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

PAPER, INK, QUIET = "#f7f2e6", "#22302a", "#8b8a7d"
FELT, BRASS, WHITE = "#2f6b4f", "#c39a3b", "#fffdf7"
SIGNAL = {"button": "#2a5d9f", "buzzer": "#bf5a1f", "lamp": "#7a5aa6"}
"""The colour of the wire from each part to its GPIO."""
GROUND, POWER = "#2b2b2b", "#b3261e"

FONT = "Lexend, 'DejaVu Sans', Verdana, sans-serif"

Place = tuple[float, float]
"""Pixels from the drawing's upper left corner."""


def tag(name: str, inner: str = "", /, **facts: float | str) -> str:
    """Return an SVG element; in the names of attributes ``_`` becomes ``-``, and a final ``_`` is dropped.

    >>> tag("line", x1=1, stroke_width=2.5, class_="wire")
    '<line x1="1" stroke-width="2.5" class="wire"/>'
    """
    said = "".join(
        f' {fact.rstrip("_").replace("_", "-")}="{value:g}"'
        if isinstance(value, (int, float))
        else f" {fact.rstrip('_').replace('_', '-')}={quoteattr(value)}"
        for fact, value in facts.items()
    )
    return f"<{name}{said}>{inner}</{name}>" if inner else f"<{name}{said}/>"


def text(at: Place, said: str, size: float = 12, **facts: float | str) -> str:
    """Write a line of words."""
    return tag("text", escape(said), x=at[0], y=at[1], font_size=size, **({"fill": INK} | facts))


def lines(at: Place, said: str, width: int, size: float = 12, **facts: float | str) -> str:
    """Write text in lines of at most ``width`` characters."""
    step = size * 1.35
    return "".join(
        text((at[0], at[1] + number * step), line, size, **facts)
        for number, line in enumerate(wrap(said, width))
    )


def box(at: Place, size: Place, round_: float = 6, **facts: float | str) -> str:
    """Draw a box with round corners."""
    return tag("rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=round_, **facts)


def dot(at: Place, radius: float, **facts: float | str) -> str:
    """Draw a disc."""
    return tag("circle", cx=at[0], cy=at[1], r=radius, **facts)


def path(shape: str, colour: str, thick: float = 2, **facts: float | str) -> str:
    """Draw a line along a path of SVG."""
    return tag("path", d=shape, fill="none", stroke=colour, stroke_width=thick, **facts)
