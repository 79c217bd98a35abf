"""Checks the header of a WebP file before its picture is decoded: its size and its kind.

Sources: RFC 9649 (WebP); RFC 6386, section 9.1 (VP8).
"""

from collections.abc import Iterator

from pi_bunco.pictures.exif import HEAD, read_orientation
from pi_bunco.pictures.faults import Damaged, NoPicture, check_size
from pi_bunco.sentences import say

_ANIMATED = 0x02
_ANIMATION = say("is an animation, not a single picture")


def check_webp(data: bytes, most: int) -> int:
    """Check the header of a WebP picture, and return its orientation, 1 to 8.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If the file ends too early, is an animation, or the picture is too large.
    """
    size, turn = (0, 0), 1
    for kind, content in _read_chunks(data):
        if kind == b"VP8X":
            if content[:1] and content[0] & _ANIMATED:
                raise NoPicture(_ANIMATION)
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
            raise NoPicture(_ANIMATION)
        check_size(*size, most)
    return turn


def _read_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        raise Damaged(say("it breaks off"))
    whole, at = memoryview(data)[:end], 12
    while at + 8 <= end:
        length = int.from_bytes(whole[at + 4 : at + 8], "little")
        if at + 8 + length > end:
            raise Damaged(say("it breaks off"))
        yield bytes(whole[at : at + 4]), whole[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
