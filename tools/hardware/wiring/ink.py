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


def make_tag(name: str, inner: str = "", /, **attributes: float | str) -> str:
    """Return an SVG element; in the names of attributes ``_`` becomes ``-``, and a final ``_`` is dropped.

    >>> make_tag("line", x1=1, stroke_width=2.5, class_="wire")
    '<line x1="1" stroke-width="2.5" class="wire"/>'
    """
    attribute_text = "".join(
        f' {attribute.rstrip("_").replace("_", "-")}="{value:g}"'
        if isinstance(value, (int, float))
        else f" {attribute.rstrip('_').replace('_', '-')}={quoteattr(value)}"
        for attribute, value in attributes.items()
    )
    return f"<{name}{attribute_text}>{inner}</{name}>" if inner else f"<{name}{attribute_text}/>"


def draw_text(at: Place, words: str, size: float = 12, **attributes: float | str) -> str:
    """Draw a line of text."""
    return make_tag("text", escape(words), x=at[0], y=at[1], font_size=size, **({"fill": INK} | attributes))


def draw_lines(at: Place, words: str, width: int, size: float = 12, **attributes: float | str) -> str:
    """Draw text in lines of at most ``width`` characters."""
    step = size * 1.35
    return "".join(
        draw_text((at[0], at[1] + number * step), line, size, **attributes)
        for number, line in enumerate(wrap(words, width))
    )


def draw_box(at: Place, size: Place, round_: float = 6, **attributes: float | str) -> str:
    """Draw a box with round corners."""
    return make_tag("rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=round_, **attributes)


def draw_dot(at: Place, radius: float, **attributes: float | str) -> str:
    """Draw a disc."""
    return make_tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def draw_path(shape: str, colour: str, thick: float = 2, **attributes: float | str) -> str:
    """Draw a line along a path of SVG."""
    return make_tag("path", d=shape, fill="none", stroke=colour, stroke_width=thick, **attributes)
