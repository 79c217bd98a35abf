"""The drawing of a board's wiring says what the board's file says, and nothing else."""

import itertools
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from pi_bunco.devices.bell.board import BellBoard, list_boards, load_board
from pi_bunco.devices.bell.header import HEADER, name_pin
from pi_bunco.devices.wiring.drawing import draw_wiring
from pi_bunco.devices.wiring.ink import GROUND, POWER, SIGNAL
from pi_bunco.devices.wiring.parts import CARD
from pi_bunco.devices.wiring.pi import find_row, find_wire_end, is_left

SVG = "{http://www.w3.org/2000/svg}"
LEGS = {"signal": SIGNAL["buzzer"], "power": POWER}


def drawn(board: BellBoard) -> ET.Element:
    return ET.fromstring(draw_wiring(board, "x"))  # noqa: S314 - our own drawing


def words(svg: ET.Element) -> list[str]:
    return [element.text or "" for element in svg.iter(f"{SVG}text")]


def ends(svg: ET.Element) -> list[tuple[str, tuple[float, float], tuple[float, float]]]:
    """Return each wire's colour, where it begins at the header and where it ends at a part."""
    found = []
    for wire in svg.iter(f"{SVG}path"):
        if wire.get("class") == "wire":
            numbers = re.findall(r"-?[\d.]+", wire.attrib["d"])
            last_y = float(numbers[-2])
            start = (float(numbers[0]), float(numbers[1]))
            found.append((wire.attrib["stroke"], start, (float(numbers[-1]), last_y)))
    return found


@pytest.mark.parametrize("name", list_boards())
def test_drawing_has_a_wire_for_each_leg(name: str) -> None:
    """From the label of each pin that the file names a wire of the right colour leads away, and no other."""
    board = load_board(name)
    wanted = set()
    for part, wire in board.parts.items():
        wanted.add((SIGNAL[part], find_wire_end(wire.pin)))
        if wire.other_pin:
            colour = GROUND if name_pin(wire.other_pin) == "ground" else POWER
            wanted.add((colour, find_wire_end(wire.other_pin)))
        if wire.power_pin:
            wanted.add((POWER, find_wire_end(wire.power_pin)))
    assert {(colour, start) for colour, start, _ in ends(drawn(board))} == wanted


@pytest.mark.parametrize("name", list_boards())
def test_drawing_wires_end_at_their_part(name: str) -> None:
    """Each wire ends at the edge of the box that bears its part's colour."""
    svg = drawn(load_board(name))
    boxes = {
        box.get("stroke"): (float(box.attrib["x"]), float(box.attrib["y"]))
        for box in svg.iter(f"{SVG}rect")
        if float(box.attrib["width"]) == CARD[0]
    }
    for colour, _, (x, y) in ends(svg):
        mine = boxes.values() if colour in {GROUND, POWER} else [boxes[colour]]
        assert any(x in {left, left + CARD[0]} and top < y < top + CARD[1] for left, top in mine)


@pytest.mark.parametrize("name", list_boards())
def test_drawing_boxes_lie_apart_and_inside(name: str) -> None:
    """No part hides another one, the words below, or leaves the drawing."""
    svg = drawn(load_board(name))
    low = min(float(t.attrib["y"]) for t in svg.iter(f"{SVG}text") if (t.text or "").startswith("Button:"))
    tops: dict[float, list[float]] = {}
    for box in svg.iter(f"{SVG}rect"):
        if float(box.attrib["width"]) == CARD[0]:
            x, y = float(box.attrib["x"]), float(box.attrib["y"])
            tops.setdefault(x, []).append(y)
            assert x >= 0
            assert x + CARD[0] <= float(svg.attrib["width"])
            assert 90 < y < low - CARD[1] - 20
    for column in map(sorted, tops.values()):
        assert all(after - before > CARD[1] for before, after in itertools.pairwise(column))


@pytest.mark.parametrize("name", list_boards())
def test_drawing_says_it_in_words_too(name: str) -> None:
    """Below stand the same sentences that the board gives for its parts, and each resistor at its wire."""
    board = load_board(name)
    said = words(drawn(board))
    whole = " ".join(said)
    for part, wire in board.parts.items():
        assert f"{part.capitalize()}: {wire.wiring}." in whole
        assert (f"{wire.ohms} Ω" in said) == bool(wire.ohms)
    for note in board.list_notes():
        assert note in whole


def test_drawing_header_is_the_raspberry_pis() -> None:
    """Odd pins stand left from the top to the bottom, even ones right, each with its name beside it."""
    svg = drawn(load_board("generic"))
    names = [(text.text, float(text.attrib["y"])) for text in svg.iter(f"{SVG}text")]
    for bcm, pin in HEADER.items():
        (y,) = [y for said, y in names if said == f"GPIO {bcm}"]
        assert abs(y - find_row(pin)) < 5
        assert is_left(pin) == (pin % 2 == 1)
    assert find_row(39) - find_row(1) == find_row(40) - find_row(2) == 19 * (find_row(3) - find_row(1))


def test_drawing_plus_is_where_the_file_has_it() -> None:
    """The sign of each pole stands at its leg; on a part that is switched low the plus is at 3.3 V."""
    board = load_board("generic")
    for buzzer, first in (
        (board.buzzer, "+"),
        (replace(board.buzzer, on="low", other_pin=17), "−"),
    ):
        svg = drawn(replace(board, buzzer=buzzer))
        (leg,) = [end for colour, _, end in ends(svg) if colour == SIGNAL["buzzer"]]
        signs = {
            text.text: float(text.attrib["y"]) for text in svg.iter(f"{SVG}text") if text.text in {"+", "−"}
        }
        assert min(signs, key=lambda sign: abs(signs[sign] - leg[1])) == first


def test_drawing_of_a_strange_name_is_still_svg() -> None:
    """Signs that mean something to XML are written so that they do not."""
    board = replace(load_board("generic"), name='Ann & "Bob" <1>')
    assert 'Ann & "Bob" <1>' in words(drawn(board))


def test_drawing_names_three_legs() -> None:
    """Each leg of a module is named at the wire that leads to it."""
    svg = drawn(load_board("generic-module"))
    legs = {colour: end[1] for colour, _, end in ends(svg) if end[0] > 640}
    names = {text.text: float(text.attrib["y"]) for text in svg.iter(f"{SVG}text") if text.text in LEGS}
    assert {name: min(legs, key=lambda c: abs(legs[c] - y)) for name, y in names.items()} == LEGS
