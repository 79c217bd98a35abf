"""What the pages need to show pictures of sponsors."""

from pathlib import Path
from typing import Protocol

from pi_bunco.errors import Trouble


class BadPicture(Trouble):
    """A file is no picture that can be shown."""


class SponsorShelf(Protocol):
    """The pictures of sponsors on the television. Any thread may call it."""

    def list_names(self) -> tuple[str, ...]:
        """Return the names of the pictures, the oldest first."""

    def find(self, name: str) -> Path | None:
        """Return the file of a picture (JPEG), ``None`` if there is none of this name."""

    def add(self, data: bytes) -> None:
        """Store the picture in a file (JPEG, PNG or WebP), made smaller if it is large.

        Raises
        ------
        BadPicture
            If it is no picture, damaged, or too large.
        pi_bunco.game.refused.Refused
            If there are :data:`pi_bunco.limits.SPONSORS` pictures already.
        pi_bunco.errors.Trouble
            If the disk does not take it.
        """

    def remove(self, name: str) -> None:
        """Delete a picture, if there is one of this name."""
