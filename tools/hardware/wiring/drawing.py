"""Draws a board's wiring as SVG."""

from dataclasses import dataclass
from textwrap import wrap
from xml.sax.saxutils import escape

from pi_bunco.devices.bell.board import BellBoard
from pi_bunco.devices.bell.header import GROUND as GROUND_PINS
from pi_bunco.devices.bell.parts import Wire
from tools.hardware.wiring import ink
from tools.hardware.wiring.ink import INK, PAPER, SIGNAL, Place, draw_box, draw_path, draw_text, make_tag
from tools.hardware.wiring.parts import BOX_SIZE, draw_part
from tools.hardware.wiring.pi import (
    draw_board_outline,
    draw_header,
    draw_sketch,
    find_row,
    find_wire_end,
    is_left,
)

_WIDTH = 1060.0
_BOX_EDGES = (214.0, 822.0)
"""Left edges of the parts' boxes, left and right of the header."""
_GAP = 18.0
"""The smallest distance between two boxes, one above the other."""
_STRAIGHT = 40.0
"""Length of a wire's straight end beside a part."""
_DETOUR_HEIGHT = 104.0
"""Height at which wires pass above the header, on their way to its far row."""
_LINE_LETTERS = 124
"""The most letters in a line below the drawing."""
_SIGNS = {"plus": ("+", "−"), "minus": ("−", "+")}
"""The signs of both legs, by the first word of :attr:`Wire.wiring`."""


@dataclass(frozen=True, slots=True)
class _PlacedPart:
    """A part and the place of its box in the drawing."""

    name: str
    wire: Wire
    left: bool
    top: float

    @property
    def corner(self) -> Place:
        return _BOX_EDGES[0 if self.left else 1], self.top


def draw_wiring(board: BellBoard, setting_name: str) -> str:
    """Draw how a board's parts are wired to the header.

    Parameters
    ----------
    board
        The board.
    setting_name
        Its name in the settings.

    Returns
    -------
    str
        The SVG text.

    >>> from pi_bunco.devices.bell.board import load_board
    >>> drawing = draw_wiring(load_board("generic"), "generic")
    >>> drawing.count('class="wire"')  # two legs of the button, two of the buzzer
    4
    """
    placed = [*_stack_parts(board, left=True), *_stack_parts(board, left=False)]
    used = {pin: _choose_colour(part.name, part.wire, pin) for part in placed for pin in part.wire.pins}
    sentences = [f"{name.capitalize()}: {wire.wiring}." for name, wire in board.parts.items()]
    lines_below = [line for words in (*sentences, *board.list_notes()) for line in wrap(words, _LINE_LETTERS)]
    height = find_row(39) + 64 + 20 * len(lines_below)
    elements = [
        make_tag("title", escape(f"Wiring of {board.name}")),
        draw_box((0, 0), (_WIDTH, height), 0, fill=PAPER),
        draw_text((26, 44), board.name, 26, font_weight=700),
        draw_text((26, 70), f'bell = "gpio:{setting_name}"', 14, font_family="'DejaVu Sans Mono', monospace"),
        "" if all(part.wire.other_pin for part in placed) else draw_board_outline(),
        draw_sketch(),
        *(_draw_wires(part) for part in placed),
        draw_header(used),
        *(
            draw_part(part.name, part.wire, part.corner, left=part.left) + _label_poles(part)
            for part in placed
        ),
        *(
            draw_text((26, find_row(39) + 62 + 20 * number), line, 12.5, font_weight=400)
            for number, line in enumerate(lines_below)
        ),
    ]
    return (
        make_tag(
            "svg",
            "\n" + "\n".join(filter(None, elements)) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_WIDTH:g} {height:g}",
            width=_WIDTH,
            height=height,
            font_family=ink.FONT,
        )
        + "\n"
    )


def _stack_parts(board: BellBoard, *, left: bool) -> list[_PlacedPart]:
    """Place the parts of one side beside their pins, without overlap."""
    parts = [(name, wire) for name, wire in board.parts.items() if is_left(wire.pin) == left]
    parts.sort(key=lambda part: _find_middle(part[1]))
    tops = [_find_middle(wire) - BOX_SIZE[1] / 2 for _, wire in parts]
    step = BOX_SIZE[1] + _GAP
    for number in range(1, len(tops)):
        tops[number] = max(tops[number], tops[number - 1] + step)
    for number in reversed(range(len(tops))):  # parts that would be below the header move up
        lowest = find_row(39) + 16 - BOX_SIZE[1] - step * (len(tops) - 1 - number)
        tops[number] = min(tops[number], lowest)
    return [_PlacedPart(name, wire, left, top) for (name, wire), top in zip(parts, tops, strict=True)]


