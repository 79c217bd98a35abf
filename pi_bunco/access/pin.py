"""The host's PIN, and a limit on how fast somebody can guess it.

Only a salted hash of the PIN is kept. After each wrong try people must wait longer, up to a minute. All
devices that are not let in share a budget of tries, because one person may have many addresses.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import Self

import structlog

from pi_bunco.access.devices import Visitor
from pi_bunco.access.roles import NotAllowed
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say, say_count

_log = structlog.get_logger("web")

MIN_DIGITS, MAX_DIGITS = 4, 8
"""Fewest and most digits in a PIN."""
SALT_BYTES = 16
"""Bytes in a salt."""
# The parameters of scrypt. One try takes 4 MB of memory for a moment, which a Raspberry Pi Zero has. A PIN is
# so short that only the limit on tries guards it. The hash hides the PIN from people who see the file, but a
# long search finds it.
_COST = {"n": 2**12, "r": 8, "p": 1}
FREE_TRIES = 3
"""Wrong tries before the first wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 60.0
"""Seconds of the first wait, which doubles with each wrong try, and of the longest wait."""
FORGET_AFTER = 900.0
"""Seconds after the last wait until wrong tries are forgotten."""
ROOM_TRIES, ROOM_WAIT = 20, 60.0
"""Tries that all devices together have which are not let in; the seconds until they get another one.

In an evening of five hours these are 320 tries. They find a PIN of four digits once in 31 evenings, and one
of six digits once in 3,000.
"""
MAX_COUNTED = 64
"""Most devices and addresses that are counted one by one. All others share one count."""
_OTHERS = ""


class NoPin(Trouble):
    """Somebody entered a PIN, but none is set."""


class WrongPin(NotAllowed):
    """A PIN or a code is wrong."""


class TooManyTries(NotAllowed):
    """Somebody has to wait before they try again.

    Parameters
    ----------
    text, remedy
        As for every :class:`Trouble`.
    wait
        How many seconds to wait, from 1.
    """

    def __init__(self, text: str, remedy: str, wait: int) -> None:
        super().__init__(text, remedy)
        self.wait = wait


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


@dataclass(frozen=True, slots=True)
class _WrongTries:
    """How many tries were wrong, and until when on the clock no other try is accepted."""

    times: int
    until: float


@dataclass(frozen=True, slots=True)
class WrongEntries:
    """The wrong PINs since the last right one.

    Attributes
    ----------
    count
        How many were checked.
    refused
        How many were not even checked, because too many had been wrong before.
    """

    count: int = 0
    refused: int = 0


class Tries:
    """Counts the tries of each device or address, and makes them wait. Several threads may use it.

    A try counts as wrong until it has succeeded, so that several tries at once bring no more chances
    than tries one after another.

    Parameters
    ----------
    clock
        Seconds on a steady clock.

    >>> tries = Tries(clock=lambda: 0.0)
    >>> [tries.count_try("10.0.0.7") for _ in range(5)]
    [0.0, 0.0, 0.0, 2.0, 2.0]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tried: dict[str, _WrongTries] = {}
        self._room_full_at = clock()  # when the shared budget has all its tries again
        self._lock = threading.Lock()
        self.wrong = WrongEntries()

    def count_try(self, who: str, *, shared: bool = False) -> float:
        """Count a try. Return 0.0 if it is accepted, otherwise the seconds to wait.

        Parameters
        ----------
        who
            The device or address.
        shared
            Whether it takes from the budget of all devices that are not let in.
        """
        now = self._clock()
        with self._lock:
            key = self._choose_key(who, now)
            tried = self._tried.get(key, _WrongTries(0, now))
            room_full_at = max(self._room_full_at, now) + ROOM_WAIT
            wait = max(tried.until, room_full_at - ROOM_TRIES * ROOM_WAIT if shared else now) - now
            if wait > 0:
                self.wrong = replace(self.wrong, refused=self.wrong.refused + 1)
                return wait
            times = tried.times + 1
            self._tried[key] = _WrongTries(times, now + _compute_wait(times))
            if shared:
                self._room_full_at = room_full_at
            self.wrong = replace(self.wrong, count=self.wrong.count + 1)
            return 0.0

    def note_success(self, who: str, *, shared: bool = False) -> None:
        """Note that the last try was right, and forget the wrong ones before it."""
        with self._lock:
            self._tried.pop(who, None)
            if shared:
                self._room_full_at -= ROOM_WAIT
            self.wrong = WrongEntries()

    def _choose_key(self, who: str, now: float) -> str:
        """Return the key under which to count a try, after forgetting counts that are too old."""
        if who not in self._tried and len(self._tried) >= MAX_COUNTED:
            self._tried = {
                key: tried for key, tried in self._tried.items() if tried.until + FORGET_AFTER > now
            }
            if len(self._tried) >= MAX_COUNTED:
                return _OTHERS
        tried = self._tried.get(who)
        if tried and tried.until + FORGET_AFTER <= now:
            del self._tried[who]
        return who


def _compute_wait(times: int) -> float:
    """Return the seconds to wait after this many wrong tries.

    >>> [_compute_wait(times) for times in (1, 2, 3, 4, 5, 99999)]
    [0.0, 0.0, 2.0, 4.0, 8.0, 60.0]
    """
    wait = min(FIRST_WAIT * 2.0 ** min(times - FREE_TRIES, 10), LONGEST_WAIT)
    return wait if times >= FREE_TRIES else 0.0


def try_secret(tries: Tries, visitor: Visitor, check: Callable[[], bool], wrong: str) -> None:
    """Count a try to enter a secret, and check it. This takes long, so the caller must hold no lock.

    Parameters
    ----------
    tries
        Counts the try: for a device by its id once it is let in, for others by their address. The machine's
        own tries do not count.
    visitor
        Who tries.
    check
        Returns whether this is the secret.
    wrong
        What to say if it is not.

    Raises
    ------
    WrongPin, TooManyTries
        If it is not the secret, or this device or address has tried too often.
    """
    device = visitor.device
    source = f"device {device.id}" if device and device.since is not None else visitor.address
    shared = source == visitor.address
    if not visitor.machine and (wait := ceil(tries.count_try(source, shared=shared))):
        raise TooManyTries(
            say("Too many wrong tries."),
            say_count(
                "Try again in {count} second, or type the code on the machine’s own page for the PIN.",
                "Try again in {count} seconds, or type the code on the machine’s own page for the PIN.",
                wait,
            ),
            wait,
        )
    if not check():
        _log.warning("a wrong PIN was entered", address=visitor.address, wrong=tries.wrong.count)
        raise WrongPin(wrong, say("Check what you typed, and try again."))
    if not visitor.machine:
        tries.note_success(source, shared=shared)
