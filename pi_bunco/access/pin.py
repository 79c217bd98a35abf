"""The host's PIN. Only a salted hash of it is kept."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

MIN_DIGITS, MAX_DIGITS = 4, 8
"""Fewest and most digits in a PIN."""
SALT_BYTES = 16
"""Bytes in a salt."""
# The parameters of scrypt. One try takes 4 MB of memory for a moment, which a Raspberry Pi Zero has. A PIN is
# so short that only the limit on tries guards it. The hash hides the PIN from people who see the file, but a
# long search finds it.
_COST = {"n": 2**12, "r": 8, "p": 1}


class BadPin(Trouble, ValueError):
    """These digits cannot be a PIN."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A PIN as it is kept.

    Attributes
    ----------
    salt, digest
        16 random bytes, and the 32 bytes that scrypt makes from them and the PIN.
    """

    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, digits: str) -> Self:
        """Return the hash of a PIN, with a new salt each time.

        Raises
        ------
        BadPin
            If it does not have 4 to 8 digits from 0 to 9.

        >>> Pin.of("2580").matches("2580"), Pin.of("2580").matches("2581")
        (True, False)
        """
        if not (digits.isascii() and digits.isdigit() and MIN_DIGITS <= len(digits) <= MAX_DIGITS):
            raise BadPin(
                say("This is not a PIN."),
                say("Choose {least} to {most} digits.", least=MIN_DIGITS, most=MAX_DIGITS),
            )
        salt = secrets.token_bytes(SALT_BYTES)
        return cls(salt, _hash(digits, salt))

    def matches(self, digits: str) -> bool:
        """Return whether these are the digits of the PIN.

        On a slow machine this takes about a tenth of a second.
        """
        return len(digits) <= MAX_DIGITS and hmac.compare_digest(_hash(digits, self.salt), self.digest)


def _hash(digits: str, salt: bytes) -> bytes:
    return hashlib.scrypt(digits.encode(errors="replace"), salt=salt, **_COST, dklen=32)
