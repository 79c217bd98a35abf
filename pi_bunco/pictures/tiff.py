"""The head of a TIFF file: how large its picture is and how it is packed, before anybody unpacks it.

TIFF can hold nearly everything. Read is what cameras and scanners write: up to 16 bits a sample, plain or
losslessly packed. JPEG inside TIFF is not, for there damage goes unheard.

Source: TIFF 6.0 (Adobe, 1992), and its technical note 2 for Deflate.
"""

from collections.abc import Callable

from pi_bunco.pictures.faults import Damaged, NoPicture, check_size

BEGINS = (b"II*\0", b"MM\0*")

_ENTRY = 12
_SIZES = {1: 1, 3: 2, 4: 4}
"""Bytes of the types that numbers have here: BYTE, SHORT, LONG."""
_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 258, 259, 277, 322, 323
_KNOWN = {_WIDTH, _HEIGHT, _BITS, _PACKING, _SAMPLES, _TILE_WIDTH, _TILE_HEIGHT}
_PACKINGS = {1, 5, 8, 32773, 32946}
"""Plain, LZW, Deflate, PackBits, and Deflate under its older number."""
_DEEPEST, _MOST_SAMPLES = 16, 4


def tiff(data: bytes, most: int) -> None:
    """Look at the head of a TIFF file's first picture.

    Raises
    ------
    Damaged, NoPicture, TooLarge
        If it breaks off, is packed in a way that is not read, or is too large.
    """
    little = data.startswith(b"II")

    def number(at: int, size: int) -> int:
        if at + size > len(data):
            raise Damaged("it breaks off")
        return int.from_bytes(data[at : at + size], "little" if little else "big")

    told: dict[int, int] = {}
    begin = number(4, 4)
    for at in range(begin + 2, begin + 2 + number(begin, 2) * _ENTRY, _ENTRY):
        tag = number(at, 2)
        if tag in _KNOWN:
            if tag in told:
                raise Damaged("its header tells a thing twice")
            told[tag] = _value(number, at)
    width, height = told.get(_WIDTH, 0), told.get(_HEIGHT, 0)
    check_size(width, height, most)
    if _TILE_WIDTH in told or _TILE_HEIGHT in told:
        check_size(told.get(_TILE_WIDTH, 0), told.get(_TILE_HEIGHT, 0), most)
    if (
        told.get(_PACKING, 1) not in _PACKINGS
        or told.get(_BITS, 1) > _DEEPEST
        or not 1 <= told.get(_SAMPLES, 1) <= _MOST_SAMPLES
    ):
        raise NoPicture("is a TIFF of a kind that is not read here")


def _value(number: Callable[[int, int], int], at: int) -> int:
    """Return the first of an entry's numbers; those that do not fit into it stand elsewhere."""
    size, count = _SIZES.get(number(at + 2, 2), 0), number(at + 4, 4)
    if not size or not count:
        raise Damaged("its header is wrong")
    return number(at + 8 if size * count <= 4 else number(at + 8, 4), size)  # noqa: PLR2004 - bytes of an entry's value
