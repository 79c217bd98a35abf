"""The drawing of a board's wiring shows what the board's file states, and nothing else."""

import itertools
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from pi_bunco.devices.bell.board import BellBoard, list_boards, load_board
from pi_bunco.devices.bell.header import HEADER, name_pin
from tools.hardware.wiring.drawing import draw_wiring
from tools.hardware.wiring.ink import GROUND, POWER, SIGNAL
from tools.hardware.wiring.parts import BOX_SIZE
from tools.hardware.wiring.pi import find_row, find_wire_end, is_left

SVG = "{http://www.w3.org/2000/svg}"
LEGS = {"signal": SIGNAL["buzzer"], "power": POWER}


def draw(board: BellBoard) -> ET.Element:
    return ET.fromstring(draw_wiring(board, "x"))  # noqa: S314 - our own drawing


def list_texts(svg: ET.Element) -> list[str]:
    return [element.text or "" for element in svg.iter(f"{SVG}text")]


def find_wires(svg: ET.Element) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    """Return each wire's colour, its start at the header and its end at a part."""
    wires = []
    for wire in svg.iter(f"{SVG}path"):
        if wire.get("class") == "wire":
            numbers = re.findall(r"-?[\d.]+", wire.attrib["d"])
            last_y = float(numbers[-2])
            start = (float(numbers[0]), float(numbers[1]))
            wires.append((wire.attrib["stroke"], start, (float(numbers[-1]), last_y)))
    return wires


@pytest.mark.parametrize("name", list_boards())
def test_drawing_has_a_wire_for_each_leg(name: str) -> None:
    """One wire of the right colour starts at each pin that the board's file names, and no other wire."""
    board = load_board(name)
    wanted = set()
    for part, wire in board.parts.items():
        wanted.add((SIGNAL[part], find_wire_end(wire.pin)))
        if wire.other_pin:
            colour = GROUND if name_pin(wire.other_pin) == "ground" else POWER
            wanted.add((colour, find_wire_end(wire.other_pin)))
        if wire.power_pin:
            wanted.add((POWER, find_wire_end(wire.power_pin)))
    assert {(colour, start) for colour, start, _ in find_wires(draw(board))} == wanted


@pytest.mark.parametrize("name", list_boards())
def test_drawing_wires_end_at_their_part(name: str) -> None:
    """Each wire ends at the edge of the box of its part; ground and power wires end at any box."""
    svg = draw(load_board(name))
    boxes = {
        box.get("stroke"): (float(box.attrib["x"]), float(box.attrib["y"]))
        for box in svg.iter(f"{SVG}rect")
        if float(box.attrib["width"]) == BOX_SIZE[0]
    }
    for colour, _, (x, y) in find_wires(svg):
        allowed = boxes.values() if colour in {GROUND, POWER} else [boxes[colour]]
        assert any(x in {left, left + BOX_SIZE[0]} and top < y < top + BOX_SIZE[1] for left, top in allowed)


@pytest.mark.parametrize("name", list_boards())
def test_drawing_boxes_lie_apart_and_inside(name: str) -> None:
    """The box of a part covers no other box and no text below, and stays inside the drawing."""
    svg = draw(load_board(name))
    low = min(float(t.attrib["y"]) for t in svg.iter(f"{SVG}text") if (t.text or "").startswith("Button:"))
    tops: dict[float, list[float]] = {}
    for box in svg.iter(f"{SVG}rect"):
        if float(box.attrib["width"]) == BOX_SIZE[0]:
            x, y = float(box.attrib["x"]), float(box.attrib["y"])
            tops.setdefault(x, []).append(y)
            assert x >= 0
            assert x + BOX_SIZE[0] <= float(svg.attrib["width"])
            assert 90 < y < low - BOX_SIZE[1] - 20
    for column in map(sorted, tops.values()):
        assert all(after - before > BOX_SIZE[1] for before, after in itertools.pairwise(column))


@pytest.mark.parametrize("name", list_boards())
def test_drawing_contains_the_wiring_in_words(name: str) -> None:
    """The drawing contains the board's sentences about its parts, its notes, and each resistor's ohms."""
    board = load_board(name)
    texts = list_texts(draw(board))
    whole = " ".join(texts)
    for part, wire in board.parts.items():
        assert f"{part.capitalize()}: {wire.wiring}." in whole
        assert (f"{wire.ohms} Ω" in texts) == bool(wire.ohms)
    for note in board.list_notes():
        assert note in whole


def test_drawing_header_is_the_raspberry_pis() -> None:
    """Odd pins are in the left column, even pins in the right one, each with its name beside it."""
    svg = draw(load_board("generic"))
    names = [(text.text, float(text.attrib["y"])) for text in svg.iter(f"{SVG}text")]
    for bcm, pin in HEADER.items():
        (y,) = [y for name, y in names if name == f"GPIO {bcm}"]
        assert abs(y - find_row(pin)) < 5
        assert is_left(pin) == (pin % 2 == 1)
    assert find_row(39) - find_row(1) == find_row(40) - find_row(2) == 19 * (find_row(3) - find_row(1))


def test_drawing_plus_sign_is_at_the_plus_leg() -> None:
    """At the signal leg of a buzzer is a plus sign, or a minus sign if it sounds while its pin is low."""
    board = load_board("generic")
    for buzzer, first in (
        (board.buzzer, "+"),
        (replace(board.buzzer, on="low", other_pin=17), "−"),
    ):
        svg = draw(replace(board, buzzer=buzzer))
        (leg,) = [end for colour, _, end in find_wires(svg) if colour == SIGNAL["buzzer"]]
        signs = {
            text.text: float(text.attrib["y"]) for text in svg.iter(f"{SVG}text") if text.text in {"+", "−"}
        }
        assert min(signs, key=lambda sign: abs(signs[sign] - leg[1])) == first


def test_drawing_escapes_special_characters() -> None:
    """A board's name with characters that are special in XML appears as it is."""
    board = replace(load_board("generic"), name='Ann & "Bob" <1>')
    assert 'Ann & "Bob" <1>' in list_texts(draw(board))


def test_drawing_names_three_legs() -> None:
    """Each leg of a module has its name beside its wire."""
    svg = draw(load_board("generic-module"))
    legs = {colour: end[1] for colour, _, end in find_wires(svg) if end[0] > 640}
    names = {text.text: float(text.attrib["y"]) for text in svg.iter(f"{SVG}text") if text.text in LEGS}
    assert {name: min(legs, key=lambda c: abs(legs[c] - y)) for name, y in names.items()} == LEGS
