"""The board files, and the messages about mistakes in them."""

from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import BoardTrouble, list_boards, load_board
from pi_bunco.devices.bell.header import FREE, GROUND, HEADER, VOLTS_3, VOLTS_5, find_other_job, name_pin
from pi_bunco.files import assets

BOARDS = list_boards()
GENERIC = assets.find("hardware/boards/generic-lamp.toml").read_text("utf-8")


@pytest.fixture
def pins() -> Any:
    return MockFactory(revision="a02082", pin_class=MockPWMPin)


def test_board_header_has_gpiozeros_pin_numbers(pins: Any) -> None:
    """Each GPIO number has the header pin that gpiozero has for it."""
    header = pins.board_info.headers["J8"]
    assert {
        pin: int(info.name.removeprefix("GPIO"))
        for pin, info in header.pins.items()
        if info.name.startswith("GPIO") and info.name not in {"GPIO0", "GPIO1"}
    } == {pin: bcm for bcm, pin in HEADER.items()}


def test_board_header_has_gpiozeros_pin_names(pins: Any) -> None:
    """All forty pins have gpiozero's names, translated to our words."""
    our_words = {"3V3": "3.3 V", "5V": "5 V", "GND": "ground"}
    for pin, info in pins.board_info.headers["J8"].pins.items():
        assert name_pin(pin) == our_words.get(info.name, info.name.replace("GPIO", "GPIO "))
    assert len({*HEADER.values(), *GROUND, *VOLTS_3, *VOLTS_5}) == 38
    assert all(find_other_job(bcm) is None for bcm in FREE)


@pytest.mark.parametrize("name", BOARDS)
def test_board_files_load(name: str) -> None:
    """Each board file that comes with pi-bunco loads without an error."""
    board = load_board(name)
    assert board.name
    assert board.button.wiring
    assert board.buzzer.wiring


def test_board_traffic_hat_has_gpiozeros_pins(pins: Any) -> None:
    """The TrafficHAT's pins are those of gpiozero's own class for it."""
    board, hat = load_board("traffic-hat"), gpiozero.TrafficHat(pin_factory=pins)
    assert board.button.pin == hat.button.pin.info.number
    assert board.button.pull == hat.button.pin.pull
    assert board.buzzer.pin == hat.buzzer.pin.info.number
    assert (board.buzzer.kind, type(hat.buzzer)) == ("active", gpiozero.Buzzer)
    assert board.lamp
    assert board.lamp.pin == hat.lights.green.pin.info.number
    hat.close()


def test_board_fish_dish_has_gpiozeros_pins(pins: Any) -> None:
    """The Fish Dish's pins are those of gpiozero's own class for it."""
    board, fish = load_board("fish-dish"), gpiozero.FishDish(pin_factory=pins)
    assert board.button.pin == fish.button.pin.info.number
    assert board.button.pull == fish.button.pin.pull
    assert board.buzzer.pin == fish.buzzer.pin.info.number
    assert (board.buzzer.kind, type(fish.buzzer)) == ("active", gpiozero.Buzzer)
    assert board.lamp
    assert board.lamp.pin == fish.lights.green.pin.info.number
    fish.close()


