"""JPEG: unpacked by a decoder that stops at the first thing it would only complain about.

OpenCV uses the same library, libjpeg-turbo, and lets it fill what is damaged with grey and write its
complaints to standard error, where no program hears them. The pixels are the same, bit by bit.
"""

import numpy as np
import simplejpeg

from pi_bunco.frames import Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures.exif import HEAD, orientation, upright
from pi_bunco.pictures.faults import Damaged, PictureFault, check_size

BEGIN = b"\xff\xd8\xff"

_SCAN, _APP1 = 0xDA, 0xE1
_WORK = 40 * PICTURE_PIXELS
"""Pixels times scans at most. Each scan of a progressive picture goes over all of it and may have few bytes;
usual are ten, and 40 of the largest picture take three seconds of an x86 core."""
_CUT = "Premature end of JPEG file"
_EXTRANEOUS = "extraneous bytes before marker"


class Padded(Damaged):
    """There are more bytes between two markers than the picture needs; all of it was there, perhaps."""


def decode(data: bytes, most: int, *, padded: bool = False) -> Image:
    """Return a JPEG picture, turned as its EXIF data say.

    Parameters
    ----------
    data
        The file's bytes; what follows the picture's end is left alone (phones put films there).
    most
        How many pixels it may have.
    padded
        Whether it may have bytes that it does not need. Some cameras put them before each restart marker; but
        then nothing tells damage from whole pictures.

    Raises
    ------
    Padded
        If that is what is wrong with it, and it may not be so.
    Damaged, TooLarge
        If the decoder has anything else to say of it, or it is too large.
    """
    try:
        height, width, *_ = simplejpeg.decode_jpeg_header(data, strict=not padded)
        check_size(int(width), int(height), most)
        if data.count(b"\xff\xda") * int(width) * int(height) > _WORK:
            raise Damaged("it has too many scans")
        image = simplejpeg.decode_jpeg(data, "BGR", strict=not padded)
    except PictureFault:
        raise
    except ValueError as error:
        said = str(error)
        if _CUT in said:
            raise Damaged("it breaks off") from None
        raise (Padded if _EXTRANEOUS in said else Damaged)(said) from None
    return upright(np.asarray(image, np.uint8), _orientation(data))


def _orientation(data: bytes) -> int:
    """Return what the first EXIF segment tells; the decoder has gone over all of them before."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _SCAN:  # noqa: PLR2004 - a marker's byte
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        content = data[at + 4 : at + 2 + length]
        if data[at + 1] == _APP1 and content.startswith(HEAD):
            return orientation(content[len(HEAD) :])
        at += 2 + length
    return 1
