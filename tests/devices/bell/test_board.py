"""The board files and what is said of wrong ones."""

import re
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_bunco import assets
from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import HEADER, BoardTrouble, load_board

BOARDS = sorted(path.stem for path in assets.find("hardware/boards").glob("*.toml"))
GENERIC = assets.find("hardware/boards/generic.toml").read_text("utf-8")


@pytest.fixture
def pins() -> Any:
    return MockFactory(revision="a02082", pin_class=MockPWMPin)


def test_board_header_is_the_raspberry_pis(pins: Any) -> None:
    """Every GPIO number stands on the header pin that gpiozero knows for it."""
    header = pins.board_info.headers["J8"]
    assert {
        pin: int(info.name.removeprefix("GPIO"))
        for pin, info in header.pins.items()
        if info.name.startswith("GPIO") and info.name not in {"GPIO0", "GPIO1"}
    } == {pin: bcm for bcm, pin in HEADER.items()}


@pytest.mark.parametrize("name", BOARDS)
def test_board_files_load(name: str) -> None:
    """Each board that comes with pi-bunco is right."""
    board = load_board(name)
    assert board.name
    assert board.button.wiring
    assert board.buzzer.wiring


def test_board_traffic_hat_is_as_gpiozero_has_it(pins: Any) -> None:
    """The TrafficHAT's pins are those of gpiozero's own class for it."""
    board, hat = load_board("traffic-hat"), gpiozero.TrafficHat(pin_factory=pins)
    assert board.button.pin == hat.button.pin.info.number
    assert board.button.pull == hat.button.pin.pull
    assert board.buzzer.pin == hat.buzzer.pin.info.number
    assert (board.buzzer.kind, type(hat.buzzer)) == ("active", gpiozero.Buzzer)
    hat.close()


def test_board_jam_hat_is_as_gpiozero_has_it(pins: Any) -> None:
    """The JamHat's pins are those of gpiozero's own class for it."""
    board, hat = load_board("jam-hat"), gpiozero.JamHat(pin_factory=pins)
    assert board.button.pin == hat.button_1.pin.info.number
    assert board.button.pull == hat.button_1.pin.pull
    assert board.buzzer.pin == hat.buzzer.pwm_device.pin.info.number
    assert (board.buzzer.kind, type(hat.buzzer)) == ("tonal", gpiozero.TonalBuzzer)
    hat.close()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("bcm = 17\n", "bcm = 28\n", r"button\.bcm: GPIO 28 cannot be used; the header has 2 to 27"),
        ("bcm = 17\n", "bcm = 0\n", r"button\.bcm: GPIO 0 cannot be used"),
        ("bcm = 17\n", 'bcm = "17"\n', r"button\.bcm: Input should be a valid integer"),
        ("pin = 12\n", "pin = 11\n", r"buzzer: GPIO 18 is pin 12 of the header, not 11"),
        ("bcm = 18\npin = 12", "bcm = 17\npin = 11", r"button and buzzer are both on GPIO 17"),
        ('pull = "up"', 'pull = "sideways"', r"button\.pull: Input should be 'up' or 'down'"),
        ('kind = "active"', 'kind = "gong"', r"buzzer\.kind: Input should be 'active' or 'tonal'"),
        ("[buzzer]", "[bell]", r"buzzer: Field required; bell: Unexpected keyword argument"),
        (
            "bcm = 17\n",
            "bmc = 17\n",
            r"button\.bcm: Field required; button\.bmc: Unexpected keyword argument",
        ),
        ("[button]", "[button", r"cannot be read: .*line 4"),
    ],
)
def test_board_mistakes_are_named(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    """A wrong board file is told of with file, key and what is wrong with it."""
    assert old in GENERIC
    path = tmp_path / "mine.toml"
    path.write_text(GENERIC.replace(old, new, 1), "utf-8")
    with pytest.raises(BoardTrouble, match=rf"The board file .*mine\.toml .*{sentence}.*Mend the file"):
        load_board(str(path))


def test_board_unknown_name_lists_the_known() -> None:
    """A board that does not exist is answered with those that do."""
    with pytest.raises(BoardTrouble) as trouble:
        open_bell("gpio:toaster")
    assert all(name in trouble.value.remedy for name in BOARDS)


def test_board_readme_has_the_wiring_as_the_code_reads_it() -> None:
    """The tables in hardware/README.md are those that the board files make."""
    readme = assets.find("hardware/README.md").read_text("utf-8")
    for name in BOARDS:
        assert load_board(name).table() in readme, f"hardware/README.md lacks the table of {name}"


def test_board_readme_drawing_is_the_header() -> None:
    """In the drawing every GPIO stands beside its own pin, and the generic board's parts are at theirs."""
    drawing = assets.find("hardware/README.md").read_text("utf-8").split("```")[1]
    left = re.findall(r"GPIO (\d+) +(\d+) \|", drawing)
    right = [(bcm, pin) for pin, bcm in re.findall(r"\| +(\d+) +GPIO (\d+)", drawing)]
    assert len(left + right) == 8
    assert all(HEADER[int(bcm)] == int(pin) for bcm, pin in left + right)
    board = load_board("generic")
    assert re.search(rf"GPIO {board.button.bcm} {board.button.pin} \|", drawing)
    assert re.search(rf"buzzer: plus to {board.buzzer.pin}, minus to 14", drawing)
