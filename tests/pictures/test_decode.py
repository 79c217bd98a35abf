"""Complete pictures are read as OpenCV reads them, and others are refused without output of a library."""

import random
from collections import Counter
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Picture

from pi_bunco.pictures import Damaged, NoPicture, PictureFault, TooLarge, decode, jpeg
from tests.pictures.files import HUGE, decode_with_opencv, make_exif, make_picture, pack

IMAGE = make_picture()
TEXT = " ".join(map(str, IMAGE[..., ::-1].ravel())).encode() + b"\n"

COMPLETE = {
    "jpeg": pack("JPEG", IMAGE, quality=90),
    "jpeg 4:4:4": pack("JPEG", IMAGE, quality=90, subsampling=0),
    "jpeg 4:2:2": pack("JPEG", IMAGE, quality=90, subsampling=1),
    "jpeg in steps": pack("JPEG", IMAGE, progressive=True),
    "jpeg in grey": pack("JPEG", IMAGE, "L"),
    "jpeg for print": pack("JPEG", IMAGE, "CMYK"),
    "jpeg with marks": cv2.imencode(".jpg", IMAGE, [cv2.IMWRITE_JPEG_RST_INTERVAL, 4])[1].tobytes(),
    "jpeg and a film": pack("JPEG", IMAGE) + b"\0\0\0\x18ftypmp42" + bytes(9000),
    "two jpegs": pack("JPEG", IMAGE) + pack("JPEG", IMAGE[::-1]),
    "png": pack("PNG", IMAGE),
    "png in grey": pack("PNG", IMAGE, "L"),
    "png in black and white": pack("PNG", IMAGE, "1"),
    "png with a palette": pack("PNG", IMAGE, "P"),
    "png seen through": pack("PNG", IMAGE, "RGBA"),
    "grey png seen through": pack("PNG", IMAGE, "LA"),
    "png with a clear colour": pack("PNG", IMAGE, "P", transparency=3),
    "deep png": cv2.imencode(".png", IMAGE.astype(np.uint16) * 257)[1].tobytes(),
    "webp": pack("WEBP", IMAGE),
    "webp without loss": pack("WEBP", IMAGE, lossless=True),
    "webp seen through": pack("WEBP", IMAGE, "RGBA"),
}


@pytest.mark.parametrize("data", COMPLETE.values(), ids=COMPLETE)
def test_complete_picture_equals_opencvs(data: bytes) -> None:
    """Each pixel equals OpenCV's, in any format, so measurements with OpenCV's decoders hold."""
    image = decode(data)
    assert np.array_equal(image, decode_with_opencv(data))
    assert image.dtype == np.uint8
    assert image.shape in {(43, 61, 3), (61, 43, 3)}


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_orientation(kind: str, orientation: int, order: str) -> None:
    """All eight orientations work in both byte orders, also for WebP; other numbers turn nothing."""
    more: dict[str, Any] = {"lossless": True} if kind == "WEBP" else {}
    like_png = pack("PNG", IMAGE, exif=make_exif(orientation, order))
    image = decode(pack(kind, IMAGE, exif=make_exif(orientation, order), **more))
    assert image.shape == decode_with_opencv(like_png).shape
    assert np.abs(image.astype(int) - decode_with_opencv(like_png)).mean() < (9 if kind == "JPEG" else 0.1)


@pytest.mark.parametrize("data", HUGE.values(), ids=HUGE)
def test_too_large_picture_is_refused_by_header(data: bytes) -> None:
    """A picture of which only the header exists is refused for its size, before any decoding."""
    with pytest.raises(TooLarge, match=r"has (20,000 x 20,000|16,\d\d\d x 16,\d\d\d|15,904 x 15,904) pixels"):
        decode(data)


def test_limit_of_pixels() -> None:
    """A caller can set the largest number of pixels."""
    assert decode(COMPLETE["png"], 61 * 43).shape == (43, 61, 3)
    with pytest.raises(TooLarge):
        decode(COMPLETE["png"], 61 * 43 - 1)


