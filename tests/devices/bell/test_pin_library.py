"""Through which library and which chip the bell reaches its pins."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from pi_bunco.app.doctor.bell import examine_bell, judge_part
from pi_bunco.devices.bell import header_chip, line_user, open_bell, pin_library
from pi_bunco.devices.bell.pin_library import choose_pins
from pi_bunco.devices.ports import BellTrouble
from pi_bunco.findings import Mark
from pi_bunco.settings.config import Settings
from tests.devices.bell.fake_lgpio import FakeLgpio, plug_in

FOREIGN = "gpio-brcmstb@107d508500"
MOVED = {0: FOREIGN, 11: FOREIGN, 12: FOREIGN, 13: FOREIGN, 14: "pinctrl-rp1", 15: FOREIGN}
"""The chips of a Pi 5 whose header's chip is neither 0 nor 4."""

PlugIn = Callable[[ModuleType], None]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PlugIn:
    """Return the function that gives this process an lgpio; no real pin or process is looked at."""
    monkeypatch.setattr(header_chip, "DEVICES", tmp_path)
    monkeypatch.setattr(pin_library, "DEVICES", tmp_path)
    monkeypatch.setattr(line_user, "PROCESSES", tmp_path)
    return lambda lgpio: plug_in(monkeypatch, lgpio)


def test_bell_uses_the_pins_of_the_header(plug: PlugIn) -> None:
    """The bell and the doctor claim the board's own pins, on the header's chip and on no other."""
    lgpio = FakeLgpio(MOVED)
    plug(lgpio)
    open_bell("gpio:generic-lamp").close()
    assert lgpio.claimed == {(14, 17), (14, 18), (14, 23)}
    lgpio.claimed.clear()
    assert judge_part("button", examine_bell(Settings(bell="gpio:generic-lamp"))).mark is Mark.GOOD
    assert lgpio.claimed == {(14, 17), (14, 18), (14, 23)}


def test_bell_without_the_header_chip_is_bad_for_the_doctor(plug: PlugIn) -> None:
    """If only other chips can be opened, the doctor says so, and claims no pin of them."""
    lgpio = FakeLgpio({0: FOREIGN})
    plug(lgpio)
    finding = judge_part("button", examine_bell(Settings(bell="gpio")))
    assert (finding.mark, lgpio.claimed) == (Mark.BAD, set())
    assert f"gpiochip0 ({FOREIGN})" in finding.found
    assert "python3-lgpio" not in str(finding)


def test_bell_whose_pin_is_in_use_names_its_user(plug: PlugIn) -> None:
    """The message names the pin, and who uses it."""
    plug(FakeLgpio(MOVED, {(14, 18): "lg"}))
    with pytest.raises(
        BellTrouble,
        match=r"buzzer is on GPIO 18 \(pin 12; .*\), which is in use already by another program with",
    ):
        open_bell("gpio")


def test_bell_whose_pin_is_in_use_by_nobody_knows_whom(plug: PlugIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the user of a pin cannot be found, the message names the pin all the same."""
    lgpio = FakeLgpio(MOVED, {(14, 17): "lg"})
    plug(lgpio)

    def fail(*_: object) -> None:
        raise lgpio.error("unexpected error")

    monkeypatch.setattr(lgpio, "gpio_get_line_info", fail)
    with pytest.raises(BellTrouble, match=r"GPIO 17 \(pin 11; .*\), which is in use already\. Stop"):
        open_bell("gpio")


def test_pins_that_somebody_has_chosen_are_used(plug: PlugIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pins that are set already are used, and so is the library that gpiozero's own setting names."""
    lgpio = FakeLgpio({})
    plug(lgpio)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert isinstance(choose_pins(), MockFactory)
    chosen = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", chosen)
    assert choose_pins() is chosen


def test_pins_by_lgpio_as_the_setting_says_are_the_headers(
    plug: PlugIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that names lgpio gets the header's chip too."""
    plug(FakeLgpio(MOVED))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "LGPIO")
    assert choose_pins().chip == 14


def test_pins_by_a_library_that_does_not_work_name_the_setting(
    plug: PlugIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the library that gpiozero's setting names does not work, the message names the setting."""
    plug(FakeLgpio(MOVED))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "abacus")
    with pytest.raises(BellTrouble, match=r"GPIOZERO_PIN_FACTORY says abacus, .*'abacus'\. Remove that"):
        choose_pins()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "it is empty"),
        ("import _lgpio_of_another_python", r"No module named '_lgpio_of_another_python'"),
    ],
)
def test_lgpio_that_cannot_be_loaded_is_reported(
    code: str, reason: str, plug: PlugIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An lgpio that is installed and broken is reported with the reason, not as missing."""
    plug(FakeLgpio({}))
    (tmp_path / "lgpio.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "lgpio")
    with pytest.raises(BellTrouble, match=rf"lgpio is installed and cannot be loaded: {reason}\. Remove it"):
        choose_pins()


def test_lgpio_that_is_missing_beside_chips_is_reported(
    plug: PlugIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """With chips and without lgpio, the message says what to install, and gpiozero prints no warnings."""
    plug(FakeLgpio({}))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(BellTrouble, match=r"lgpio is not installed, .* sudo apt install python3-lgpio"):
        choose_pins()
    assert capfd.readouterr() == ("", "")


def test_lgpio_is_imported_in_a_writable_folder(
    plug: PlugIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library lgpio, which writes a file when it is imported, is imported in a writable folder."""
    plug(FakeLgpio({}))
    (tmp_path / "lgpio.py").write_text("open('pipe', 'w').close()\n", "utf-8")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir("/")
    monkeypatch.delitem(sys.modules, "lgpio")
    with pytest.raises(BellTrouble):
        choose_pins()
    assert (temporary / "pipe").exists()
    assert Path.cwd() == Path("/")
