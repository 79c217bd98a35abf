"""The host's choice whether this Pi follows another one. The program starts again to do what is chosen."""

from collections.abc import Callable
from pathlib import Path

from pi_bunco.link.state import FOLDER, FOLLOW_FILE, FollowWish, load_state, save_state
from pi_bunco.machine.disk import make_dir

COPY_FOLDER = "followed"
"""The folder in the state directory with the copy of the head's log. Games of this Pi stay beside it."""


class FollowChoice:
    """What the host of this Pi has chosen; implements :class:`pi_bunco.web.port.HeadChoice`.

    Parameters
    ----------
    folder
        The state directory.
    start_again
        Ends the program soon, and starts it again.
    """

    def __init__(self, folder: Path, start_again: Callable[[], None]) -> None:
        self._file, self._start_again = folder / FOLDER / FOLLOW_FILE, start_again

    def find_head(self) -> str | None:
        """Return the address of the Pi to follow, ``None`` if this Pi plays itself."""
        wish = load_state(FollowWish, self._file)
        return wish.head if wish else None

    def follow(self, address: str) -> None:
        """Follow the Pi with this address from now on.

        Raises
        ------
        pi_bunco.link.joining.JoinTrouble
            If it is no address.
        OSError
            If the disk does not take the choice.
        """
        from pi_bunco.link.joiner import complete_address  # noqa: PLC0415 - 12 MB that one Pi alone does not need

        head = complete_address(address)
        make_dir(self._file.parent)
        save_state(FollowWish(head), self._file)
        self._start_again()

    def leave(self) -> None:
        """Follow nobody from now on (:class:`OSError`: the disk does not take that)."""
        self._file.unlink(missing_ok=True)
        self._start_again()