def _find_middle(wire: Wire) -> float:
    pins = [pin for pin in wire.pins if is_left(pin) == is_left(wire.pin)]
    return sum(map(find_row, pins)) / len(pins)


def _place_legs(part: _PlacedPart) -> dict[int, Place]:
    """Return the place of the leg for each pin of the header: the upper pin has the upper leg."""
    pins = sorted(part.wire.pins, key=lambda pin: (is_left(pin) == part.left, find_row(pin)))
    x = part.corner[0] + (BOX_SIZE[0] if part.left else 0)
    return {pin: (x, part.top + k * BOX_SIZE[1] / (len(pins) + 1)) for k, pin in enumerate(pins, 1)}


def _draw_wires(part: _PlacedPart) -> str:
    drawn = []
    for pin, leg in _place_legs(part).items():
        path = _find_path(find_wire_end(pin), leg, left=part.left)
        # A plug-on board has these wires already, so they are dotted.
        dots = {"stroke_dasharray": "1 6", "stroke_linecap": "round"} if part.wire.part else {}
        drawn.append(draw_path(path, _choose_colour(part.name, part.wire, pin), 3.2, class_="wire", **dots))
        if pin == part.wire.pin and part.wire.ohms:
            drawn.append(_draw_resistor(leg, part.wire.ohms, left=part.left))
    return "".join(drawn)


def _label_poles(part: _PlacedPart) -> str:
    """Label the legs that must not be swapped: plus and minus, or the three of a module."""
    wire, legs = part.wire, _place_legs(part)
    if wire.power_pin:
        names = {wire.pin: "signal", wire.other_pin: "ground", wire.power_pin: "power"}
        middle = -_STRAIGHT / 2 + 3
        return "".join(
            draw_text((x + (-middle if part.left else middle), y - 5), names[pin], 10, text_anchor="middle")
            for pin, (x, y) in legs.items()
        )
    first = wire.wiring.split()[0]
    if first not in _SIGNS:
        return ""
    signs = dict(zip((wire.pin, wire.other_pin), _SIGNS[first], strict=True))
    return "".join(
        draw_text(
            (x + (-11 if part.left else 11), y + 5), signs[pin], 15, text_anchor="middle", font_weight=700
        )
        for pin, (x, y) in legs.items()
    )


def _find_path(end: Place, leg: Place, *, left: bool) -> str:
    """Return the path of a wire from the header to a leg; from the far row it goes round the header's top."""
    side = -1 if left else 1
    near = leg[0] - side * _STRAIGHT
    start = f"M {end[0]:g} {end[1]:g}"
    if (end[0] < find_wire_end(2)[0]) != left:
        far = end[0] - side * 18
        back = find_wire_end(1 if left else 2)[0] + side * 14
        start += f" H {far + side * 8:g} Q {far:g} {end[1]:g} {far:g} {end[1] - 8:g} V {_DETOUR_HEIGHT + 8:g}"
        start += f" Q {far:g} {_DETOUR_HEIGHT:g} {far + side * 8:g} {_DETOUR_HEIGHT:g} H {back:g}"
        end = (back, _DETOUR_HEIGHT)
    bend = (end[0] + near) / 2
    return f"{start} C {bend:g} {end[1]:g} {bend:g} {leg[1]:g} {near:g} {leg[1]:g} H {leg[0]:g}"


def _draw_resistor(leg: Place, ohms: int, *, left: bool) -> str:
    x = leg[0] + (6 if left else -6 - 32)
    return draw_box((x, leg[1] - 6), (32, 12), 5, fill="#e6d3a8", stroke=INK, stroke_width=1.2) + draw_text(
        (x + 16, leg[1] - 10), f"{ohms} Ω", 10.5, text_anchor="middle", font_weight=600
    )


def _choose_colour(name: str, wire: Wire, pin: int) -> str:
    if pin == wire.pin:
        return SIGNAL[name]
    return ink.GROUND if pin in GROUND_PINS else ink.POWER
