"""Decodes JPEG pictures with a decoder that treats every warning as an error.

OpenCV uses the same library, libjpeg-turbo, but lets it fill damaged parts with grey and write its warnings
to standard error, where no program reads them. The pixels are the same, bit by bit.
"""

from typing import NamedTuple

import numpy as np
import simplejpeg

from pi_bunco.frames import Grey, Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import small
from pi_bunco.pictures.exif import HEAD, SIDEWAYS, read_orientation, turn_upright
from pi_bunco.pictures.faults import Damaged, PictureFault, check_size
from pi_bunco.sentences import say

BEGIN = b"\xff\xd8\xff"  # the first bytes of every JPEG file

_SCAN, _APP1 = 0xDA, 0xE1
_MAX_SCANNED_PIXELS = 40 * PICTURE_PIXELS
"""The most pixels of all scans together.

Each scan of a progressive picture covers the whole picture, and may have few bytes. Ten scans are usual. 40
scans of the largest picture take three seconds on an x86 core.
"""
_FAST_EIGHTHS = (1, 2, 4, 8)
"""The sizes for which the decoder is fast, in eighths of the picture's sides."""
# Parts of the decoder's messages.
_CUT = "Premature end of JPEG file"
_EXTRANEOUS = "extraneous bytes before marker"


class PaddedPicture(Damaged):
    """There are more bytes between two markers than the picture needs; it may be complete."""


class SmallPicture(NamedTuple):
    """A JPEG picture that was checked, but decoded only in grey and small.

    Attributes
    ----------
    grey
        The picture in grey, in the size for finding motion.
    shape
        The shape of the whole picture: ``(height, width, 3)``.
    """

    grey: Grey
    shape: tuple[int, int, int]


def decode(data: bytes, most: int, *, padded: bool = False) -> Image:
    """Return a JPEG picture, turned upright by its EXIF data.

    Parameters
    ----------
    data
        The file's bytes. What follows the end of the picture is ignored (phones put films there).
    most
        How many pixels the picture may have.
    padded
        Whether the file may have bytes that it does not need. Some cameras put them before each restart
        marker. If they are allowed, damage may go unnoticed.

    Raises
    ------
    PaddedPicture
        If the file has bytes that it does not need, and they are not allowed.
    Damaged, TooLarge
        If the decoder has any other warning, or the picture is too large.
    """
    try:
        _check_size(data, most, padded=padded)
        image = simplejpeg.decode_jpeg(data, "BGR", strict=not padded)
    except (ValueError, KeyError) as error:
        raise _make_fault(error) from None
    return turn_upright(np.asarray(image, np.uint8), _read_orientation(data))


def decode_small(data: bytes, most: int, *, padded: bool = False) -> SmallPicture:
    """Return a JPEG picture in grey and small, turned upright by its EXIF data.

    The decoder reads all bytes and warns as for the whole picture, but skips pixels and colours. This takes
    about half the time.

    Parameters
    ----------
    data, most, padded
        As for :func:`decode`.

    Raises
    ------
    PaddedPicture, Damaged, TooLarge
        As for :func:`decode`.
    """
    try:
        width, height = _check_size(data, most, padded=padded)
        eighths = next(
            (n for n in _FAST_EIGHTHS if width * height * n * n >= 64 * small.FINE_PIXELS), _FAST_EIGHTHS[-1]
        )
        least_width, least_height = -(-width * eighths // 8), -(-height * eighths // 8)  # rounded up
        grey = simplejpeg.decode_jpeg(
            data, "GRAY", min_width=least_width, min_height=least_height, strict=not padded
        )
    except (ValueError, KeyError) as error:
        raise _make_fault(error) from None
    turn = _read_orientation(data)
    halved = small.halve_grey(np.asarray(grey[..., 0], np.uint8), small.ENOUGH_PIXELS)
    turned = turn_upright(small.shrink_grey(halved, width, height), turn)
    return SmallPicture(turned, (width, height, 3) if turn in SIDEWAYS else (height, width, 3))


def _check_size(data: bytes, most: int, *, padded: bool) -> tuple[int, int]:
    """Check the size and the number of scans of a picture, and return its width and height."""
    height, width, *_ = simplejpeg.decode_jpeg_header(data, strict=not padded)
    check_size(int(width), int(height), most)
    if data.count(b"\xff\xda") * int(width) * int(height) > _MAX_SCANNED_PIXELS:
        raise Damaged(say("it has too many scans"))
    return int(width), int(height)


def _make_fault(error: ValueError | KeyError) -> PictureFault:
    """Return the fault for an error of the decoder."""
    if isinstance(error, PictureFault):
        return error
    if isinstance(error, KeyError):  # simplejpeg looks up the colour space in a table
        return Damaged(say("its colours are stored in an unknown way"))
    message = str(error)
    if _CUT in message:
        return Damaged(say("it breaks off"))
    return (PaddedPicture if _EXTRANEOUS in message else Damaged)(message)


def _read_orientation(data: bytes) -> int:
    """Return the orientation in the first EXIF segment; the decoder has already checked all segments."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _SCAN:  # noqa: PLR2004 - a marker's byte
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        content = data[at + 4 : at + 2 + length]
        if data[at + 1] == _APP1 and content.startswith(HEAD):
            return read_orientation(content[len(HEAD) :])
        at += 2 + length
    return 1
