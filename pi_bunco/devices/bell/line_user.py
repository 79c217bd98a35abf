"""Finds out who uses a line of a GPIO chip, as far as the kernel tells."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pi_bunco.sentences import Sentence, say

PROCESSES = Path("/proc")
"""The folder of the kernel's facts about each process."""


def find_line_user(lgpio: Any, chip: int, line: int) -> Sentence | None:
    """Return who uses a line, ``None`` if the kernel does not tell.

    The kernel names the process only to root and to the user whose process it is (since Linux 6.0). To
    others it tells what the program calls itself.

    Parameters
    ----------
    lgpio
        The library.
    chip
        The chip's number.
    line
        The line's number on the chip.

    Source: Linux, ``linereq_show_fdinfo`` in ``drivers/gpio/gpiolib-cdev.c``.
    """
    handle = lgpio.gpiochip_open(chip)
    try:
        chip_name = lgpio.gpio_get_chip_info(handle)[2]
        user = lgpio.gpio_get_line_info(handle, line)[4]
    finally:
        lgpio.gpiochip_close(handle)
    for process, facts in _read_open_files():
        if {f"gpio-chip:\t{chip_name}", f"gpio-line:\t{line}"} <= facts:
            program = (process / "comm").read_text().strip()
            return say("the program {program} (process {number})", program=program, number=process.name)
    if user == "lg":  # each program with lgpio is called so
        return say("another program with gpiozero or lgpio")
    return say("what the kernel calls “{name}”", name=user) if user else None


def _read_open_files() -> Iterator[tuple[Path, set[str]]]:
    """Yield the folder of each process, with the lines about each of its open files."""
    for process in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is another user's
            for file in (process / "fdinfo").iterdir():
                yield process, set(file.read_text().splitlines())
