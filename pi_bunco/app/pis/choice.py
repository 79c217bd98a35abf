"""The host's choice whether this Pi follows another one. The program starts again to do what is chosen."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pi_bunco.access.file import FILE as ACCESS_FILE
from pi_bunco.files import bounded
from pi_bunco.limits import ACCESS_BYTES
from pi_bunco.link.standing import is_stranger
from pi_bunco.link.state import FOLDER, FOLLOW_FILE, FollowWish, leads_copy, load_state, save_state
from pi_bunco.machine.disk import make_dir, set_folder_aside, write_atomic

COPY_FOLDER = "followed"
"""The folder in the state directory with the copy of the head's log. Games of this Pi stay beside it."""


class FollowChoice:
    """What the host of this Pi has chosen; implements :class:`pi_bunco.web.ports.pis.HeadChoice`.

    Parameters
    ----------
    folder
        The state directory.
    start_again
        Ends the program soon, and starts it again.

    Attributes
    ----------
    copy
        The folder of the copy.
    """

    def __init__(self, folder: Path, start_again: Callable[[], None]) -> None:
        self._folder, self.copy = folder, folder / COPY_FOLDER
        self._file, self._start_again = folder / FOLDER / FOLLOW_FILE, start_again

    def find_head(self) -> str | None:
        """Return the address of the Pi to follow, ``None`` if this Pi plays itself."""
        wish = load_state(FollowWish, self._file)
        return wish.head if wish else None

    @property
    def leads(self) -> bool:
        """Whether this Pi has followed another one and has become the head after it."""
        wish = load_state(FollowWish, self._file)
        return wish is not None and not wish.anew and leads_copy(self.copy)

    def follow(self, address: str) -> None:
        """Follow the Pi with this address from now on. The copy of another room is set aside.

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
        save_state(FollowWish(head, anew=self._belongs_elsewhere(head)), self._file)
        self._start_again()

    def prepare_copy(self) -> None:
        """Prepare the folder of the copy. Nothing may be open there, so this is done at the start.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        wish = load_state(FollowWish, self._file)
        if wish and wish.anew:
            set_folder_aside(self.copy)
            save_state(replace(wish, anew=False), self._file)
        own, copied = self._folder / ACCESS_FILE, self.copy / ACCESS_FILE
        if own.exists() and not copied.exists():  # the host's devices and PIN stay the same
            make_dir(self.copy)
            write_atomic(copied, bounded.read(own, ACCESS_BYTES), private=True)

    def leave(self) -> None:
        """Follow nobody from now on (:class:`OSError`: the disk does not take that)."""
        self._file.unlink(missing_ok=True)
        self._start_again()

    def _belongs_elsewhere(self, head: str) -> bool:
        """Return whether the copy cannot go on with the log of this head."""
        from pi_bunco.link.authority import load_identity  # noqa: PLC0415 - as above

        identity = load_identity(self.copy / FOLDER)
        if leads_copy(self.copy):
            return True
        return identity is not None and is_stranger(head, identity.room, identity.name)
