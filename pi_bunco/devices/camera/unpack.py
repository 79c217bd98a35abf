"""Unpacks the JPEG pictures that a live camera sends, and leaves out those that came broken."""

from collections import deque
from functools import partial

from pi_bunco.devices.camera.source import Shot
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import PictureFault, jpeg
from pi_bunco.pictures.packed import PackedPicture

_LATELY = 32
"""The last pictures of a camera, by which its habits are known."""
_HABIT = 8
"""A camera of which so many of these are padded always pads."""
_END = b"\xff\xd9"
_NEAR = 1024
"""The last two bytes of a picture stand among so many of the last bytes that a camera sends."""


class Unpacker:
    """Looks over the pictures of one camera, one after the other, and unpacks each when it is wanted.

    All bytes of each are decoded at once, to a small grey picture; so it is known whether it is broken.

    Some cameras put a few bytes too many before each restart marker (Logitech's C270 and C910 are known for
    it); the decoder complains of all their pictures, which are whole all the same. So a padded picture is
    broken where padded ones are rare, and taken where they are the camera's habit. Any other complaint means
    a broken picture from any camera.
    """

    def __init__(self) -> None:
        self._padded: deque[bool] = deque(maxlen=_LATELY)

    def unpack(self, data: bytes) -> Shot | None:
        """Return a picture, ``None`` if it is broken."""
        try:
            shot = _shot(data)
        except jpeg.Padded:
            self._padded.append(True)
        except PictureFault:
            return None
        else:
            self._padded.append(False)
            return shot
        if sum(self._padded) < _HABIT or _END not in data[-_NEAR:]:
            return None
        try:
            return _shot(data, padded=True)
        except PictureFault:
            return None


def _shot(data: bytes, *, padded: bool = False) -> Shot:
    small = jpeg.decode_small(data, PICTURE_PIXELS, padded=padded)
    whole = partial(jpeg.decode, data, PICTURE_PIXELS, padded=padded)
    return Shot(PackedPicture(whole, small.shape), small=small.grey)
