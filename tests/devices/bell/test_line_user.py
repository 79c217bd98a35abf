"""Who uses a line of a GPIO chip."""

from pathlib import Path

import pytest

from pi_bunco.devices.bell import line_user
from pi_bunco.devices.bell.line_user import find_line_user
from tests.devices.bell.fake_lgpio import FakeLgpio


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of two processes, of which the second has lines 17 and 18 of chip 14 open."""
    for number, program, facts in (
        ("7", "other", ["pos:\t0\n", "gpio-chip:\tgpiochip14\ngpio-line:\t171\n"]),
        ("42", "blinker", ["gpio-chip:\tgpiochip14\ngpio-line:\t17\ngpio-line:\t18\n"]),
    ):
        (tmp_path / number / "fdinfo").mkdir(parents=True)
        (tmp_path / number / "comm").write_text(f"{program}\n")
        for place, text in enumerate(facts):
            (tmp_path / number / "fdinfo" / str(place)).write_text(f"pos:\t0\nflags:\t02\n{text}")
    (tmp_path / "8").mkdir()  # a process that has just ended
    monkeypatch.setattr(line_user, "PROCESSES", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("chip", "line", "user"),
    [
        (14, 18, "the program blinker (process 42)"),
        (0, 17, "another program with gpiozero or lgpio"),
        (0, 8, "what the kernel calls “spi0 CS0”"),
        (0, 5, None),
    ],
)
def test_line_user_is_the_process_or_what_it_calls_itself(chip: int, line: int, user: str | None) -> None:
    """The user of a line is the process that has it open, else what the kernel calls it, else unknown."""
    lgpio = FakeLgpio({0: "other", 14: "pinctrl-rp1"}, {(14, 18): "lg", (0, 17): "lg", (0, 8): "spi0 CS0"})
    assert find_line_user(lgpio, chip, line) == user
    assert lgpio.opened == []
