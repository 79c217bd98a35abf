"""A picture from a camera that is decoded only when somebody needs its colours."""

from collections.abc import Callable
from threading import Lock

from pi_bunco.frames import BrokenPicture, Image
from pi_bunco.pictures.faults import PictureFault
from pi_bunco.sentences import say


class PackedPicture:
    """A picture that is unpacked when a thread first needs it, and then kept in memory.

    Parameters
    ----------
    unpack
        Returns the picture, or raises :class:`PictureFault`. It is called at most once.
    shape
        The shape of the picture, ``(height, width, 3)``.

    Attributes
    ----------
    when_broken
        The thread that unpacks the picture calls this once if the picture is broken.

    >>> import numpy as np
    >>> picture = PackedPicture(lambda: np.zeros((2, 3, 3), np.uint8), (2, 3, 3))
    >>> picture.unpack() is picture.unpack()
    True
    """

    def __init__(self, unpack: Callable[[], Image], shape: tuple[int, int, int]) -> None:
        self.shape: tuple[int, ...] = shape
        self.when_broken: Callable[[], None] = lambda: None
        self._unpack: Callable[[], Image] | None = unpack
        self._unpack_lock = Lock()
        self._image: Image | None = None

    def unpack(self) -> Image:
        """Return the picture, as in :meth:`pi_bunco.frames.Packed.unpack`."""
        with self._unpack_lock:
            if self._unpack is not None:
                unpack, self._unpack = self._unpack, None  # frees the packed bytes
                try:
                    self._image = unpack()
                except (PictureFault, MemoryError):
                    self.when_broken()
            if self._image is None:
                raise BrokenPicture(
                    say("A picture from the camera arrived broken."), say("Look at the next one.")
                )
            return self._image
