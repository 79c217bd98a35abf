"""Checks the header of a TIFF file: how large its picture is and where its data are, before it is decoded.

TIFF can contain nearly everything. Supported are uncompressed pictures of up to 16 bits per sample.
Compressed ones are not, because OpenCV tells libtiff to go on after damage, and reports nothing.

Source: TIFF 6.0 (Adobe, 1992).
"""

import struct
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pi_bunco.pictures.faults import Damaged, NoPicture, check_size

BEGINS = (b"II*\0", b"MM\0*")

_ENTRY = 12
_TYPES = {1: "u1", 3: "u2", 4: "u4"}
"""The supported types of numbers: BYTE, SHORT, LONG."""
_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 258, 259, 277, 322, 323
_STRIPS, _STRIP_SIZES, _TILES, _TILE_SIZES = 273, 279, 324, 325
_KNOWN = {_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT}
_KNOWN |= {_STRIPS, _STRIP_SIZES, _TILES, _TILE_SIZES}
_PLAIN = 1
_DEEPEST, _MOST_SAMPLES = 16, 4

_Numbers = NDArray[np.int64]


def check_tiff(data: bytes, most: int) -> None:
    """Check the header of a TIFF file's first picture.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If the file ends too early, has an unsupported kind, or the picture is too large.
    """
    try:
        tags = _read_directory(data)
    except (struct.error, ValueError) as error:
        if isinstance(error, Damaged):
            raise
        raise Damaged("it breaks off") from None

    def get_first(tag: int, default: int) -> int:
        return int(tags[tag][0]) if tag in tags else default

    width, height = get_first(_WIDTH, 0), get_first(_HEIGHT, 0)
    check_size(width, height, most)
    if _TILE_WIDTH in tags or _TILE_HEIGHT in tags:
        check_size(get_first(_TILE_WIDTH, 0), get_first(_TILE_HEIGHT, 0), most)
    bits, samples = get_first(_BITS, 1), get_first(_SAMPLES, 1)
    if get_first(_PACKING, _PLAIN) != _PLAIN or bits > _DEEPEST or not 1 <= samples <= _MOST_SAMPLES:
        raise NoPicture("is a TIFF of a kind that is not read here")
    places = tags.get(_STRIPS, tags.get(_TILES))
    sizes = tags.get(_STRIP_SIZES, tags.get(_TILE_SIZES))
    if places is None or sizes is None or len(places) != len(sizes):
        raise Damaged("its header is wrong")
    if int((places + sizes).max()) > len(data) or int(sizes.sum()) < width * height * bits * samples // 8:
        raise Damaged("it breaks off")


def _read_directory(data: bytes) -> dict[int, _Numbers]:
    """Return the numbers of each supported tag in the file's first directory."""
    order: Literal["<", ">"] = "<" if data.startswith(b"II") else ">"
    tags: dict[int, _Numbers] = {}
    (begin,) = struct.unpack_from(f"{order}I", data, 4)
    (entries,) = struct.unpack_from(f"{order}H", data, begin)
    for at in range(begin + 2, begin + 2 + entries * _ENTRY, _ENTRY):
        tag, kind, count, place = struct.unpack_from(f"{order}HHII", data, at)
        if tag not in _KNOWN:
            continue
        if tag in tags or kind not in _TYPES or not count:
            raise Damaged("its header is wrong")
        numbers = np.dtype(_TYPES[kind]).newbyteorder(order)
        if numbers.itemsize * count <= 4:  # noqa: PLR2004 - such short values are in the entry itself
            place = at + 8
        tags[tag] = np.frombuffer(data, numbers, count, place).astype(np.int64)
    return tags
