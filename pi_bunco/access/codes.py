"""Codes that one person reads from a screen and another finds again, or types in."""

import secrets
from collections.abc import Callable, Container

LETTERS = "CDFGHJKMNPRTWXY"
"""No two of them look alike, none looks like a digit, and without vowels they make no words."""
DEVICE = 4
"""Letters by which the host knows a device; they give no right."""
MACHINE = 6
"""Letters that the machine shows, by which the first PIN is set: one of eleven million."""


def make(length: int, taken: Container[str] = (), choose: Callable[[str], str] = secrets.choice) -> str:
    """Return a code of so many letters that is not taken.

    >>> make(4, choose=lambda letters: letters[0])
    'CCCC'
    """
    while True:
        code = "".join(choose(LETTERS) for _ in range(length))
        if code not in taken:
            return code


def normalize_code(text: str) -> str:
    """Return a code as it is compared: people type small letters, blanks and hyphens.

    >>> normalize_code(" khr-m ")
    'KHRM'
    """
    return "".join(text.upper().replace("-", "").split())
