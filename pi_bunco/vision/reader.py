"""The one interface of all that reads dice in a picture."""

from typing import Protocol, runtime_checkable

from pi_bunco.frames import Image, Reading


class Reader(Protocol):
    """Whatever reads the dice in one picture."""

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
    """A reader that reads better where it knows that it looks at the mat straight from above."""

    @property
    def above(self) -> Reader:
        """The reader for such pictures, a calibrated table's."""
        ...


def from_above(reader: Reader) -> Reader:
    """Give the reader for pictures from straight above: its own if it has one, else itself."""
    return reader.above if isinstance(reader, SeesFromAbove) else reader
