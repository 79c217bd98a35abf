"""Every picture that is read: as OpenCV reads it if it is whole, and refused without a word if not."""

import random
from collections import Counter
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Picture

from pi_bunco.pictures import Damaged, NoPicture, PictureFault, TooLarge, decode, jpeg
from tests.pictures.files import HUGE, by_opencv, colours, packed, turned

IMAGE = colours()
TEXT = " ".join(map(str, IMAGE[..., ::-1].ravel())).encode() + b"\n"

WHOLE = {
    "jpeg": packed("JPEG", IMAGE, quality=90),
    "jpeg 4:4:4": packed("JPEG", IMAGE, quality=90, subsampling=0),
    "jpeg 4:2:2": packed("JPEG", IMAGE, quality=90, subsampling=1),
    "jpeg in steps": packed("JPEG", IMAGE, progressive=True),
    "jpeg in grey": packed("JPEG", IMAGE, "L"),
    "jpeg for print": packed("JPEG", IMAGE, "CMYK"),
    "jpeg with marks": cv2.imencode(".jpg", IMAGE, [cv2.IMWRITE_JPEG_RST_INTERVAL, 4])[1].tobytes(),
    "jpeg and a film": packed("JPEG", IMAGE) + b"\0\0\0\x18ftypmp42" + bytes(9000),
    "two jpegs": packed("JPEG", IMAGE) + packed("JPEG", IMAGE[::-1]),
    "png": packed("PNG", IMAGE),
    "png in grey": packed("PNG", IMAGE, "L"),
    "png in black and white": packed("PNG", IMAGE, "1"),
    "png with a palette": packed("PNG", IMAGE, "P"),
    "png seen through": packed("PNG", IMAGE, "RGBA"),
    "grey png seen through": packed("PNG", IMAGE, "LA"),
    "png with a clear colour": packed("PNG", IMAGE, "P", transparency=3),
    "deep png": cv2.imencode(".png", IMAGE.astype(np.uint16) * 257)[1].tobytes(),
    "webp": packed("WEBP", IMAGE),
    "webp without loss": packed("WEBP", IMAGE, lossless=True),
    "webp seen through": packed("WEBP", IMAGE, "RGBA"),
    "bmp": packed("BMP", IMAGE),
    "bmp with a palette": packed("BMP", IMAGE, "P"),
    "tiff": packed("TIFF", IMAGE),
    "tiff in grey": packed("TIFF", IMAGE, "L"),
    "tiff seen through": packed("TIFF", IMAGE, "RGBA"),
    "tiff on its side": packed("TIFF", IMAGE, tiffinfo={0x112: 6}),
    "ppm": packed("PPM", IMAGE),
    "pgm": packed("PPM", IMAGE, "L"),
    "deep ppm": b"P6 61 43 65535\n" + (IMAGE[..., ::-1].astype(">u2") * 257).tobytes(),
}


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_a_whole_picture_is_the_one_that_opencv_reads(data: bytes) -> None:
    """Bit by bit, whatever it is packed in: what was measured with OpenCV's decoders holds."""
    image = decode(data)
    assert np.array_equal(image, by_opencv(data))
    assert image.dtype == np.uint8
    assert image.shape in {(43, 61, 3), (61, 43, 3)}


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_turned_as_its_exif_data_say(kind: str, orientation: int, order: str) -> None:
    """All eight ways, in both byte orders; other numbers turn nothing. WebP too: OpenCV 4.11 did not."""
    more: dict[str, Any] = {"lossless": True} if kind == "WEBP" else {}
    like_png = packed("PNG", IMAGE, exif=turned(orientation, order))
    image = decode(packed(kind, IMAGE, exif=turned(orientation, order), **more))
    assert image.shape == by_opencv(like_png).shape
    assert np.abs(image.astype(int) - by_opencv(like_png)).mean() < (9 if kind == "JPEG" else 0.1)


@pytest.mark.parametrize("data", HUGE.values(), ids=HUGE)
def test_a_picture_that_is_too_large_is_refused_by_its_head(data: bytes) -> None:
    """The head alone is there, so nothing can have been unpacked when its size is told."""
    with pytest.raises(TooLarge, match=r"has (20,000 x 20,000|16,\d\d\d x 16,\d\d\d|15,904 x 15,904) pixels"):
        decode(data)


