"""An lgpio for tests: a machine with any GPIO chips, some of whose lines are in use."""

import sys
from collections.abc import Mapping
from types import ModuleType

import gpiozero
import pytest
from gpiozero.pins.local import LocalPiFactory

PI_5 = 0xC04170
"""The revision of a Raspberry Pi 5."""


class FakeLgpio(ModuleType):
    """The functions of lgpio that gpiozero and the bell use.

    Parameters
    ----------
    chips
        The label of each chip, by its number.
    users
        What the program that uses a line calls itself, by the numbers of chip and line.

    Attributes
    ----------
    claimed
        The chip and the line of each pin that was claimed.
    opened
        The numbers of the chips that are open.
    """

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    class error(Exception):  # noqa: N801 - the library's own name
        """The library's error."""

    class callback:  # noqa: N801 - the library's own name
        """Listens to a line."""

        def __init__(self, *_: object) -> None:
            """Do nothing: the lines of this machine never change."""

        def cancel(self) -> None:
            """Stop listening."""

    def __init__(self, chips: Mapping[int, str], users: Mapping[tuple[int, int], str] | None = None) -> None:
        super().__init__("lgpio")
        self.chips, self.users = chips, users or {}
        self.opened: list[int] = []
        self.claimed: set[tuple[int, int]] = set()
        self._outputs: set[tuple[int, int]] = set()

    def gpiochip_open(self, number: int) -> int:
        if number not in self.chips:
            raise self.error("can not open gpiochip")
        self.opened.append(number)
        return number << 16

    def gpiochip_close(self, handle: int) -> int:
        self.opened.remove(handle >> 16)
        return 0

    def gpio_get_chip_info(self, handle: int) -> list[int | str]:
        return [0, 54, f"gpiochip{handle >> 16}", self.chips[handle >> 16]]

    def gpio_get_line_info(self, handle: int, line: int) -> list[int | str]:
        return [0, line, 0, f"GPIO{line}", self.users.get((handle >> 16, line), "")]

    def gpio_claim_input(self, handle: int, line: int, _flags: int = 0) -> int:
        if (handle >> 16, line) in self.users:
            raise self.error("GPIO busy")
        self.claimed.add((handle >> 16, line))
        return 0

    def gpio_claim_output(self, handle: int, line: int) -> int:
        self._outputs.add((handle, line))
        return self.gpio_claim_input(handle, line)

    def gpio_claim_alert(self, *_: float) -> int:
        return 0

    gpio_free = gpio_write = gpio_set_debounce_micros = tx_pwm = gpio_claim_alert

    def gpio_get_mode(self, handle: int, line: int) -> int:
        return 2 if (handle, line) in self._outputs else self.SET_PULL_UP

    def gpio_read(self, _handle: int, _line: int) -> int:
        return 1


def plug_in(monkeypatch: pytest.MonkeyPatch, lgpio: ModuleType) -> None:
    """Let this process believe that it runs on a Pi 5 with this lgpio."""
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _: PI_5)
    monkeypatch.setattr(LocalPiFactory, "pins", {})
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
