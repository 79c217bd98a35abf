"""A camera's pictures."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble

Image = NDArray[np.uint8]
"""A picture in OpenCV's format: shape ``(height, width, 3)``, blue-green-red, 0 to 255."""

Grey = NDArray[np.uint8]
"""A grey picture: shape ``(height, width)``, 0 to 255."""


class BrokenPicture(Trouble):
    """A picture turned out to be damaged when it was decoded, so nothing can be read from it."""


class Packed(Protocol):
    """A picture that is decoded only when somebody needs it. Any thread may ask for it."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the decoded picture: ``(height, width, 3)``."""

    def unpack(self) -> Image:
        """Return the decoded picture, the same one each time.

        Raises
        ------
        BrokenPicture
            If it turns out to be damaged.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera.

    Attributes
    ----------
    picture
        The picture, decoded or still packed. Nobody writes into it.
    index
        Its number, counted from 0 since the camera was opened. Skipped pictures have numbers too.
    taken
        When the picture was taken, in seconds on the clock of :func:`time.monotonic`.
    small
        A small grey version if the device delivers one at less cost than scaling; otherwise ``None``.

    >>> Frame(np.zeros((48, 64, 3), np.uint8), 0, 0.0).shape
    (48, 64, 3)
    """

    picture: Image | Packed
    index: int
    taken: float
    small: Grey | None = None

    @property
    def image(self) -> Image:
        """The picture, decoded now if nobody has needed it yet.

        Raises
        ------
        BrokenPicture
            If it turns out to be damaged. Packed pictures are checked when they come, so this is rare.
        """
        return self.picture if isinstance(self.picture, np.ndarray) else self.picture.unpack()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the picture, ``(height, width, 3)``, known before it is decoded."""
        return self.picture.shape

    @property
    def intact(self) -> bool:
        """Whether the picture can be decoded. This decodes it."""
        try:
            return self.image.size > 0
        except BrokenPicture:
            return False