def test_how_many_pixels_there_may_be_can_be_said() -> None:
    """A caller that knows how large a picture has to be takes none that is larger."""
    assert decode(WHOLE["png"], 61 * 43).shape == (43, 61, 3)
    with pytest.raises(TooLarge):
        decode(WHOLE["png"], 61 * 43 - 1)


OTHER = {
    "nothing": b"",
    "words": b"three dice",
    "gif": packed("GIF", IMAGE),
    "jpeg 2000": packed("JPEG2000", IMAGE),
    "radiance": cv2.imencode(".hdr", IMAGE.astype(np.float32))[1].tobytes(),
    "a film": packed("WEBP", IMAGE, save_all=True, append_images=[Picture.new("RGB", (61, 43))]),
    "jpeg in tiff": packed("TIFF", IMAGE, compression="jpeg"),
    "tiff by lzw": packed("TIFF", IMAGE, compression="tiff_lzw"),
    "tiff by deflate": packed("TIFF", IMAGE, compression="tiff_adobe_deflate"),
    "packed bitmap": packed("BMP", IMAGE, "P")[:30] + b"\1" + packed("BMP", IMAGE, "P")[31:],
    "tiff of fractions": packed("TIFF", IMAGE, "F"),
}


@pytest.mark.parametrize("data", OTHER.values(), ids=OTHER)
def test_other_formats_are_not_even_tried(data: bytes) -> None:
    """OpenCV knows many more; whoever wants to do harm does not get to choose among them."""
    with pytest.raises(NoPicture):
        decode(data)


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in {"two jpegs", "jpeg and a film"}])
def test_half_a_picture_is_damaged(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever its format, and no library says a word of it beside us."""
    with pytest.raises(Damaged):
        decode(WHOLE[name][: len(WHOLE[name]) // 2])
    assert capfd.readouterr().err == ""


def test_a_jpeg_that_the_decoder_complains_of_is_damaged(capfd: pytest.CaptureFixture[str]) -> None:
    """An end in the midst of it: OpenCV gives a picture all the same, most of it grey, and grumbles."""
    data = bytearray(WHOLE["jpeg"])
    at = data.index(b"\xff\xda") + 40
    data[at : at + 2] = b"\xff\xd9"
    with pytest.raises(Damaged, match="premature end of data segment"):
        decode(bytes(data))
    assert capfd.readouterr().err == ""


def test_a_jpeg_with_many_scans_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan may be a few bytes long and still go over the whole picture: a thousand of them take minutes."""
    monkeypatch.setattr(jpeg, "_MAX_SCANNED_PIXELS", 40 * 61 * 43)
    data = packed("JPEG", IMAGE, progressive=True)
    assert decode(data).shape == (43, 61, 3)
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(Damaged, match="too many scans"):
        decode(data[:-2] + scan * 31 + data[-2:])


def test_kinds_of_jpeg_that_nobody_here_unpacks_are_told() -> None:
    """Twelve bits a sample, and pictures without loss, are refused in words."""
    twelve = WHOLE["jpeg"].replace(b"\xff\xc0\x00\x11\x08", b"\xff\xc1\x00\x11\x0c")
    with pytest.raises(Damaged, match="Unsupported JPEG data precision 12"):
        decode(twelve)
    with pytest.raises(Damaged, match="of a rare kind"):
        decode(WHOLE["jpeg"].replace(b"\xff\xc0", b"\xff\xc3", 1))


@pytest.mark.parametrize("kind", ["jpeg", "png", "webp", "bmp", "tiff", "ppm"])
def test_no_mutation_gets_through_or_is_told_beside_us(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Bytes changed, cut out and put in: a picture or a fault, no other error, no word of a library's."""
    rng = random.Random(kind)
    sources = [data for name, data in WHOLE.items() if kind in name]
    ends: Counter[str] = Counter()
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
            ends["picture"] += 1
        except PictureFault as fault:
            ends[type(fault).__name__] += 1
    assert capfd.readouterr().err == ""
    assert ends["Damaged"] > 20
