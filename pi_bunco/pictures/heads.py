"""Checks the headers of WebP, BMP, PPM and TIFF files before their pictures are decoded: size and kind.

Sources: RFC 9649 (WebP); RFC 6386, section 9.1 (VP8); Windows bitmap headers (Microsoft, ``wingdi.h``);
Netpbm's ppm(5); TIFF 6.0 (Adobe, 1992).
"""

import re
import struct
from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pi_bunco.pictures.exif import HEAD, read_orientation
from pi_bunco.pictures.faults import Damaged, NoPicture, check_size

_WEBP_ANIMATED = 0x02
_FILM = "is a film, not a picture"
_PPM_NUMBERS = re.compile(
    rb"P([2356])" + rb"(?:\s|#[^\n]*\n)+(\d{1,9})" * 2 + rb"(?:\s|#[^\n]*\n)+(\d{1,5})\s"
)
_PPM_BYTE = 255
_BMP_CORE, _BMP_INFO = 12, 40
"""Bytes of the two kinds of headers, BITMAPCOREHEADER and BITMAPINFOHEADER."""
_BMP_UNCOMPRESSED = {0, 3, 6}
"""The uncompressed kinds: BI_RGB, and two that define which bits are which colour."""
TIFF_BEGINS = (b"II*\0", b"MM\0*")
_TIFF_ENTRY = 12
_TIFF_TYPES = {1: "u1", 3: "u2", 4: "u4"}
"""The supported types of numbers: BYTE, SHORT, LONG."""
_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 258, 259, 277, 322, 323
_STRIPS, _STRIP_SIZES, _TILES, _TILE_SIZES = 273, 279, 324, 325
_TIFF_TAGS = {_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT}
_TIFF_TAGS |= {_STRIPS, _STRIP_SIZES, _TILES, _TILE_SIZES}
_TIFF_UNCOMPRESSED = 1
_MAX_BITS, _MAX_SAMPLES = 16, 4


def check_webp(data: bytes, most: int) -> int:
    """Check the header of a WebP picture, and return its orientation, 1 to 8.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If the file ends too early, is a film, or the picture is too large.
    """
    size, turn = (0, 0), 1
    for kind, content in _read_webp_chunks(data):
        if kind == b"VP8X":
            if content[:1] and content[0] & _WEBP_ANIMATED:
                raise NoPicture(_FILM)
            size = 1 + int.from_bytes(content[4:7], "little"), 1 + int.from_bytes(content[7:10], "little")
        elif kind == b"VP8 ":
            size = (
                int.from_bytes(content[6:8], "little") & 0x3FFF,
                int.from_bytes(content[8:10], "little") & 0x3FFF,
            )
        elif kind == b"VP8L":
            packed = int.from_bytes(content[1:5], "little")
            size = 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
        elif kind == b"EXIF":
            turn = read_orientation(bytes(content).removeprefix(HEAD))
        elif kind in {b"ANIM", b"ANMF"}:
            raise NoPicture(_FILM)
        check_size(*size, most)
    return turn


