"""The 40 pins of a Raspberry Pi's header, the same on every model since 2014.

Source: the GPIO chapter of Raspberry Pi's documentation, and its HAT specification for GPIO 0 and 1.
"""

from pi_bunco.sentences import say

HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The header pin, 1 to 40, of each GPIO number (BCM) that a part may use."""

GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""The pins that are ground."""
VOLTS_3 = (1, 17)
"""The pins with 3.3 V, the most that a GPIO can stand."""
VOLTS_5 = (2, 4)
"""The pins with 5 V. No part of the bell may be connected to them."""
MEMORY = {27: 0, 28: 1}
"""The pins of GPIO 0 and 1, which are reserved for the EEPROM of plug-on boards."""

PULLED_UP = (2, 3)
"""The GPIOs with a fixed resistor of 1.8 kΩ up to 3.3 V."""

_JOBS = {
    (2, 3): say("the I2C bus"),
    (7, 8, 9, 10, 11): say("the SPI bus"),
    (14, 15): say("the serial console"),
}
FREE = (17, 27, 22, 23, 24, 25, 5, 6, 16, 26, 12, 13)
"""GPIOs without another function on most Raspberry Pis, to propose when one is taken."""


def name_pin(pin: int) -> str:
    """Return what people call a pin of the header.

    Parameters
    ----------
    pin
        1 to 40.

    Raises
    ------
    KeyError
        If the header has no such pin.

    >>> [name_pin(pin) for pin in (1, 2, 6, 11, 27)]
    ['3.3 V', '5 V', 'ground', 'GPIO 17', 'GPIO 0']
    """
    for pins, name in ((GROUND, say("ground")), (VOLTS_3, "3.3 V"), (VOLTS_5, "5 V")):
        if pin in pins:
            return name
    return f"GPIO {({at: bcm for bcm, at in HEADER.items()} | MEMORY)[pin]}"


def find_other_job(bcm: int) -> str | None:
    """Return the other function that a GPIO may have on a Raspberry Pi, ``None`` if it has none.

    >>> find_other_job(14), find_other_job(17)
    ('the serial console', None)
    """
    return next((job for pins, job in _JOBS.items() if bcm in pins), None)
