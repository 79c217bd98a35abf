"""Pictures as libcamera leaves them in memory, with rows longer than the picture, made into OpenCV's."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.devices.camera.libcamera import FORMATS, to_bgr, to_grey
from pi_bunco.frames import Image

WIDTH, HEIGHT = 64, 48


def scene() -> Image:
    """Return four flat colours, so that nothing is lost where colours have half the pixels."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    image[:24, :32], image[:24, 32:], image[24:, :32], image[24:, 32:] = (
        (200, 40, 60), (60, 180, 50), (50, 60, 190), (120, 120, 120)
    )  # fmt: skip
    return image


def planes(stride: int, kind: str) -> NDArray[np.uint8]:
    """Lay the scene in memory in planes whose rows have so many bytes; what hangs over is rubbish."""
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
        return memory[:, :WIDTH]  # as picamera2 gives it
    chroma = memory[HEIGHT:].reshape(HEIGHT, stride // 2)
    chroma[: HEIGHT // 2, : WIDTH // 2], chroma[HEIGHT // 2 :, : WIDTH // 2] = u, v
    return memory


@pytest.mark.parametrize("stride", [64, 96, 128])
@pytest.mark.parametrize("kind", ["YUV420", "NV12"])
def test_raw_rows_that_are_longer_than_the_picture(kind: str, stride: int) -> None:
    """Colours come out right whatever hangs over at the end of each row."""
    image = to_bgr(planes(stride, kind), {"format": kind, "size": (WIDTH, HEIGHT)})
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
    """The names of libcamera's formats tell them backwards; blue, green, red comes out each time."""
    array = np.ascontiguousarray(scene()[:, :, order])
    assert np.array_equal(to_bgr(array, {"format": kind, "size": (WIDTH, HEIGHT)}), scene())


def test_raw_two_pixels_share_their_colour() -> None:
    """A USB camera's YUYV is read too."""
    yuv = cv2.cvtColor(scene(), cv2.COLOR_BGR2YUV_YUYV).astype(np.uint8)
    assert np.abs(to_bgr(yuv, {"format": "YUYV", "size": (WIDTH, HEIGHT)}).astype(int) - scene()).max() <= 3


def test_raw_brightness_is_the_first_plane() -> None:
    """The small picture is what lies in Y, without what hangs over, and does not keep the large memory."""
    grey = to_grey(planes(96, "YUV420"), {"format": "YUV420", "size": (WIDTH, HEIGHT)})
    assert (grey.shape, grey.base) == ((HEIGHT, WIDTH), None)
    assert np.array_equal(grey, cv2.cvtColor(scene(), cv2.COLOR_BGR2YUV_I420)[:HEIGHT])


def test_raw_every_format_has_its_way() -> None:
    """No format is listed that this file does not try."""
    assert set(FORMATS) == {"RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV", "MJPEG"}
