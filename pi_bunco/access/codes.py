"""Codes that one person reads from a screen, and another person finds in a list or types in."""

import secrets
from collections.abc import Container

# No two of these letters look alike, none looks like a digit, and without vowels they form no words.
_LETTERS = "CDFGHJKMNPRTWXY"
DEVICE_LETTERS = 4
"""Letters in the code of a device. The host finds the device by it. The code is no secret."""
MACHINE_LETTERS = 8
"""Letters in the code that the machine shows, which stands in for the PIN: one of 2.6 thousand million codes.

So nobody has to wait after a wrong one: a thousand guesses a second find it in an evening once in 140 times.
"""


def make_code(length: int, taken: Container[str] = ()) -> str:
    """Return a code of ``length`` letters that is not taken.

    >>> code = make_code(4)
    >>> len(code), code.isupper()
    (4, True)
    """
    while True:
        code = "".join(secrets.choice(_LETTERS) for _ in range(length))
        if code not in taken:
            return code


def normalize_code(text: str) -> str:
    """Return a typed code in the form that is compared: capital letters without spaces and hyphens.

    >>> normalize_code(" khr-m ")
    'KHRM'
    """
    return "".join(text.upper().replace("-", "").split())
