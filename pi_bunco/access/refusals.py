"""What is answered to those who may not, or cannot."""

from pi_bunco.errors import Trouble


class NotAllowed(Trouble):
    """Somebody asked for what they may not do."""


class WrongPin(NotAllowed):
    """A PIN or a code is not the right one."""


class TooManyTries(NotAllowed):
    """Somebody has to wait before they may try again.

    Parameters
    ----------
    text, remedy
        As for each :class:`Trouble`.
    wait
        For how many seconds, from 1.
    """

    def __init__(self, text: str, remedy: str, wait: int) -> None:
        super().__init__(text, remedy)
        self.wait = wait


class NoDevice(Trouble):
    """There is no such device."""


class TooManyDevices(Trouble):
    """No further device can be let in."""


class NoPin(Trouble):
    """No PIN is set that could be entered."""


class AccessTrouble(Trouble, OSError):
    """The file that keeps PIN and devices is damaged, or cannot be read or written."""
