"""The errors of access: what people read when they may not do something, or cannot."""

from pi_bunco.errors import Trouble


class NotAllowed(Trouble):
    """Somebody asked for something that they may not do."""


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


class NoDevice(Trouble):
    """There is no such device."""


class TooManyDevices(Trouble):
    """No more devices can be let in."""


class NoPin(Trouble):
    """Somebody entered a PIN, but none is set."""


class AccessTrouble(Trouble, OSError):
    """The file with the PIN and the devices is damaged, or cannot be read or written."""
