"""The small grey picture of a JPEG: like one made of the whole picture, and refused for the same reasons."""

import random

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import Damaged, PictureFault, TooLarge, decode, jpeg
from pi_bunco.pictures.small import shrink_grey
from tests.pictures.files import HUGE, colours, packed, turned

IMAGE = colours(1280, 960)
MARKED = cv2.imencode(".jpg", IMAGE, [cv2.IMWRITE_JPEG_RST_INTERVAL, 40])[1].tobytes()
KINDS = {
    "usual": packed("JPEG", IMAGE),
    "4:4:4": packed("JPEG", IMAGE, subsampling=0),
    "4:2:2": packed("JPEG", IMAGE, subsampling=1),
    "in steps": packed("JPEG", IMAGE, progressive=True),
    "in grey": packed("JPEG", IMAGE, "L"),
    "for print": packed("JPEG", IMAGE, "CMYK"),
    "with marks": MARKED,
}


def told(data: bytes, *, small: bool) -> str:
    """Return what is said of a JPEG picture, unpacked wholly or small."""
    try:
        _ = (jpeg.decode_small if small else jpeg.decode)(data, PICTURE_PIXELS)
    except PictureFault as fault:
        return f"{type(fault).__name__}: {fault.text}"
    return "whole"


def spoilt(data: bytes, luck: random.Random) -> bytes:
    """Return a file with a byte changed, a piece lost or too many, or a marker that is not its own."""
    at, piece = luck.randrange(2, len(data)), luck.randrange(1, 60)
    return luck.choice(
        [
            data[:at] + luck.randbytes(1) + data[at + 1 :],
            data[:at],
            data[:at] + data[at + piece :],
            data[:at] + luck.randbytes(piece) + data[at:],
            data[:at] + bytes([0xFF, luck.choice([0xC4, 0xD1, 0xD9, 0xDA, 0xE1])]) + data[at + 2 :],
        ]
    )


@pytest.mark.parametrize("data", KINDS.values(), ids=KINDS)
def test_it_shows_what_the_whole_picture_shows(data: bytes) -> None:
    """Of every kind of JPEG it is the whole picture's brightness as OpenCV shrinks it, or nearly."""
    small = jpeg.decode_small(data, PICTURE_PIXELS)
    grey = cv2.cvtColor(decode(data), cv2.COLOR_BGR2GRAY)
    like = cv2.resize(grey, (320, 240), interpolation=cv2.INTER_AREA)
    assert small.grey.shape == like.shape
    assert small.shape == IMAGE.shape
    assert np.abs(small.grey.astype(int) - like).mean() < 2


@pytest.mark.parametrize("size", [(1280, 720), (1640, 1232), (1920, 1080), (720, 486), (333, 257), (40, 30)])
def test_it_is_as_large_as_motion_wants(size: tuple[int, int]) -> None:
    """320 x 180 to 320 x 240 pixels in the shape of the whole, but for rounding, or all that it has."""
    width, height = size
    small = jpeg.decode_small(packed("JPEG", colours(*size)), PICTURE_PIXELS).grey
    assert min(0.99 * 320 * 180, width * height) <= small.size <= 1.01 * 320 * 240
    assert small.shape[1] / small.shape[0] == pytest.approx(width / height, rel=0.01)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_it_is_turned_as_the_whole_picture(orientation: int) -> None:
    """A camera that hangs upside down and says so is watched and read the same way up."""
    data = packed("JPEG", IMAGE, exif=turned(orientation))
    small, whole = jpeg.decode_small(data, PICTURE_PIXELS), decode(data)
    assert small.shape == whole.shape
    grey = cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY)
    size = (small.grey.shape[1], small.grey.shape[0])
    assert np.abs(small.grey.astype(int) - cv2.resize(grey, size, interpolation=cv2.INTER_AREA)).mean() < 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_is_said_of_what_is_damaged(kind: str) -> None:
    """Files damaged in many ways: a fault of the whole picture is found at once."""
    luck, verdicts = random.Random(kind), set()
    data = packed("JPEG", IMAGE[:240, :320]) if kind == "usual" else KINDS[kind]
    for _ in range(60):
        bad = spoilt(data, luck)
        verdict = told(bad, small=True)
        assert verdict == told(bad, small=False)
        verdicts.add(verdict)
    assert len(verdicts) > 3


def test_a_kind_that_the_decoder_does_not_know_is_damaged() -> None:
    """Colours that are packed in a way that it has no name for end as any fault does."""
    data = KINDS["usual"]
    at = data.index(b"\xff\xc0") + 11
    odd = data[:at] + b"\x14" + data[at + 1 :]
    for unpack in (jpeg.decode, jpeg.decode_small):
        with pytest.raises(Damaged):
            unpack(odd, PICTURE_PIXELS)


def test_what_is_too_large_is_not_unpacked() -> None:
    """Its head tells."""
    with pytest.raises(TooLarge):
        jpeg.decode_small(HUGE["jpeg"], PICTURE_PIXELS)


def test_a_small_picture_is_left_as_it_is() -> None:
    """Nothing is made larger."""
    grey: Image = np.zeros((30, 40), np.uint8)
    assert shrink_grey(grey, 40, 30) is grey
