"""Pictures of a bell's parts, each in a box with its name and a note."""

from pi_bunco.devices.bell.parts import BuzzerWire, Wire
from tools.hardware.wiring.ink import (
    BRASS,
    INK,
    QUIET,
    SIGNAL,
    WHITE,
    Place,
    draw_box,
    draw_dot,
    draw_lines,
    draw_path,
    draw_text,
)

BOX_SIZE: Place = (206, 104)
"""Width and height of a part's box."""
_PICTURE_INSET = 46.0
"""Distance from the edge of a part's box to the middle of the picture in it, in pixels."""


def draw_part(name: str, wire: Wire, at: Place, *, left: bool) -> str:
    """Draw a part.

    Parameters
    ----------
    name
        ``button``, ``buzzer`` or ``lamp``.
    wire
        Its pins.
    at
        The upper left corner of its box.
    left
        Whether it is left of the header, so that its picture is at the right of its box.
    """
    x, y = at
    picture = (x + BOX_SIZE[0] - _PICTURE_INSET if left else x + _PICTURE_INSET, y + BOX_SIZE[1] / 2)
    words = x + 12 if left else x + 2 * _PICTURE_INSET
    picture_name = _choose_picture(name, wire)
    title = "Piezo disc" if picture_name == "piezo" and not wire.part else name.capitalize()
    return "".join(
        [
            draw_box(at, BOX_SIZE, 10, fill=WHITE, stroke=SIGNAL[name], stroke_width=1.6),
            _PICTURES[picture_name](picture),
            draw_text((words, y + 24), title, 13.5, font_weight=700),
            draw_lines((words, y + 43), _describe(wire), 17, 10.5, fill=INK),
        ]
    )


def _describe(wire: Wire) -> str:
    if wire.part:
        return wire.part
    return wire.note if len(wire.note) < 60 else "see below"  # noqa: PLR2004 - four short lines have room


def _choose_picture(name: str, wire: Wire) -> str:
    if isinstance(wire, BuzzerWire) and wire.kind == "tonal":
        return "piezo"
    return "module" if wire.power_pin else name


def _draw_button(at: Place) -> str:
    x, y = at
    return (
        draw_box((x - 27, y - 27), (54, 54), 8, fill="#3a3f3c")
        + draw_dot(at, 21, fill="#c94a3a", stroke="#8e2e22", stroke_width=2)
        + draw_path(
            f"M {x - 11} {y - 9} A 15 15 0 0 1 {x + 4} {y - 15}", "#e9a79f", 3, stroke_linecap="round"
        )
    )


def _draw_buzzer(at: Place) -> str:
    return draw_dot(at, 27, fill="#2b2b2b") + draw_dot(at, 5, fill="#777")


def _draw_piezo(at: Place) -> str:
    return draw_dot(at, 27, fill=BRASS, stroke="#8d6d22", stroke_width=1.5) + draw_dot(
        at, 18, fill="#ece7da", stroke="#bdb59f"
    )


def _draw_lamp(at: Place) -> str:
    x, y = at
    rays = "".join(
        draw_path(f"M {x + dx} {y - 34} l {dx / 3} -9", BRASS, 2, stroke_linecap="round")
        for dx in (-15, 0, 15)
    )
    dome = f"M {x - 16} {y + 14} v -18 a 16 16 0 0 1 32 0 v 18 z"
    return (
        rays
        + draw_path(dome, "#a8852c", 1.5).replace('fill="none"', 'fill="#f4dc8f"')
        + draw_box((x - 20, y + 12), (40, 8), 2, fill="#e3c467", stroke="#a8852c")
        + draw_path(f"M {x - 7} {y + 20} v 18 M {x + 7} {y + 20} v 12", QUIET, 2.5)
    )


def _draw_module(at: Place) -> str:
    x, y = at
    return (
        draw_box((x - 24, y - 30), (48, 60), 4, fill="#234f8d")
        + draw_dot((x, y - 6), 19, fill="#2b2b2b")
        + draw_dot((x, y - 6), 4, fill="#777")
        + "".join(draw_box((x - 14 + 11 * k, y + 21), (6, 16), 1, fill=BRASS) for k in range(3))
    )


_PICTURES = {
    "button": _draw_button,
    "buzzer": _draw_buzzer,
    "piezo": _draw_piezo,
    "lamp": _draw_lamp,
    "module": _draw_module,
}
