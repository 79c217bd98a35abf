"""The small grey picture of a JPEG: like the shrunk picture, and refused for the same reasons."""

import random

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.pictures import Damaged, PictureFault, TooLarge, decode, jpeg
from pi_bunco.pictures.small import shrink_grey
from tests.pictures.files import HUGE, make_exif, make_picture, pack

IMAGE = make_picture(1280, 960)
MARKED = cv2.imencode(".jpg", IMAGE, [cv2.IMWRITE_JPEG_RST_INTERVAL, 40])[1].tobytes()
KINDS = {
    "usual": pack("JPEG", IMAGE),
    "4:4:4": pack("JPEG", IMAGE, subsampling=0),
    "4:2:2": pack("JPEG", IMAGE, subsampling=1),
    "in steps": pack("JPEG", IMAGE, progressive=True),
    "in grey": pack("JPEG", IMAGE, "L"),
    "for print": pack("JPEG", IMAGE, "CMYK"),
    "with marks": MARKED,
}


def describe(data: bytes, *, small: bool) -> str:
    """Return the result of decoding a JPEG picture completely or small."""
    try:
        _ = (jpeg.decode_small if small else jpeg.decode)(data, PICTURE_PIXELS)
    except PictureFault as fault:
        return f"{type(fault).__name__}: {fault.text}"
    return "whole"


def damage(data: bytes, luck: random.Random) -> bytes:
    """Return a file with a changed byte, a lost or added piece, or a wrong marker."""
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
def test_small_picture_equals_shrunk_picture(data: bytes) -> None:
    """For each kind of JPEG it is nearly the brightness of the whole picture, shrunk by OpenCV."""
    small = jpeg.decode_small(data, PICTURE_PIXELS)
    grey = cv2.cvtColor(decode(data), cv2.COLOR_BGR2GRAY)
    like = cv2.resize(grey, (320, 240), interpolation=cv2.INTER_AREA)
    assert small.grey.shape == like.shape
    assert small.shape == IMAGE.shape
    assert np.abs(small.grey.astype(int) - like).mean() < 2


@pytest.mark.parametrize("size", [(1280, 720), (1640, 1232), (1920, 1080), (720, 486), (333, 257), (40, 30)])
def test_size_of_small_picture(size: tuple[int, int]) -> None:
    """A small picture has 320 x 180 to 320 x 240 pixels in the picture's shape, or all of a smaller one."""
    width, height = size
    small = jpeg.decode_small(pack("JPEG", make_picture(*size)), PICTURE_PIXELS).grey
    assert min(0.99 * 320 * 180, width * height) <= small.size <= 1.01 * 320 * 240
    assert small.shape[1] / small.shape[0] == pytest.approx(width / height, rel=0.01)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_small_picture_is_turned(orientation: int) -> None:
    """The small and the whole picture have the same orientation, for example of a camera upside down."""
    data = pack("JPEG", IMAGE, exif=make_exif(orientation))
    small, whole = jpeg.decode_small(data, PICTURE_PIXELS), decode(data)
    assert small.shape == whole.shape
    grey = cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY)
    size = (small.grey.shape[1], small.grey.shape[0])
    assert np.abs(small.grey.astype(int) - cv2.resize(grey, size, interpolation=cv2.INTER_AREA)).mean() < 2


@pytest.mark.parametrize("kind", KINDS)
def test_same_faults_as_whole_picture(kind: str) -> None:
    """Randomly damaged files have the same fault in both ways of decoding."""
    luck, verdicts = random.Random(kind), set()
    data = pack("JPEG", IMAGE[:240, :320]) if kind == "usual" else KINDS[kind]
    for _ in range(60):
        bad = damage(data, luck)
        verdict = describe(bad, small=True)
        assert verdict == describe(bad, small=False)
        verdicts.add(verdict)
    assert len(verdicts) > 3


def test_unknown_sampling_is_damaged() -> None:
    """An unknown kind of colour sampling is a fault like any other."""
    data = KINDS["usual"]
    at = data.index(b"\xff\xc0") + 11
    odd = data[:at] + b"\x14" + data[at + 1 :]
    for unpack in (jpeg.decode, jpeg.decode_small):
        with pytest.raises(Damaged):
            unpack(odd, PICTURE_PIXELS)


def test_too_large_picture_is_refused() -> None:
    """A picture that is too large is refused by its header."""
    with pytest.raises(TooLarge):
        jpeg.decode_small(HUGE["jpeg"], PICTURE_PIXELS)


def test_small_picture_is_not_enlarged() -> None:
    """A small picture is returned unchanged."""
    grey: Image = np.zeros((30, 40), np.uint8)
    assert shrink_grey(grey, 40, 30) is grey
