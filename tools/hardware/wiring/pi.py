"""Drawings of the Raspberry Pi: a sketch that shows how to hold it, and its header, enlarged."""

from collections.abc import Mapping

from pi_bunco.devices.bell.header import name_pin
from tools.hardware.wiring.ink import (
    BRASS,
    FELT,
    QUIET,
    WHITE,
    Place,
    draw_box,
    draw_dot,
    draw_lines,
    draw_path,
    draw_text,
)

_TOP, _ROW = 136.0, 25.0
"""The height of the header's first row, and the distance between two rows, in pixels."""
_LEFT, _RIGHT = 606.0, 634.0
"""The middles of the header's two columns."""
_TAG = 84.0
"""The width of a label."""
_SKETCH: Place = (26, 136)
"""The upper left corner of the sketch."""
_HOLD = (
    "Hold it so: the microSD card away from you, the pins at the right. "
    "Pin\u00a01 is the upper one of the inner row."
)


def find_row(pin: int) -> float:
    """Return the height at which a pin of the header is drawn."""
    return _TOP + (pin - 1) // 2 * _ROW


def is_left(pin: int) -> bool:
    """Return whether a pin is in the left row: the odd ones, away from the Pi's edge."""
    return pin % 2 == 1


def find_wire_end(pin: int) -> Place:
    """Return where a wire to a pin begins: at the outer end of its label."""
    return (_LEFT - 16 - _TAG if is_left(pin) else _RIGHT + 16 + _TAG), find_row(pin)


def draw_header(used: Mapping[int, str]) -> str:
    """Draw the 40 pins; those in use have their names on a coloured label.

    Parameters
    ----------
    used
        The colour of each pin in use.
    """
    elements = [draw_box((_LEFT - 16, _TOP - 16), (_RIGHT - _LEFT + 32, 19 * _ROW + 32), 5, fill="#1d211f")]
    for pin in range(1, 41):
        x, y = (_LEFT if is_left(pin) else _RIGHT), find_row(pin)
        # Pin 1 has a square pad on every Pi.
        colour = WHITE if pin in used else "#3c2f10"
        elements += [
            draw_box((x - 10, y - 10), (20, 20), 2 if pin == 1 else 10, fill=used.get(pin, BRASS)),
            draw_text((x, y + 3.7), str(pin), 10.5, text_anchor="middle", fill=colour, font_weight=600),
            _draw_label(pin, used.get(pin)),
        ]
    return "".join(elements)


def _draw_label(pin: int, colour: str | None) -> str:
    x, y = find_wire_end(pin)
    middle = x + _TAG / 2 if is_left(pin) else x - _TAG / 2
    if colour is None:
        edge, anchor = (_LEFT - 22, "end") if is_left(pin) else (_RIGHT + 22, "start")
        return draw_text((edge, y + 4), name_pin(pin), 10.5, fill=QUIET, text_anchor=anchor)
    return draw_box((middle - _TAG / 2, y - 10.5), (_TAG, 21), 5, fill=colour) + draw_text(
        (middle, y + 4.2), name_pin(pin), 12, fill=WHITE, text_anchor="middle", font_weight=600
    )


def draw_sketch() -> str:
    """Draw how to hold the Pi so that its header matches the enlarged one."""
    x, y = _SKETCH
    return "".join([
        draw_box((x, y), (140, 212), 9, fill=FELT),
        draw_box((x + 118, y + 16), (15, 122), 2, fill="#1d211f"),
        *(
            draw_dot((x + 122 + 7 * side, y + 21 + 5.9 * k), 1.7, fill=BRASS)
            for side in (0, 1)
            for k in range(20)
        ),
        *(
            draw_box((x + left, y + 186), (34, 38), 2, fill="#c9ccc9", stroke="#8d918e")
            for left in (10, 52, 94)
        ),
        draw_box((x + 50, y + 70), (40, 40), 3, fill="#2b3531"),
        draw_box((x + 46, y - 4), (48, 12), 2, fill="#c9ccc9", stroke="#8d918e"),
        *(draw_dot((x + dx, y + dy), 4, fill="#f7f2e6") for dx in (10, 130) for dy in (10, 158)),
        draw_path(f"M {x + 134} {y + 17} C {x + 170} {y - 36}, 330 94, {_LEFT - 22} {_TOP - 18}", BRASS, 1.2,
             stroke_dasharray="4 4"),
        draw_text((x + 70, y - 9), "microSD card", 9.5, fill=QUIET, text_anchor="middle"),
        draw_text((x + 70, y + 46), "Raspberry Pi", 12, fill=WHITE, text_anchor="middle"),
        draw_lines((x, y + 244), _HOLD, 23, 11),
        draw_text((x, y + 330), "Unplug its power first.", 11, font_weight=600),
    ])  # fmt: skip


def draw_board_outline() -> str:
    """Draw the outline of a plug-on board on the header."""
    return draw_box(
        (200, _TOP - 34), (842, 19 * _ROW + 68), 16, fill="#e4eee6", stroke=FELT, stroke_width=2
    ) + draw_text((_RIGHT + 24, _TOP - 17), "The board sits on the header, its pin 1 on pin 1.", 11)
