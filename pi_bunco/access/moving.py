"""Codes by which a device takes its role from the plain pages to the encrypted ones.

Others in the Wi-Fi may have read the cookie of the plain pages, so encrypted pages do not look at it. The
device gets a code on a plain page, carries it to an encrypted one, and gets a new cookie there. Others may
read the code too. It is valid for one minute, once, and for the address that has asked for it: somebody who
reads it has to be faster, and the old cookie is void afterwards either way.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from pi_bunco.access.roles import NotAllowed

SECONDS = 60.0
"""For how long a code is valid."""
_MOST = 400  # codes at once; as many as devices may wait


class MoveRefused(NotAllowed):
    """A code was used, is too old, or was made for another device."""


@dataclass(frozen=True, slots=True)
class _Move:
    device: str
    address: str
    until: float


class Moves:
    """The codes that were made and not used.

    Parameters
    ----------
    clock
        Seconds on a steady clock.

    >>> moves = Moves(clock=lambda: 0.0)
    >>> code = moves.begin("a7", "10.0.0.7")
    >>> moves.take(code, "10.0.0.8"), moves.take(code, "10.0.0.7"), moves.take(code, "10.0.0.7")
    (None, 'a7', None)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._moves: dict[str, _Move] = {}

    def begin(self, device: str, address: str) -> str:
        """Return a new code for a device at an address. Its older codes are void."""
        self._moves = {
            code: move
            for code, move in self._moves.items()
            if move.device != device and move.until > self._clock()
        }
        while len(self._moves) >= _MOST:
            del self._moves[next(iter(self._moves))]
        code = secrets.token_urlsafe(24)
        self._moves[code] = _Move(device, address, self._clock() + SECONDS)
        return code

    def take(self, code: str, address: str) -> str | None:
        """Return the device that moves, and forget the code; ``None`` if it is no code for this address.

        At another address the code stays valid, so nobody can spoil it.
        """
        move = self._moves.get(code)
        if move is None or move.address != address or move.until <= self._clock():
            return None
        del self._moves[code]
        return move.device
