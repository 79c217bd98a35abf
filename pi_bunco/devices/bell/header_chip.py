"""Finds the GPIO chip of the Pi's header by its name, with lgpio.

The chip's number differs between models and kernels, and changes with what else is plugged in. Another chip
may have the number that was expected. Its lines can be opened too, and no press would ever come from there.
"""

import os
from pathlib import Path
from typing import Any

from pi_bunco.devices.ports import BellTrouble
from pi_bunco.sentences import Sentence, say, say_list, say_series

LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's names for the header's chip: on a Pi 5, on a Pi 4, and on all Pis before it.

Source: Linux, ``drivers/pinctrl/pinctrl-rp1.c`` and ``drivers/pinctrl/bcm/pinctrl-bcm2835.c``.
"""

DEVICES = Path("/dev")
"""The folder of the chips' files."""

_NUMBERS = range(256)
"""The numbers that a chip may have; there are gaps.

Source: Linux, ``GPIO_DEV_MAX`` in ``drivers/gpio/gpiolib.c``.
"""


def find_header_chip(lgpio: Any) -> int:
    """Return the number of the GPIO chip that the header's pins belong to.

    Parameters
    ----------
    lgpio
        The library.

    Raises
    ------
    BellTrouble
        If there is no such chip, or this user may not use it. The message names all chips that there are.
    """
    chips: dict[str, str] = {}
    refusals: dict[Path, OSError] = {}
    for number in _NUMBERS:
        try:
            name, label = _read_label(lgpio, number)
        except lgpio.error as error:
            path = DEVICES / f"gpiochip{number}"
            if refusal := _find_refusal(path, error):
                refusals[path.resolve()] = refusal
            continue
        if label in LABELS:
            return number
        chips[name] = label
    raise _explain(chips, refusals)


def _read_label(lgpio: Any, number: int) -> tuple[str, str]:
    """Return a chip's name and label."""
    handle = lgpio.gpiochip_open(number)
    try:
        _, _, name, label = lgpio.gpio_get_chip_info(handle)
    finally:
        lgpio.gpiochip_close(handle)
    return name, label


def _find_refusal(path: Path, error: Exception) -> OSError | None:
    """Return why lgpio could not open a chip, ``None`` if there is no such chip.

    lgpio itself says in every case that it "can not open gpiochip".
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except FileNotFoundError:
        return None
    except OSError as refusal:
        return refusal
    return OSError(str(error))


def _explain(chips: dict[str, str], refusals: dict[Path, OSError]) -> BellTrouble:
    """Return the error for a machine on which the header's chip was not found.

    Parameters
    ----------
    chips
        The label of each chip that could be opened, by its name.
    refusals
        Why each other chip could not be opened, by its file.
    """
    if not chips and not refusals:
        return BellTrouble(
            say("This machine has no GPIO chip, so it has no pins that a bell could use."),
            say("If it is a Raspberry Pi, restart it. Elsewhere let the page be the bell: --bell mock."),
        )
    shown = [*chips.items(), *((path.name, why.strerror or why) for path, why in refusals.items())]
    found = say_list([say("{chip} ({label})", chip=chip, label=label) for chip, label in shown])
    labels = say_series(LABELS)
    forbidden = [path for path, why in refusals.items() if isinstance(why, PermissionError)]
    if forbidden:
        text = say(
            "This user may not use the GPIO pins. Found: {found}; the label of the header's chip is one"
            " of {labels}.",
            found=found,
            labels=labels,
        )
        return BellTrouble(text, _say_how_to_allow(forbidden[0]))
    text = say(
        "No GPIO chip here is that of the Pi's header. Found: {found}. Its label would be one of {labels}.",
        found=found,
        labels=labels,
    )
    if refusals:
        return BellTrouble(
            text, say("Stop the program that uses the chip, or switch the Pi off and on again.")
        )
    return BellTrouble(
        text,
        say(
            "On a Raspberry Pi update the system (sudo apt full-upgrade) and restart it. "
            "Elsewhere let the page be the bell: --bell mock."
        ),
    )


def _say_how_to_allow(path: Path) -> Sentence:
    """Return how this user gets the right to use a device's file."""
    try:
        group = path.group()
    except KeyError:  # in a container the group may have no name
        group = str(path.stat().st_gid)
    if group == "root":
        return say(
            "Only root may use them. Copy systemd/udev/60-pi-bunco.rules to /etc/udev/rules.d, add the user "
            "to the group gpio (sudo usermod -aG gpio $USER), and restart."
        )
    return say(
        "Add the user to the group {group} (sudo usermod -aG {group} $USER) and log in again.", group=group
    )
