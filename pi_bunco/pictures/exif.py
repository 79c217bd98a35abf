"""Reads the Orientation tag of a picture's EXIF data, and turns the picture upright.

Source: Exif 2.32 (CIPA DC-008), section 4.6; the block is a TIFF 6.0 header with one directory.
"""

from typing import Literal

import cv2
import numpy as np

from pi_bunco.frames import Image

_ORIENTATION_TAG = 0x0112
_SHORT_TYPE = 3
_ENTRY_BYTES = 12
_BYTE_ORDERS: dict[bytes, Literal["little", "big"]] = {b"II*\0": "little", b"MM\0*": "big"}
SIDEWAYS = frozenset({5, 6, 7, 8})
"""Orientations that swap rows and columns."""
HEAD = b"Exif\0\0"
"""The bytes before the block in a JPEG file."""


def read_orientation(block: bytes) -> int:
    r"""Return the orientation in an EXIF block, 1 to 8. A block without one is upright: 1.

    Parameters
    ----------
    block
        The block, which begins with its byte order. A damaged block counts as one without orientation.

    >>> read_orientation(b"II*\0\x08\0\0\0" + b"\1\0" + b"\x12\1\3\0\1\0\0\0\6\0\0\0")
    6
    """
    order = _BYTE_ORDERS.get(block[:4])
    if order is None:
        return 1

    def read_number(at: int, size: int) -> int:
        return int.from_bytes(block[at : at + size], order)

    begin = read_number(4, 4)
    for at in range(begin + 2, begin + 2 + read_number(begin, 2) * _ENTRY_BYTES, _ENTRY_BYTES):
        if at + _ENTRY_BYTES > len(block):
            break
        if read_number(at, 2) == _ORIENTATION_TAG:
            turn = read_number(at + 8, 2)
            return turn if read_number(at + 2, 2) == _SHORT_TYPE and 1 <= turn <= 8 else 1  # noqa: PLR2004 - the standard's
    return 1


def turn_upright(image: Image, turn: int) -> Image:
    """Return a picture turned upright, as OpenCV does it. This may change the given array.

    Parameters
    ----------
    image
        The picture as its pixels are stored, in colour or grey.
    turn
        Its orientation, 1 to 8.

    >>> turn_upright(np.zeros((2, 3, 3), np.uint8), 6).shape
    (3, 2, 3)
    """
    if turn in SIDEWAYS:
        image = np.asarray(cv2.transpose(image), np.uint8)
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(turn)
    return image if flip is None else np.asarray(cv2.flip(image, flip, image), np.uint8)