def _read_webp_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        raise Damaged("it breaks off")
    whole, at = memoryview(data)[:end], 12
    while at + 8 <= end:
        length = int.from_bytes(whole[at + 4 : at + 8], "little")
        if at + 8 + length > end:
            raise Damaged("it breaks off")
        yield bytes(whole[at : at + 4]), whole[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def check_bmp(data: bytes, most: int) -> None:
    """Check the header of a Windows bitmap.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If the file ends too early, has an unsupported kind, or the picture is too large.
    """

    def read_number(at: int, size: int = 4, *, signed: bool = False) -> int:
        return int.from_bytes(data[at : at + size], "little", signed=signed)

    pixels_at, head_bytes = read_number(10), read_number(14)
    if head_bytes == _BMP_CORE:
        width, height, bits, packing = read_number(18, 2), read_number(20, 2), read_number(24, 2), 0
    else:
        width, height, bits, packing = (
            read_number(18, signed=True),
            abs(read_number(22, signed=True)),
            read_number(28, 2),
            read_number(30),
        )
    if head_bytes != _BMP_CORE and head_bytes < _BMP_INFO:
        raise Damaged("its header is wrong")
    check_size(width, height, most)
    if packing not in _BMP_UNCOMPRESSED:
        raise NoPicture("is a bitmap of a kind that is not read here")
    if pixels_at + (width * bits + 31) // 32 * 4 * height > len(data):
        raise Damaged("it breaks off")


def check_ppm(data: bytes, most: int) -> None:
    """Check the header of a Netpbm picture: colour or grey, binary or text.

    Raises
    ------
    Damaged, TooLarge
        If the file ends too early, or the picture is too large.
    """
    found = _PPM_NUMBERS.match(data[:4096])
    if not found:
        raise Damaged("its header is wrong")
    kind, width, height, highest = map(int, found.groups())
    check_size(width, height, most)
    samples = width * height * (3 if kind in {3, 6} else 1)
    binary_bytes = samples * (2 if highest > _PPM_BYTE else 1)
    text_bytes = 2 * samples - 1  # at least a digit for each sample, and a separator between two samples
    if found.end() + (binary_bytes if kind in {5, 6} else text_bytes) > len(data):
        raise Damaged("it breaks off")


def check_tiff(data: bytes, most: int) -> None:
    """Check the header of a TIFF file's first picture.

    TIFF can contain nearly everything. This program reads uncompressed pictures of up to 16 bits a sample. It
    refuses compressed ones, because OpenCV lets libtiff go on after damage, and reports nothing.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If the file ends too early, has an unsupported kind, or the picture is too large.
    """
    try:
        tags = _read_tiff_directory(data)
    except Damaged:
        raise
    except (struct.error, ValueError):
        raise Damaged("it breaks off") from None

    def get_first(tag: int, default: int) -> int:
        return int(tags[tag][0]) if tag in tags else default

    width, height = get_first(_WIDTH, 0), get_first(_HEIGHT, 0)
    check_size(width, height, most)
    if _TILE_WIDTH in tags or _TILE_HEIGHT in tags:
        check_size(get_first(_TILE_WIDTH, 0), get_first(_TILE_HEIGHT, 0), most)
    bits, samples = get_first(_BITS, 1), get_first(_SAMPLES, 1)
    if (
        get_first(_PACKING, _TIFF_UNCOMPRESSED) != _TIFF_UNCOMPRESSED
        or bits > _MAX_BITS
        or not 1 <= samples <= _MAX_SAMPLES
    ):
        raise NoPicture("is a TIFF of a kind that is not read here")
    places = tags.get(_STRIPS, tags.get(_TILES))
    sizes = tags.get(_STRIP_SIZES, tags.get(_TILE_SIZES))
    if places is None or sizes is None or len(places) != len(sizes):
        raise Damaged("its header is wrong")
    if int((places + sizes).max()) > len(data) or int(sizes.sum()) < width * height * bits * samples // 8:
        raise Damaged("it breaks off")


def _read_tiff_directory(data: bytes) -> dict[int, NDArray[np.int64]]:
    """Return the numbers of each supported tag in the file's first directory."""
    order: Literal["<", ">"] = "<" if data.startswith(b"II") else ">"
    tags: dict[int, NDArray[np.int64]] = {}
    (begin,) = struct.unpack_from(f"{order}I", data, 4)
    (entries,) = struct.unpack_from(f"{order}H", data, begin)
    for at in range(begin + 2, begin + 2 + entries * _TIFF_ENTRY, _TIFF_ENTRY):
        tag, kind, count, place = struct.unpack_from(f"{order}HHII", data, at)
        if tag not in _TIFF_TAGS:
            continue
        if tag in tags or kind not in _TIFF_TYPES or not count:
            raise Damaged("its header is wrong")
        numbers = np.dtype(_TIFF_TYPES[kind]).newbyteorder(order)
        if numbers.itemsize * count <= 4:  # noqa: PLR2004 - such short values are in the entry itself
            place = at + 8
        tags[tag] = np.frombuffer(data, numbers, count, place).astype(np.int64)
    return tags
