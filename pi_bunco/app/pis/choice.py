"""The host's choice whether this Pi follows another one. The program starts again to do what is chosen."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pi_bunco.access.file import FILE as ACCESS_FILE
from pi_bunco.files import bounded
from pi_bunco.limits import ACCESS_BYTES
from pi_bunco.link.standing import find_bond
from pi_bunco.link.state import FOLDER, FOLLOW_FILE, FollowWish, leads_copy, load_state, save_state
from pi_bunco.machine.disk import fsync, make_dir, set_folder_aside, write_atomic
from pi_bunco.views.devices import Banner

COPY_FOLDER = "followed"
"""The folder in the state directory with the copy of the head's log. Games of this Pi stay beside it."""
_NEXT_FOLDER = "followed-next"
"""The folder of the next copy, until all that it takes along is in it."""


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
        """Follow the Pi with this address from now on. A copy that cannot go on there is set aside.

        Raises
        ------
        pi_bunco.link.joining.JoinTrouble
            If it is no address.
        OSError
            If the disk does not take the choice.
        """
        from pi_bunco.link.joiner import complete_address  # noqa: PLC0415 - 12 MB that one Pi alone does not need

        wish = self._make_wish(complete_address(address))
        make_dir(self._file.parent)
        save_state(wish, self._file)
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
            self._set_copy_aside(wish)
        following = self._folder / _NEXT_FOLDER
        if following.exists() and not self.copy.exists():  # the power may have failed in between
            following.rename(self.copy)
            fsync(self._folder)
        own, copied = self._folder / ACCESS_FILE, self.copy / ACCESS_FILE
        if own.exists() and not copied.exists():  # the host's devices and PIN stay the same
            make_dir(self.copy)
            write_atomic(copied, bounded.read(own, ACCESS_BYTES), private=True)

    def leave(self) -> None:
        """Follow nobody from now on (:class:`OSError`: the disk does not take that)."""
        self._file.unlink(missing_ok=True)
        self._start_again()

    def describe_left(self) -> Banner | None:
        """Say what waits in the outbox of the copy that was set aside: no head gets it from there."""
        from pi_bunco.app.pis.left_outbox import describe_left  # noqa: PLC0415 - as above

        wish = load_state(FollowWish, self._file)
        return describe_left(self._folder / wish.aside / FOLDER) if wish and wish.aside else None

    def forget_left(self) -> None:
        """Note that people have read that."""
        wish = load_state(FollowWish, self._file)
        if wish and wish.aside:
            with suppress(OSError):  # then they read it once more
                save_state(replace(wish, aside=""), self._file)

    def _make_wish(self, head: str) -> FollowWish:
        """Return the wish to follow a head, with what becomes of the copy that is here."""
        from pi_bunco.link.authority import load_identity  # noqa: PLC0415 - as above

        identity = load_identity(self.copy / FOLDER)
        if leads_copy(self.copy):  # its outbox is in its own log
            return FollowWish(head, anew=True)
        bond = find_bond(head, identity.room, identity.name) if identity else "known"
        before = load_state(FollowWish, self._file)
        aside = before.aside if before else ""
        return FollowWish(head, anew=bond != "known", carries=bond == "removed", aside=aside)

    def _set_copy_aside(self, wish: FollowWish) -> None:
        """Set the copy aside. If the head's room is the same, what is in its outbox goes on in a new copy."""
        from pi_bunco.app.pis.left_outbox import carry_outbox  # noqa: PLC0415 - as above

        if self.copy.exists():
            following = self._folder / _NEXT_FOLDER
            shutil.rmtree(following, ignore_errors=True)
            carried = wish.carries and carry_outbox(self.copy / FOLDER, following / FOLDER)
            aside = set_folder_aside(self.copy)
            if aside and not carried:
                wish = replace(wish, aside=aside.name)
        save_state(replace(wish, anew=False, carries=False), self._file)
