"""Checks the headers of WebP, BMP and PPM files: how large a picture is, before it is decoded.

Sources: RFC 9649 (WebP); RFC 6386, section 9.1 (VP8); Windows bitmap headers (Microsoft, ``wingdi.h``);
Netpbm's ppm(5).
"""

import re
from collections.abc import Iterator

from pi_bunco.pictures.exif import HEAD, read_orientation
from pi_bunco.pictures.faults import Damaged, NoPicture, check_size

_ANIMATED = 0x02
_FILM = "is a film, not a picture"
_NUMBERS = re.compile(rb"P([2356])" + rb"(?:\s|#[^\n]*\n)+(\d{1,9})" * 2 + rb"(?:\s|#[^\n]*\n)+(\d{1,5})\s")
_DEEP = 255
_CORE, _INFO = 12, 40
_PLAIN = {0, 3, 6}
"""The uncompressed kinds: BI_RGB, and two that define which bits are which colour."""


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
            if content[:1] and content[0] & _ANIMATED:
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

    begin, head = read_number(10), read_number(14)
    if head == _CORE:
        width, height, bits, packing = read_number(18, 2), read_number(20, 2), read_number(24, 2), 0
    else:
        width, height, bits, packing = (
            read_number(18, signed=True),
            abs(read_number(22, signed=True)),
            read_number(28, 2),
            read_number(30),
        )
    if head != _CORE and head < _INFO:
        raise Damaged("its header is wrong")
    check_size(width, height, most)
    if packing not in _PLAIN:
        raise NoPicture("is a bitmap of a kind that is not read here")
    if begin + (width * bits + 31) // 32 * 4 * height > len(data):
        raise Damaged("it breaks off")


def check_ppm(data: bytes, most: int) -> None:
    """Check the header of a Netpbm picture: colour or grey, binary or text.

    Raises
    ------
    Damaged, TooLarge
        If the file ends too early, or the picture is too large.
    """
    found = _NUMBERS.match(data[:4096])
    if not found:
        raise Damaged("its header is wrong")
    kind, width, height, highest = map(int, found.groups())
    check_size(width, height, most)
    samples = width * height * (3 if kind in {3, 6} else 1)
    each = 1 + (highest > _DEEP) if kind > 3 else 2  # noqa: PLR2004 - in text, a digit and a separator
    if found.end() + samples * each - (kind <= 3) > len(data):  # noqa: PLR2004 - likewise
        raise Damaged("it breaks off")
