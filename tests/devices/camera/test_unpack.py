"""Pictures of live cameras: broken ones are skipped, and harmless extra bytes are accepted."""

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.camera.unpack import Unpacker
from pi_bunco.frames import Frame, Image

GOOD = cv2.imencode(".jpg", np.full((48, 640, 3), 90, np.uint8), [cv2.IMWRITE_JPEG_RST_INTERVAL, 8])[
    1
].tobytes()
MARK = GOOD.index(b"\xff\xd1")
PADDED = GOOD[:MARK] + b"\x11\x22\x33\x44" + GOOD[MARK:]
BROKEN = GOOD[:MARK] + b"\xff\xd9"


def unpack_image(shot: Shot | None) -> Image:
    assert shot is not None
    return Frame(shot.picture, 0, 0.0).image


def test_padded_picture_is_broken_if_the_camera_rarely_pads() -> None:
    """A single picture with extra bytes counts as broken if the camera's other pictures have none."""
    camera = Unpacker()
    accepted = [camera.unpack(data) is not None for data in [GOOD] * 40 + [PADDED] + [GOOD] * 2]
    assert accepted == [True] * 40 + [False] + [True] * 2


def test_camera_that_always_pads_is_accepted_after_some_pictures() -> None:
    """From the eighth picture on, a camera's padded pictures are accepted; they have the same pixels."""
    camera = Unpacker()
    shots = [camera.unpack(PADDED) for _ in range(20)]
    assert [shot is not None for shot in shots] == [False] * 7 + [True] * 13
    assert np.array_equal(unpack_image(shots[-1]), unpack_image(camera.unpack(GOOD)))


def test_camera_that_pads_every_third_picture_is_accepted() -> None:
    """If a camera pads every third picture, all its pictures are accepted after the first 40."""
    camera = Unpacker()
    accepted = [camera.unpack(data) is not None for data in [PADDED, GOOD, GOOD] * 40]
    assert all(accepted[40:])


@pytest.mark.parametrize("broken", [BROKEN, GOOD[:-200], PADDED[:-200], b"", b"no picture"])
def test_broken_picture_is_refused_from_a_padding_camera_too(broken: bytes) -> None:
    """Even from a camera that pads, a picture with missing bytes is refused."""
    camera = Unpacker()
    for _ in range(20):
        camera.unpack(PADDED)
    assert camera.unpack(broken) is None
