"""JPEG: unpacked by a decoder that stops at the first thing it would only complain about.

OpenCV uses the same library, libjpeg-turbo, and lets it fill what is damaged with grey and write its
complaints to standard error, where no program hears them. The pixels are the same, bit by bit.
"""

from typing import NamedTuple

import numpy as np
import simplejpeg

from pi_bunco.frames import Grey, Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import small
from pi_bunco.pictures.exif import HEAD, LYING, orientation, turn_upright
from pi_bunco.pictures.faults import Damaged, PictureFault, check_size

BEGIN = b"\xff\xd8\xff"

_SCAN, _APP1 = 0xDA, 0xE1
_WORK = 40 * PICTURE_PIXELS
"""Pixels times scans at most. Each scan of a progressive picture goes over all of it and may have few bytes;
usual are ten, and 40 of the largest picture take three seconds of an x86 core."""
_EIGHTHS = (1, 2, 4, 8)
"""Sizes in which the decoder is quick, in eighths of the picture's sides."""
_CUT = "Premature end of JPEG file"
_EXTRANEOUS = "extraneous bytes before marker"


class Padded(Damaged):
    """There are more bytes between two markers than the picture needs; all of it was there, perhaps."""


class Small(NamedTuple):
    """A JPEG picture that was looked over, unpacked in grey and small only.

    Attributes
    ----------
    grey
        The picture, grey, of the size in which motion is looked for.
    shape
        That of the whole picture: ``(height, width, 3)``.
    """

    grey: Grey
    shape: tuple[int, int, int]


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
        then damage may go unnoticed.

    Raises
    ------
    Padded
        If it has bytes that it does not need, and may not.
    Damaged, TooLarge
        If the decoder has anything else to say of it, or it is too large.
    """
    try:
        _size(data, most, padded=padded)
        image = simplejpeg.decode_jpeg(data, "BGR", strict=not padded)
    except (ValueError, KeyError) as error:
        raise _fault(error) from None
    return turn_upright(np.asarray(image, np.uint8), _orientation(data))


def decode_small(data: bytes, most: int, *, padded: bool = False) -> Small:
    """Return a JPEG picture in grey and small, turned as its EXIF data say.

    The decoder goes over all its bytes as for the whole picture, and complains of the same things; what it
    leaves out are pixels and colours. This takes about half as long.

    Parameters
    ----------
    data, most, padded
        As for :func:`decode`.

    Raises
    ------
    Padded, Damaged, TooLarge
        As :func:`decode` does.
    """
    try:
        width, height = _size(data, most, padded=padded)
        part = next((n for n in _EIGHTHS if width * height * n * n >= 64 * small.FINE), _EIGHTHS[-1])
        across, down = -(-width * part // 8), -(-height * part // 8)
        grey = simplejpeg.decode_jpeg(data, "GRAY", min_width=across, min_height=down, strict=not padded)
    except (ValueError, KeyError) as error:
        raise _fault(error) from None
    turn = _orientation(data)
    few = small.halve_grey(np.asarray(grey[..., 0], np.uint8), small.ENOUGH)
    turned = turn_upright(small.shrink_grey(few, width, height), turn)
    return Small(turned, (width, height, 3) if turn in LYING else (height, width, 3))


def _size(data: bytes, most: int, *, padded: bool) -> tuple[int, int]:
    """Return width and height of a picture that is worth the work of unpacking it."""
    height, width, *_ = simplejpeg.decode_jpeg_header(data, strict=not padded)
    check_size(int(width), int(height), most)
    if data.count(b"\xff\xda") * int(width) * int(height) > _WORK:
        raise Damaged("it has too many scans")
    return int(width), int(height)


def _fault(error: ValueError | KeyError) -> PictureFault:
    """Return what the decoder's complaint means."""
    if isinstance(error, PictureFault):
        return error
    if isinstance(error, KeyError):  # simplejpeg looks it up in a table of its own
        return Damaged("its colours are packed in no way that is known")
    said = str(error)
    if _CUT in said:
        return Damaged("it breaks off")
    return (Padded if _EXTRANEOUS in said else Damaged)(said)


def _orientation(data: bytes) -> int:
    """Return the orientation in the first EXIF segment; the decoder has checked all of them before."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _SCAN:  # noqa: PLR2004 - a marker's byte
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        content = data[at + 4 : at + 2 + length]
        if data[at + 1] == _APP1 and content.startswith(HEAD):
            return orientation(content[len(HEAD) :])
        at += 2 + length
    return 1
