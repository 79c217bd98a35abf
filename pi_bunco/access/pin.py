"""The host's PIN, of which only a salted hash is kept."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

SHORTEST, LONGEST = 4, 8
"""Digits of a PIN."""
SALT = 16
"""Bytes of a salt."""
_N, _R, _P = 2**12, 8, 1
"""What a try costs: 4 MB of memory for a moment, which a Raspberry Pi Zero has. So short a PIN is guarded by
how few tries there are; the hash keeps it from those who catch sight of the file, not from a long search."""


class BadPin(Trouble, ValueError):
    """Something cannot be a PIN."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A PIN that is set.

    Attributes
    ----------
    salt, digest
        16 random bytes, and the 32 bytes that scrypt makes of them and the PIN.
    """

    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, digits: str) -> Self:
        """Return the hash of a PIN, each time another.

        Raises
        ------
        BadPin
            If it is not 4 to 8 digits from 0 to 9.

        >>> Pin.of("2580").fits("2580"), Pin.of("2580").fits("2581")
        (True, False)
        """
        if not (digits.isascii() and digits.isdigit() and SHORTEST <= len(digits) <= LONGEST):
            raise BadPin(
                say("This is no PIN."), say("Choose {least} to {most} digits.", least=SHORTEST, most=LONGEST)
            )
        salt = secrets.token_bytes(SALT)
        return cls(salt, _digest(digits, salt))

    def fits(self, digits: str) -> bool:
        """Return whether these are its digits; takes a tenth of a second or so on a slow machine."""
        if len(digits) > LONGEST:
            return False
        return hmac.compare_digest(_digest(digits, self.salt), self.digest)


def _digest(digits: str, salt: bytes) -> bytes:
    return hashlib.scrypt(digits.encode(errors="replace"), salt=salt, n=_N, r=_R, p=_P, dklen=32)
