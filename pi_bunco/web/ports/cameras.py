"""What the pages need to give cameras to tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pi_bunco.messages.up import StatusName
from pi_bunco.sentences import Sentence


@dataclass(frozen=True, slots=True)
class OfferedCamera:
    """A camera that a table may have.

    Attributes
    ----------
    id
        Its name in requests.
    title
        What people call it.
    place
        Where it is: its port or its address, without a password.
    table
        The table that has it; ``None``: none.
    status, says, remedy
        Its state, as in :class:`~pi_bunco.views.devices.CameraStatus`.
    added
        Whether somebody has added it by its address, so that it can be removed.
    connected
        Whether it is plugged in, as far as this is known.
    """

    id: str
    title: Sentence
    place: str
    table: int | None
    status: StatusName
    says: str = ""
    remedy: str = ""
    added: bool = False
    connected: bool = True


class CameraDesk(Protocol):
    """Knows which cameras there are, and gives them to the tables. Any thread may call it.

    Each method raises :class:`pi_bunco.errors.Trouble` if it cannot be done, such as on a full disk.
    """

    def list_tables(self) -> Sequence[int]:
        """Return the tables that may have a camera of this Pi, in order."""

    def list_cameras(self) -> Sequence[OfferedCamera]:
        """Return the cameras: those of tables first. The first call takes seconds."""

    def give(self, table: int, camera: str) -> None:
        """Let a table have a camera, by its id; ``""``: none. A table that has it now loses it.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table or camera now.
        """

    def give_all(self) -> None:
        """Let each table without a camera have one that no table has, in order."""

    def add(self, address: str) -> None:
        """Add a network camera or a phone by its address.

        Raises
        ------
        pi_bunco.devices.ports.CameraTrouble
            If it is no address of a camera.
        """

    def add_phone(self, host: str) -> str:
        """Add the phone at an address in the network that sends pictures, and return its stream's address.

        Raises
        ------
        pi_bunco.devices.ports.CameraTrouble
            If it sends none.
        """

    def remove(self, camera: str) -> None:
        """Remove a camera that was added, by its id. A table that has it loses it."""

    def drop_missing(self) -> None:
        """Let tables whose cameras are not connected have none."""

    def fetch_picture(self, camera: str) -> bytes | None:
        """Return the newest picture of a camera as a JPEG, ``None`` if there is none yet.

        The camera is opened for it.
        """