OTHER = {
    "nothing": b"",
    "words": b"three dice",
    "gif": pack("GIF", IMAGE),
    "jpeg 2000": pack("JPEG2000", IMAGE),
    "radiance": cv2.imencode(".hdr", IMAGE.astype(np.float32))[1].tobytes(),
    "an animation": pack("WEBP", IMAGE, save_all=True, append_images=[Picture.new("RGB", (61, 43))]),
    "bmp": pack("BMP", IMAGE),
    "tiff": pack("TIFF", IMAGE),
    "ppm": pack("PPM", IMAGE),
}


@pytest.mark.parametrize("data", OTHER.values(), ids=OTHER)
def test_other_formats_are_refused(data: bytes) -> None:
    """OpenCV knows many more formats, which are refused so that no attacker can choose among them."""
    with pytest.raises(NoPicture):
        decode(data)


@pytest.mark.parametrize("name", [name for name in COMPLETE if name not in {"two jpegs", "jpeg and a film"}])
def test_half_a_picture_is_damaged(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Half a picture is damaged in any format, and no library writes to the terminal."""
    with pytest.raises(Damaged):
        decode(COMPLETE[name][: len(COMPLETE[name]) // 2])
    assert capfd.readouterr().err == ""


def test_jpeg_with_decoder_warning_is_damaged(capfd: pytest.CaptureFixture[str]) -> None:
    """OpenCV returns a mostly grey picture after an early end, so the decoder's warning counts."""
    data = bytearray(COMPLETE["jpeg"])
    at = data.index(b"\xff\xda") + 40
    data[at : at + 2] = b"\xff\xd9"
    with pytest.raises(Damaged, match="premature end of data segment"):
        decode(bytes(data))
    assert capfd.readouterr().err == ""


def test_jpeg_with_many_scans_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each scan may be a few bytes long, but a thousand scans over the picture take minutes."""
    monkeypatch.setattr(jpeg, "_MAX_SCANNED_PIXELS", 40 * 61 * 43)
    data = pack("JPEG", IMAGE, progressive=True)
    assert decode(data).shape == (43, 61, 3)
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(Damaged, match="too many scans"):
        decode(data[:-2] + scan * 31 + data[-2:])


def test_rare_kinds_of_jpeg_are_refused() -> None:
    """JPEG files with twelve bits or without loss are refused with a reason."""
    twelve = COMPLETE["jpeg"].replace(b"\xff\xc0\x00\x11\x08", b"\xff\xc1\x00\x11\x0c")
    with pytest.raises(Damaged, match="Unsupported JPEG data precision 12"):
        decode(twelve)
    with pytest.raises(Damaged, match="of a rare kind"):
        decode(COMPLETE["jpeg"].replace(b"\xff\xc0", b"\xff\xc3", 1))


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp"])
def test_mutated_files(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A file with random changes gives a picture or a fault, no other error and no library output."""
    rng = random.Random(kind)
    sources = [data for name, data in COMPLETE.items() if kind in name]
    outcomes: Counter[str] = Counter()
    for _ in range(150):
        data = bytearray(rng.choice(sources))
        for _ in range(rng.choice((1, 1, 2, 5, 20))):
            at = rng.randrange(len(data) if rng.random() < 0.5 else min(len(data), 100))
            change = rng.randrange(4)
            if change == 0:
                data[at : at + 4] = rng.choice(
                    (b"\xff\xff\xff\xff", bytes(4), b"\x7f\xff\xff\xff", b"\0\0\xff\xff")
                )
            elif change == 1:
                del data[at : at + rng.choice((1, 4, 100))]
            elif change == 2:
                data[at:at] = rng.randbytes(rng.choice((1, 4, 100)))
            else:
                data[at] = rng.randrange(256)
        try:
            assert decode(bytes(data)).ndim == 3
            outcomes["picture"] += 1
        except PictureFault as fault:
            outcomes[type(fault).__name__] += 1
    assert capfd.readouterr().err == ""
    assert outcomes["Damaged"] > 20
