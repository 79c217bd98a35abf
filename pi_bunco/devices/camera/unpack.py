"""Unpacks the JPEG pictures that a live camera sends, and leaves out those that came broken."""

from collections import deque

from pi_bunco.frames import Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import PictureFault, jpeg

_LATELY = 32
"""Pictures over which a camera's habits are known."""
_HABIT = 8
"""A camera of which so many of these are padded always pads."""
_END = b"\xff\xd9"
_NEAR = 1024
"""The last two bytes of a picture stand among so many of the last bytes that a camera sends."""


class Unpacker:
    """Unpacks the pictures of one camera, one after the other.

    Some cameras put a few bytes too many before each restart marker (Logitech's C270 and C910 are known for
    it); the decoder complains of all their pictures, which are whole all the same. So a padded picture is
    broken where padded ones are rare, and taken where they are the camera's habit. Any other complaint means
    a broken picture from any camera.
    """

    def __init__(self) -> None:
        self._padded: deque[bool] = deque(maxlen=_LATELY)

    def unpack(self, data: bytes) -> Image | None:
        """Return a picture, ``None`` if it is broken."""
        try:
            image = jpeg.decode(data, PICTURE_PIXELS)
        except jpeg.Padded:
            self._padded.append(True)
        except PictureFault:
            return None
        else:
            self._padded.append(False)
            return image
        if sum(self._padded) < _HABIT or _END not in data[-_NEAR:]:
            return None
        try:
            return jpeg.decode(data, PICTURE_PIXELS, padded=True)
        except PictureFault:
            return None