def test_board_jam_hat_has_gpiozeros_pins(pins: Any) -> None:
    """The JamHat's pins are those of gpiozero's own class for it."""
    board, hat = load_board("jam-hat"), gpiozero.JamHat(pin_factory=pins)
    assert board.button.pin == hat.button_1.pin.info.number
    assert board.button.pull == hat.button_1.pin.pull
    assert board.buzzer.pin == hat.buzzer.pwm_device.pin.info.number
    assert (board.buzzer.kind, type(hat.buzzer)) == ("tonal", gpiozero.TonalBuzzer)
    assert board.lamp
    assert board.lamp.pin == hat.lights_1.green.pin.info.number
    hat.close()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("bcm = 17\n", "bcm = 28\n", r"button: GPIO 28 cannot be used; take one from 2 to 27"),
        ("bcm = 17\n", "bcm = 0\n", r"button: GPIO 0 cannot be used"),
        ("bcm = 17\n", 'bcm = "17"\n', r"button\.bcm: Input should be a valid integer"),
        ("pin = 12\n", "pin = 11\n", r"buzzer: GPIO 18 is pin 12 of the header, not 11, which is GPIO 17"),
        (
            "ohms = 330\n",
            "ohms = 100\n",
            r"100 ohms could let 33 mA flow, and a GPIO gives 16 at most; take 220",
        ),
        ("pin = 12\n", "pin = 41\n", r"buzzer\.pin: Input should be less than or equal to 40"),
        (
            "bcm = 18\npin = 12",
            "bcm = 17\npin = 11",
            r"button and buzzer are both on pin 11, GPIO 17; give one of them another: GPIO 27, pin 13",
        ),
        (
            "other_pin = 14",
            "other_pin = 9",
            r"button and buzzer are both on pin 9, ground; .* ground is also pin 6, 14, 25, 30, 34 or 39",
        ),
        (
            "other_pin = 9",
            "other_pin = 1",
            r"button: the other leg cannot go to pin 1, which is 3\.3 V; it goes to ground: pin 6, .* or 39",
        ),
        (
            'pull = "up"',
            'pull = "down"',
            r"button: the other leg cannot go to pin 9, which is ground; it goes to 3\.3 V: pin 1 or 17",
        ),
        ("other_pin = 14", "other_pin = 14\npower_pin = 2", r"power cannot come from pin 2, which is 5 V"),
        ("other_pin = 14", "other_pin = 14\npower_pin = 1", ""),
        ("other_pin = 9\n", "", r"button: write other_pin, .* for a loose part, or part"),
        ("other_pin = 9\n", 'other_pin = 9\npart = "x"\n', r"button: write other_pin, .* and not both"),
        (
            'bcm = 17\npin = 11\npull = "up"\nother_pin = 9',
            'bcm = 3\npin = 5\npull = "down"\nother_pin = 1',
            r'button: GPIO 3 has a fixed resistor up .* write pull = "up", or take another GPIO, such as 17',
        ),
        ('kind = "tonal"', 'kind = "tonal"\non = "low"', r"buzzer: a tonal buzzer is given tones, no level"),
        ('pull = "up"', 'pull = "sideways"', r"button\.pull: Input should be 'up' or 'down'"),
        ('kind = "tonal"', 'kind = "gong"', r"buzzer\.kind: Input should be 'active' or 'tonal'"),
        ("[buzzer]", "[bell]", r"buzzer: Field required; bell: Unexpected keyword argument"),
        (
            "bcm = 17\n",
            "bmc = 17\n",
            r"button\.bcm: Field required; button\.bmc: Unexpected keyword argument",
        ),
        ("[button]", "[button", r"cannot be read: .*line \d"),
    ],
)
def test_board_mistakes_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    """The message about a wrong board file names the file, the pin and what to write; a right file loads."""
    assert old in GENERIC
    path = tmp_path / "mine.toml"
    path.write_text(GENERIC.replace(old, new, 1), "utf-8")
    if not sentence:
        assert load_board(str(path)).buzzer.power_pin == 1
        return
    with pytest.raises(BoardTrouble, match=rf"The board file .*mine\.toml .*{sentence}.*Correct the file"):
        load_board(str(path))


def test_board_mistakes_name_the_board(tmp_path: Path) -> None:
    """The message about a wrong board file also contains the board's name."""
    path = tmp_path / "mine.toml"
    path.write_text(GENERIC.replace("bcm = 17\n", "bcm = 1\n"), "utf-8")
    with pytest.raises(BoardTrouble, match=r"mine\.toml \(Lit button and piezo\) is wrong"):
        load_board(str(path))


@pytest.mark.parametrize(
    ("board", "part", "wiring"),
    [
        ("generic", "button", "one leg to pin 11, the other to pin 9 (ground); no resistor"),
        ("generic-tonal", "buzzer", "one leg to pin 12 through 330 ohms, the other to pin 14 (ground)"),
        ("generic-module", "buzzer", "signal to pin 12, ground to pin 14 (ground), power to pin 1 (3.3 V)"),
        ("jam-hat", "button", "on the board: button 1, the left one"),
    ],
)
def test_board_describes_where_the_legs_go(board: str, part: str, wiring: str) -> None:
    """The wiring in words contains the pins and resistors of the board file."""
    assert load_board(board).parts[part].wiring == wiring


def test_board_lamp_that_is_lit_at_low_has_plus_at_3_3_volts(tmp_path: Path) -> None:
    """A lamp that is lit while its pin is low has its plus leg at 3.3 V."""
    path = tmp_path / "mine.toml"
    path.write_text(GENERIC.replace("other_pin = 20", 'other_pin = 17\non = "low"'), "utf-8")
    lamp = load_board(str(path)).lamp
    assert lamp
    assert lamp.wiring.startswith("minus to pin 16 through 330 ohms, plus (the longer leg) to pin 17 (3.3 V)")


def test_board_notes_what_else_a_pin_does() -> None:
    """A board on the pins of a bus has a note to leave that bus off; a board on free pins has no note."""
    (note,) = load_board("pibrella").list_notes()
    assert note.startswith("The button is on GPIO 11, which is also the SPI bus: leave that off (sudo")
    assert load_board("generic-lamp").list_notes() == ()


def test_board_unknown_name_lists_the_known() -> None:
    """The message about an unknown board lists the known boards."""
    with pytest.raises(BoardTrouble) as trouble:
        open_bell("gpio:toaster")
    assert all(name in trouble.value.remedy for name in BOARDS)


def test_board_readme_has_the_wiring_as_the_code_reads_it() -> None:
    """The file hardware/README.md contains the wiring table of each board."""
    readme = assets.find("hardware/README.md").read_text("utf-8")
    for name in BOARDS:
        assert load_board(name).format_table() in readme, f"hardware/README.md lacks the table of {name}"
