"""Picture files for tests, complete and damaged."""

import io
import struct
import zlib
from typing import Any

import cv2
import numpy as np
from PIL import Image as Picture

from pi_bunco.frames import Image


def make_picture(width: int = 61, height: int = 43) -> Image:
    """Return a picture with edges and shades, whose corners all differ."""
    y, x = np.mgrid[:height, :width]
    planes = [255 * x // width, 255 * y // height, 128 + 100 * np.sin(x / 5 + y / 9)]
    return np.stack(planes, axis=-1).astype(np.uint8)


def pack(kind: str, image: Image, mode: str = "RGB", **more: Any) -> bytes:
    """Return a picture as a file that Pillow writes."""
    file = io.BytesIO()
    Picture.fromarray(image[..., ::-1].copy()).convert(mode).save(file, kind, **more)
    return file.getvalue()


def make_exif(orientation: int, order: str = "<") -> bytes:
    """Return EXIF data with this orientation, between two texts."""
    exif = Picture.Exif()
    exif.endian = order
    exif[0x10F], exif[0x112], exif[0x131] = "A maker of cameras", orientation, "Its program"
    return exif.tobytes()


def make_chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def make_png(width: int, height: int, stream: bytes, *, form: tuple[int, int, int] = (8, 2, 0)) -> bytes:
    """Return a PNG file of a compressed stream; ``form`` is its depth, kind of colours and interlacing."""
    head = struct.pack(">IIBBBBB", width, height, *form[:2], 0, 0, form[2])
    return (
        b"\x89PNG\r\n\x1a\n"
        + make_chunk(b"IHDR", head)
        + make_chunk(b"IDAT", stream)
        + make_chunk(b"IEND", b"")
    )


def make_interlaced_png(image: Image) -> bytes:
    """Return a picture as an interlaced PNG file (Adam7)."""
    rows = b""
    steps = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    for left, top, across, down in steps:
        for row in image[top::down, left::across, ::-1]:
            if row.size:
                rows += b"\0" + row.tobytes()
    return make_png(image.shape[1], image.shape[0], zlib.compress(rows), form=(8, 2, 1))


def decode_with_opencv(data: bytes) -> Image:
    """Return the picture that OpenCV decodes from a file."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


_SIZE = 20_000


def _jpeg() -> bytes:
    data = bytearray(pack("JPEG", make_picture()))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", _SIZE, _SIZE)
    return bytes(data)


HUGE = {
    "jpeg": _jpeg(),
    "png": make_png(_SIZE, _SIZE, zlib.compress(bytes(1000))),
    "webp": b"RIFF"
    + struct.pack("<I", 22)
    + b"WEBPVP8 "
    + struct.pack("<I", 10)
    + b"\0\0\0\x9d\1\x2a"
    + b"\x20\x3e" * 2,
    "webp lossless": b"RIFF"
    + struct.pack("<I", 18)
    + b"WEBPVP8L"
    + struct.pack("<I", 5)
    + b"\x2f\xff\xff\xff\x0f\0",
    "webp extended": b"RIFF"
    + struct.pack("<I", 22)
    + b"WEBPVP8X"
    + struct.pack("<I", 10)
    + bytes(4)
    + b"\x1f\x4e\0" * 2,
}
"""Headers of pictures of 20,000 x 20,000 pixels without data (WebP allows at most 16,383)."""
