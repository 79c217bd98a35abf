"""Decodes the JPEG pictures of a live camera, and skips damaged ones."""

from collections import deque
from functools import partial

from pi_bunco.devices.camera.source import Shot
from pi_bunco.limits import LIVE_PIXELS
from pi_bunco.pictures import PictureFault, jpeg
from pi_bunco.pictures.faults import TooLarge
from pi_bunco.pictures.packed_picture import PackedPicture

_LAST_PICTURES = 32
"""How many of a camera's last pictures show whether it always pads."""
_MIN_PADDED = 8
"""A camera always pads if at least this many of the last pictures are padded."""
_END_MARKER = b"\xff\xd9"
_END_BYTES = 1024
"""A complete JPEG picture has the end marker among this many last bytes."""


class Unpacker:
    """Checks the pictures of one camera, one after the other, and decodes each when somebody needs it.

    All bytes of a picture are decoded immediately to a small grey picture, which shows whether it is damaged.

    Some cameras, such as Logitech's C270 and C910, put a few extra bytes before each restart marker. The
    decoder complains about all their pictures, although these are complete. So a padded picture is good if
    the camera always pads, and damaged if it does so rarely. A picture with any other fault is damaged.
    """

    def __init__(self) -> None:
        self._padded: deque[bool] = deque(maxlen=_LAST_PICTURES)

    def unpack(self, data: bytes) -> Shot | None:
        """Return a picture, ``None`` if it is damaged.

        Raises
        ------
        TooLarge
            If it has too many pixels. Nothing of it is decoded.
        """
        try:
            shot = _decode_shot(data)
        except jpeg.PaddedPicture:
            self._padded.append(True)
        except TooLarge:
            raise
        except PictureFault:
            return None
        else:
            self._padded.append(False)
            return shot
        if sum(self._padded) < _MIN_PADDED or _END_MARKER not in data[-_END_BYTES:]:
            return None
        try:
            return _decode_shot(data, padded=True)
        except PictureFault:
            return None


def _decode_shot(data: bytes, *, padded: bool = False) -> Shot:
    small = jpeg.decode_small(data, LIVE_PIXELS, padded=padded)
    decode = partial(jpeg.decode, data, LIVE_PIXELS, padded=padded)
    return Shot(PackedPicture(decode, small.shape), small=small.grey)
