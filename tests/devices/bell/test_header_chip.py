"""Which GPIO chip is the header's, on machines with chips in any order."""

import os
from pathlib import Path

import pytest

from pi_bunco.devices.bell import header_chip
from pi_bunco.devices.bell.header_chip import find_header_chip
from pi_bunco.devices.ports import BellTrouble
from tests.devices.bell.fake_lgpio import FakeLgpio

FOREIGN = "gpio-brcmstb@107d508500"
PI_5, PI_4, OLDER = "pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"
USB = "mcp2221_gpio"
LABELS = "pinctrl-rp1, pinctrl-bcm2711, pinctrl-bcm2835"


@pytest.fixture(autouse=True)
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the files of chips, which is empty at first."""
    monkeypatch.setattr(header_chip, "DEVICES", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        pytest.param({0: FOREIGN, 1: FOREIGN, 2: FOREIGN, 3: FOREIGN, 4: PI_5}, 4, id="Pi 5, first kernels"),
        pytest.param(
            {0: PI_5, 10: FOREIGN, 11: FOREIGN, 12: FOREIGN, 13: FOREIGN}, 0, id="Pi 5, since 6.6.45"
        ),
        pytest.param(
            {11: FOREIGN, 12: FOREIGN, 13: FOREIGN, 14: PI_5, 15: FOREIGN}, 14, id="Pi 5, from 11 on"
        ),
        pytest.param(
            {0: USB, 11: FOREIGN, 12: FOREIGN, 13: FOREIGN, 14: PI_5, 15: FOREIGN}, 14, id="and another"
        ),
        pytest.param({0: PI_4, 1: "raspberrypi-exp-gpio"}, 0, id="Pi 4"),
        pytest.param({0: PI_4, 1: "raspberrypi-exp-gpio", 2: USB}, 0, id="Pi 4, expander after it"),
        pytest.param({0: USB, 1: PI_4, 2: "raspberrypi-exp-gpio"}, 1, id="Pi 4, expander before it"),
        pytest.param({0: OLDER, 1: "raspberrypi-exp-gpio"}, 0, id="Pi 3"),
        pytest.param({255: OLDER}, 255, id="the last number"),
    ],
)
def test_header_chip_is_found_by_its_label(chips: dict[int, str], number: int) -> None:
    """The header's chip is found under any number, and no chip stays open."""
    lgpio = FakeLgpio(chips)
    assert find_header_chip(lgpio) == number
    assert lgpio.opened == []


def test_header_chip_that_is_missing_is_reported_with_all_chips() -> None:
    """If no chip is the header's, the message names each chip's label, and the labels that would do."""
    with pytest.raises(BellTrouble) as trouble:
        find_header_chip(FakeLgpio({0: USB, 12: FOREIGN}))
    assert trouble.value.text == (
        f"No GPIO chip here is that of the Pi's header. Found: gpiochip0 ({USB}) and gpiochip12 ({FOREIGN}). "
        f"Its label would be one of {LABELS}."
    )
    assert "full-upgrade" in trouble.value.remedy


def test_header_chip_on_a_machine_without_chips() -> None:
    """A machine without any chip is reported as one, with both ways out, and lgpio is not blamed."""
    with pytest.raises(BellTrouble, match=r"no GPIO chip, .* restart it\. .*--bell mock") as trouble:
        find_header_chip(FakeLgpio({}))
    assert "lgpio" not in str(trouble.value)


def refuse(monkeypatch: pytest.MonkeyPatch, path: Path, error: OSError) -> None:
    """Let the kernel refuse to open a file."""
    path.touch()
    really_open = os.open

    def open_or_refuse(name: Path, flags: int) -> int:
        if name == path:
            raise error
        return really_open(name, flags)

    monkeypatch.setattr(os, "open", open_or_refuse)


@pytest.mark.parametrize(
    ("group", "remedy"),
    [
        ("gpio", r"Add the user to the group gpio \(sudo usermod -aG gpio \$USER\)"),
        ("dialout", r"Add the user to the group dialout \(sudo usermod -aG dialout \$USER\)"),
        ("root", r"Only root may use them\. Copy systemd/udev/60-pi-bunco\.rules"),
    ],
)
def test_header_chip_that_is_forbidden_names_the_group(
    group: str, remedy: str, devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this user may not open the header's chip, the message names it and the group of its file."""
    monkeypatch.setattr(Path, "group", lambda _: group)
    refuse(monkeypatch, devices / "gpiochip14", PermissionError(13, "Permission denied"))
    with pytest.raises(
        BellTrouble,
        match=rf"may not use the GPIO pins\. Found: gpiochip0 \({USB}\) and gpiochip14 "
        rf"\(Permission denied\); .*{LABELS}\. {remedy}",
    ):
        find_header_chip(FakeLgpio({0: USB}))


def test_header_chip_that_is_forbidden_gives_the_number_of_a_group_without_a_name(
    devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container the group of a chip's file may have no name; then the message has its number."""

    def find_no_name(path: Path) -> str:
        raise KeyError(path)

    monkeypatch.setattr(Path, "group", find_no_name)
    refuse(monkeypatch, devices / "gpiochip0", PermissionError(1, "Operation not permitted"))
    with pytest.raises(BellTrouble, match=rf"the group {(devices / 'gpiochip0').stat().st_gid} \("):
        find_header_chip(FakeLgpio({}))


def test_header_chip_beside_a_forbidden_one_is_found(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forbidden chip that is not needed is in nobody's way."""
    refuse(monkeypatch, devices / "gpiochip0", PermissionError(13, "Permission denied"))
    assert find_header_chip(FakeLgpio({1: PI_4})) == 1


def test_header_chip_that_is_busy_is_reported(devices: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a chip cannot be opened for another reason, the message has the kernel's reason for it."""
    refuse(monkeypatch, devices / "gpiochip14", OSError(16, "Device or resource busy"))
    with pytest.raises(BellTrouble, match=r"gpiochip14 \(Device or resource busy\).* Stop the program"):
        find_header_chip(FakeLgpio({0: USB}))


def test_header_chip_with_two_names_is_listed_once(devices: Path) -> None:
    """A link to a chip is no other chip. If the kernel would open it, lgpio's own reason is shown."""
    (devices / "gpiochip0").touch()
    (devices / "gpiochip4").symlink_to("gpiochip0")
    with pytest.raises(BellTrouble, match=r"Found: gpiochip0 \(can not open gpiochip\)\."):
        find_header_chip(FakeLgpio({}))
