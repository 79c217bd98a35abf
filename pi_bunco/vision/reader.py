"""The interfaces of everything that reads dice in a picture."""

from typing import Protocol, runtime_checkable

from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box, Reading
from pi_bunco.vision.stand import Stand


@runtime_checkable
class Reader(Protocol):
    """Reads the dice in one picture."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture.

        Parameters
        ----------
        image
            The picture, :data:`~pi_bunco.frames.Image`. The reader must not change it.
        dice
            How many dice there must be; ``None``: any number.
        die_size
            Edge length of a die in pixels of the picture; ``None``: not known, so the reader estimates it.

        Returns
        -------
        Reading
            ``read`` with every die from left to right; ``empty``; or ``doubtful`` with the most likely
            values, honest confidences and a reason. Boxes are in pixels of `image`.
        """
        ...


@runtime_checkable
class SeesFromAbove(Protocol):
    """A reader that reads a flat picture of a mat better if it knows the camera's position."""

    def above(self, stand: Stand, within: Box | None = None) -> Reader:
        """Return the reader for flat pictures of a calibrated table.

        Parameters
        ----------
        stand
            The camera's position.
        within
            The box around everything on the mat, in pixels of the flat picture; ``None``: not known.
        """
        ...


def from_above(reader: Reader, stand: Stand, within: Box | None = None) -> Reader:
    """Return the reader to use for a flat picture: what ``above`` returns, or else the reader itself."""
    return reader.above(stand, within) if isinstance(reader, SeesFromAbove) else reader


@runtime_checkable
class SkipsUnchanged(Protocol):
    """A reader that can skip the places where a mat looks as when it was empty, such as its print."""

    def skip_unchanged(self, changed: Grey) -> Reader:
        """Return the reader that finds no dice where nothing changed.

        Parameters
        ----------
        changed
            1 where the mat differs from the empty one, else 0. It may be smaller than the picture.
        """
        ...


def skip_unchanged(reader: Reader, changed: Grey) -> Reader:
    """Return the reader that skips what did not change, or the reader itself if it cannot."""
    return reader.skip_unchanged(changed) if isinstance(reader, SkipsUnchanged) else reader
