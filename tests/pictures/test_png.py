"""PNG files are checked before libpng decodes them."""

import zlib

import numpy as np
import pytest

from pi_bunco.pictures import Damaged, PictureFault, decode
from tests.pictures.files import make_chunk, make_interlaced_png, make_picture, make_png, pack

ROWS = b"".join(b"\0" + bytes(range(k, k + 12)) for k in range(3))
GOOD = make_png(4, 3, zlib.compress(ROWS))
BEFORE_DATA = GOOD.index(b"IDAT") - 4


def test_smallest_picture() -> None:
    """The smallest valid file has four times three pixels, red first."""
    assert decode(GOOD)[1, 0].tolist() == [3, 2, 1]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 2), (3, 5), (5, 3), (8, 8), (61, 43)])
def test_interlaced_pictures_are_read(width: int, height: int) -> None:
    """Interlaced pictures are read; small ones lack some of the seven passes."""
    image = make_picture(width, height)
    assert np.array_equal(decode(make_interlaced_png(image)), image)


@pytest.mark.parametrize(
    "data",
    [
        GOOD[:-12],
        GOOD.replace(b"IDAT", b"IDAU"),
        GOOD[:BEFORE_DATA] + GOOD[8:BEFORE_DATA] + GOOD[BEFORE_DATA:],
        GOOD[:8] + GOOD[BEFORE_DATA:],
        GOOD[:BEFORE_DATA] + make_chunk(b"CgBI", b"") + GOOD[BEFORE_DATA:],
        GOOD[:BEFORE_DATA] + GOOD[-12:],
        make_png(0, 3, zlib.compress(ROWS)),
        make_png(4, 3, zlib.compress(ROWS), form=(4, 2, 0)),
        make_png(4, 3, zlib.compress(ROWS), form=(8, 5, 0)),
        make_png(4, 3, zlib.compress(ROWS), form=(8, 2, 2)),
        make_png(4, 3, zlib.compress(ROWS), form=(8, 3, 0)),
        make_png(4, 4, zlib.compress(ROWS)),
        make_png(4, 2, zlib.compress(ROWS)),
        make_png(4, 3, zlib.compress(ROWS)[:-1]),
        make_png(4, 3, zlib.compress(ROWS)[:-1] + b"!"),
        make_png(4, 3, zlib.compress(ROWS) + b"more"),
        make_png(4, 3, zlib.compress(b"\5" + ROWS[1:])),
        make_png(4, 3, zlib.compress(ROWS[:26] + b"\5" + ROWS[27:])),
        make_png(4, 3, b"no stream"),
    ],
    ids=["no end", "a checksum", "two heads", "no head", "Apple's own", "no picture", "no width", "odd depth",
         "odd kind", "odd order", "no palette", "too short", "too long", "cut off", "its sum", "more",
         "no filter", "later no filter", "no stream"],
)  # fmt: skip
def test_damaged_files_are_refused(data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    """Each fault of the necessary chunks is found before libpng, which would write to the terminal."""
    with pytest.raises(Damaged):
        decode(data)
    assert capfd.readouterr().err == ""


def test_optional_chunks_are_ignored(capfd: pytest.CaptureFixture[str]) -> None:
    """Damaged profiles and texts, and data after the end, change no pixel."""
    more = (
        make_chunk(b"iCCP", b"ICC\0\0" + zlib.compress(b"none"))
        + make_chunk(b"zTXt", b"a\0\0bad")
        + make_chunk(b"gAMA", b"?")
    )
    odd = GOOD[:BEFORE_DATA] + more + GOOD[BEFORE_DATA:] + b"behind the end"
    assert np.array_equal(decode(odd), decode(GOOD))
    assert capfd.readouterr().err == ""


def test_pixels_without_a_colour_are_black(capfd: pytest.CaptureFixture[str]) -> None:
    """A pixel whose number is not in the palette is black, without output of libpng."""
    data = make_png(2, 1, zlib.compress(b"\0\1\x08"), form=(8, 3, 0))
    at = data.index(b"IDAT") - 4
    assert decode(data[:at] + make_chunk(b"PLTE", b"\1\2\3\4\5\6") + data[at:]).tolist() == [
        [[6, 5, 4], [0, 0, 0]]
    ]
    assert capfd.readouterr().err == ""


def test_every_changed_byte_is_noticed_or_harmless() -> None:
    """A file with a changed byte is refused, or gives the saved picture."""
    data = pack("PNG", make_picture(20, 10))
    refused = 0
    for at in range(len(data)):
        bad = bytearray(data)
        bad[at] ^= 0x41
        try:
            image = decode(bytes(bad))
        except PictureFault:
            refused += 1
        else:
            assert np.array_equal(image, make_picture(20, 10))
    assert refused >= len(data) - 8
