"""A JPEG picture that is checked when it comes, and unpacked when its colours are needed."""

from collections.abc import Callable
from threading import Lock

from pi_bunco.frames import BrokenPicture, Image
from pi_bunco.pictures.faults import PictureFault


class PackedPicture:
    """A picture that is unpacked once, by the first thread that asks, and kept.

    Parameters
    ----------
    unpack
        Unpacks it; may raise :class:`PictureFault`. Called once at most.
    shape
        The shape that it will have, ``(height, width, 3)``.

    Attributes
    ----------
    when_broken
        Called once, by the thread that finds it, if the picture turns out to be broken after all.

    >>> import numpy as np
    >>> picture = PackedPicture(lambda: np.zeros((2, 3, 3), np.uint8), (2, 3, 3))
    >>> picture.unpack() is picture.unpack()
    True
    """

    def __init__(self, unpack: Callable[[], Image], shape: tuple[int, int, int]) -> None:
        self.shape: tuple[int, ...] = shape
        self.when_broken: Callable[[], None] = lambda: None
        self._unpack: Callable[[], Image] | None = unpack
        self._one_unpacks = Lock()
        self._image: Image | None = None

    def unpack(self) -> Image:
        """Return the picture, as :meth:`pi_bunco.frames.Packed.unpack` says."""
        with self._one_unpacks:
            if self._unpack is not None:
                unpack, self._unpack = self._unpack, None  # so that the packed bytes are let go
                try:
                    self._image = unpack()
                except (PictureFault, MemoryError):
                    self.when_broken()
            if self._image is None:
                raise BrokenPicture("A picture of the camera arrived broken.", "Look at the next one.")
            return self._image
