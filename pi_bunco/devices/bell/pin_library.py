"""Chooses the library through which gpiozero reaches the pins of the Pi's header."""

import os
import tempfile
import warnings
from contextlib import chdir, suppress
from importlib import import_module
from typing import Any

from pi_bunco.devices.bell.header_chip import DEVICES, find_header_chip
from pi_bunco.devices.bell.line_user import find_line_user
from pi_bunco.devices.ports import BellTrouble
from pi_bunco.sentences import Sentence, say

_CHOICE = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own setting for the library that reaches the pins."""


def choose_pins() -> Any:
    """Return gpiozero's access to the header's pins: lgpio with the header's chip.

    gpiozero by itself expects this chip to have a certain number. It chooses only without lgpio, or if its
    own setting names another library.

    Raises
    ------
    BellTrouble
        If no library for the pins works, or there is no such chip.
    """
    import gpiozero  # noqa: PLC0415 - a table without pins does not need it

    if gpiozero.Device.pin_factory is None:
        name = os.environ.get(_CHOICE, "lgpio").lower()
        if name != "lgpio":
            _use_named_library(gpiozero, name)
        elif lgpio := _import_lgpio():
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - only where lgpio is installed

            gpiozero.Device.pin_factory = LGPIOFactory(chip=find_header_chip(lgpio))
        else:
            _use_any_library(gpiozero)
    return gpiozero.Device.pin_factory


def _use_named_library(gpiozero: Any, name: str) -> None:
    """Let gpiozero use the library that its own setting names."""
    try:
        gpiozero.Device.ensure_pin_factory()
    except Exception as error:  # each library has its own exceptions
        raise BellTrouble(
            say(
                "{setting} says {name}, which cannot be used: {reason}.",
                setting=_CHOICE,
                name=name,
                reason=error,
            ),
            say("Remove that environment variable; the bell then uses lgpio."),
        ) from error


def _use_any_library(gpiozero: Any) -> None:
    """Let gpiozero try its libraries other than lgpio, which serve older Pis."""
    try:
        with warnings.catch_warnings():
            # gpiozero warns about each library that it does not find, but one is enough.
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            gpiozero.Device.ensure_pin_factory()
    except ImportError as error:
        text = say("This machine has no GPIO pins that a bell could use.")
        if any(DEVICES.glob("gpiochip*")):
            text = say("The library lgpio is not installed, and the bell needs it for the GPIO pins.")
        raise BellTrouble(
            text,
            say(
                "On a Raspberry Pi: sudo apt install python3-lgpio, and make the virtual environment "
                "with --system-site-packages. Elsewhere let the page be the bell: --bell mock."
            ),
        ) from error


def _import_lgpio() -> Any:
    """Import lgpio; return ``None`` if it is not installed."""
    try:
        # lgpio creates a pipe named .lgd-nfy0 in the current folder and opens it by that bare name
        # (joan2937/lg, issue 22). So it is imported in a folder that everybody may write to.
        with chdir(tempfile.gettempdir()):
            lgpio = import_module("lgpio")
        # For some versions of Python, PyPI has only a placeholder, which is empty.
        trouble = "" if hasattr(lgpio, "gpiochip_open") else say("it is empty")
    except ImportError as error:
        if error.name == "lgpio":
            return None
        trouble = str(error)
    if trouble:
        raise BellTrouble(
            say("The library lgpio is installed and cannot be loaded: {reason}.", reason=trouble),
            say(
                "Remove it from the virtual environment (python -m pip uninstall lgpio), and install the "
                "system's again: sudo apt install --reinstall python3-lgpio."
            ),
        )
    return lgpio


def find_pin_user(pin_factory: Any, bcm: int) -> Sentence | None:
    """Return who uses a pin, ``None`` if nobody knows: only lgpio tells.

    Parameters
    ----------
    pin_factory
        gpiozero's access to the pins.
    bcm
        The pin's GPIO number.
    """
    with suppress(Exception):  # if this fails too, the first error must still be reported
        return find_line_user(import_module("lgpio"), pin_factory.chip, bcm)
    return None
