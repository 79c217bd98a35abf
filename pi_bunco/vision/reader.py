"""The interface of everything that reads dice in a picture."""

from typing import Protocol, runtime_checkable

from pi_bunco.frames import Box, Image, Reading
from pi_bunco.vision.stand import Stand


@runtime_checkable
class Reader(Protocol):
    """Reads the dice in one picture."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture.

        Parameters
        ----------
        image
            The picture, :data:`~pi_bunco.frames.Image`. It is not written into.
        dice
            How many dice there must be; ``None``: any number.
        die_size
            Edge length of a die in pixels of the picture, where it is known; ``None``: to be
            estimated.

        Returns
        -------
        Reading
            ``read`` with every die from left to right; ``empty``; or ``doubtful`` with the likeliest
            values, honest confidences and a reason. Boxes are in pixels of `image`.
        """
        ...


@runtime_checkable
class SeesFromAbove(Protocol):
    """A reader that reads a flat picture of a mat better if it knows where the camera stands."""

    def above(self, stand: Stand, within: Box | None = None) -> Reader:
        """Return the reader for such a picture, a calibrated table's.

        Parameters
        ----------
        stand
            Where the camera stands.
        within
            Around all that lies on the mat, in pixels of the flat picture, where that is known.
        """
        ...


def from_above(reader: Reader, stand: Stand, within: Box | None = None) -> Reader:
    """Return the reader for a flat picture: its own if it has one, else itself."""
    return reader.above(stand, within) if isinstance(reader, SeesFromAbove) else reader
