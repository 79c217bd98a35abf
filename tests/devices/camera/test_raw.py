"""Conversion of libcamera's pictures, whose rows may be longer than the picture, to OpenCV's."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.devices.camera.libcamera import FORMATS, to_bgr, to_grey
from pi_bunco.frames import Image

WIDTH, HEIGHT = 64, 48


def scene() -> Image:
    """Return a picture of four flat colours, which lose nothing in formats with fewer pixels for colour."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    image[:24, :32], image[:24, 32:], image[24:, :32], image[24:, 32:] = (
        (200, 40, 60), (60, 180, 50), (50, 60, 190), (120, 120, 120)
    )  # fmt: skip
    return image


def make_planes(stride: int, kind: str) -> NDArray[np.uint8]:
    """Return the scene in planes whose rows have ``stride`` bytes; the bytes past the picture are 255."""
    yuv = cv2.cvtColor(scene(), cv2.COLOR_BGR2YUV_I420)
    luma = yuv[:HEIGHT]
    u, v = (
        plane.reshape(HEIGHT // 2, WIDTH // 2)
        for plane in (yuv[HEIGHT : HEIGHT * 5 // 4], yuv[HEIGHT * 5 // 4 :])
    )
    memory = np.full((HEIGHT * 3 // 2, stride), 255, np.uint8)
    memory[:HEIGHT, :WIDTH] = luma
    if kind == "NV12":
        memory[HEIGHT:, 0:WIDTH:2], memory[HEIGHT:, 1:WIDTH:2] = u, v
        return memory[:, :WIDTH]  # picamera2 returns it without the padding
    chroma = memory[HEIGHT:].reshape(HEIGHT, stride // 2)
    chroma[: HEIGHT // 2, : WIDTH // 2], chroma[HEIGHT // 2 :, : WIDTH // 2] = u, v
    return memory


@pytest.mark.parametrize("stride", [64, 96, 128])
@pytest.mark.parametrize("kind", ["YUV420", "NV12"])
def test_raw_row_padding_is_ignored(kind: str, stride: int) -> None:
    """Colours are right for each length of row."""
    image = to_bgr(make_planes(stride, kind), {"format": kind, "size": (WIDTH, HEIGHT)})
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(image.astype(int) - scene()).max() <= 3


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("RGB888", [0, 1, 2]),
        ("BGR888", [2, 1, 0]),
        ("XRGB8888", [0, 1, 2, 0]),
        ("XBGR8888", [2, 1, 0, 0]),
        ("MJPEG", [2, 1, 0]),
    ],
)
def test_raw_colours_in_every_order(kind: str, order: list[int]) -> None:
    """Each format becomes blue, green, red; libcamera's names list the colours in reverse order."""
    array = np.ascontiguousarray(scene()[:, :, order])
    assert np.array_equal(to_bgr(array, {"format": kind, "size": (WIDTH, HEIGHT)}), scene())


def test_raw_yuyv_is_converted() -> None:
    """A USB camera's format YUYV is converted too."""
    yuv = cv2.cvtColor(scene(), cv2.COLOR_BGR2YUV_YUYV).astype(np.uint8)
    assert np.abs(to_bgr(yuv, {"format": "YUYV", "size": (WIDTH, HEIGHT)}).astype(int) - scene()).max() <= 3


def test_raw_grey_is_the_first_plane() -> None:
    """The grey picture is a copy of the first plane (Y) without the row padding."""
    grey = to_grey(make_planes(96, "YUV420"), {"format": "YUV420", "size": (WIDTH, HEIGHT)})
    assert (grey.shape, grey.base) == ((HEIGHT, WIDTH), None)
    assert np.array_equal(grey, cv2.cvtColor(scene(), cv2.COLOR_BGR2YUV_I420)[:HEIGHT])


def test_raw_every_format_has_a_test() -> None:
    """``FORMATS`` lists only formats that this file tests."""
    assert set(FORMATS) == {"RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV", "MJPEG"}
