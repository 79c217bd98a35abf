"""PNG files are looked over before libpng sees them."""

import zlib

import numpy as np
import pytest

from pi_bunco.pictures import Damaged, PictureFault, decode
from tests.pictures.files import chunk, colours, interlaced, packed, png

ROWS = b"".join(b"\0" + bytes(range(k, k + 12)) for k in range(3))
GOOD = png(4, 3, zlib.compress(ROWS))
BEFORE_DATA = GOOD.index(b"IDAT") - 4


def test_a_picture_is_what_its_rows_say() -> None:
    """The smallest file that is one: four times three pixels, red first."""
    assert decode(GOOD)[1, 0].tolist() == [3, 2, 1]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 2), (3, 5), (5, 3), (8, 8), (61, 43)])
def test_interlaced_pictures_are_read(width: int, height: int) -> None:
    """Small ones lack some of the seven passes."""
    image = colours(width, height)
    assert np.array_equal(decode(interlaced(image)), image)


@pytest.mark.parametrize(
    "data",
    [
        GOOD[:-12],
        GOOD.replace(b"IDAT", b"IDAU"),
        GOOD[:BEFORE_DATA] + GOOD[8:BEFORE_DATA] + GOOD[BEFORE_DATA:],
        GOOD[:8] + GOOD[BEFORE_DATA:],
        GOOD[:BEFORE_DATA] + chunk(b"CgBI", b"") + GOOD[BEFORE_DATA:],
        GOOD[:BEFORE_DATA] + GOOD[-12:],
        png(0, 3, zlib.compress(ROWS)),
        png(4, 3, zlib.compress(ROWS), form=(4, 2, 0)),
        png(4, 3, zlib.compress(ROWS), form=(8, 5, 0)),
        png(4, 3, zlib.compress(ROWS), form=(8, 2, 2)),
        png(4, 3, zlib.compress(ROWS), form=(8, 3, 0)),
        png(4, 4, zlib.compress(ROWS)),
        png(4, 2, zlib.compress(ROWS)),
        png(4, 3, zlib.compress(ROWS)[:-1]),
        png(4, 3, zlib.compress(ROWS)[:-1] + b"!"),
        png(4, 3, zlib.compress(ROWS) + b"more"),
        png(4, 3, zlib.compress(b"\5" + ROWS[1:])),
        png(4, 3, zlib.compress(ROWS[:26] + b"\5" + ROWS[27:])),
        png(4, 3, b"no stream"),
    ],
    ids=["no end", "a checksum", "two heads", "no head", "Apple's own", "no picture", "no width", "odd depth",
         "odd kind", "odd order", "no palette", "too short", "too long", "cut off", "its sum", "more",
         "no filter", "later no filter", "no stream"],
)  # fmt: skip
def test_what_libpng_would_complain_of_is_refused(data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    """Each fault that it knows of a picture's own parts is found here, and it is not asked."""
    with pytest.raises(Damaged):
        decode(data)
    assert capfd.readouterr().err == ""


def test_what_a_picture_can_do_without_is_left_out(capfd: pytest.CaptureFixture[str]) -> None:
    """Odd profiles and texts, of which libpng would complain, and data behind the end change no pixel."""
    more = (
        chunk(b"iCCP", b"ICC\0\0" + zlib.compress(b"none"))
        + chunk(b"zTXt", b"a\0\0bad")
        + chunk(b"gAMA", b"?")
    )
    odd = GOOD[:BEFORE_DATA] + more + GOOD[BEFORE_DATA:] + b"behind the end"
    assert np.array_equal(decode(odd), decode(GOOD))
    assert capfd.readouterr().err == ""


def test_pixels_without_a_colour_are_black(capfd: pytest.CaptureFixture[str]) -> None:
    """A palette of two colours and a pixel of the ninth: black, and no word of libpng's."""
    data = png(2, 1, zlib.compress(b"\0\1\x08"), form=(8, 3, 0))
    at = data.index(b"IDAT") - 4
    assert decode(data[:at] + chunk(b"PLTE", b"\1\2\3\4\5\6") + data[at:]).tolist() == [
        [[6, 5, 4], [0, 0, 0]]
    ]
    assert capfd.readouterr().err == ""


def test_every_changed_byte_is_noticed_or_harmless() -> None:
    """PNG has checksums: what is read of a damaged file is the picture that was saved."""
    data = packed("PNG", colours(20, 10))
    refused = 0
    for at in range(len(data)):
        bad = bytearray(data)
        bad[at] ^= 0x41
        try:
            image = decode(bytes(bad))
        except PictureFault:
            refused += 1
        else:
            assert np.array_equal(image, colours(20, 10))
    assert refused >= len(data) - 8
