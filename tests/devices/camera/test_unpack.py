"""Pictures of live cameras: broken ones are left out, and a camera's harmless habit is borne."""

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


def whole(shot: Shot | None) -> Image:
    assert shot is not None
    return Frame(shot.picture, 0, 0.0).image


def test_a_padded_picture_is_broken_where_padded_ones_are_rare() -> None:
    """From a camera that sends whole pictures, bytes too many mean that something was lost."""
    camera = Unpacker()
    came = [camera.unpack(data) is not None for data in [GOOD] * 40 + [PADDED] + [GOOD] * 2]
    assert came == [True] * 40 + [False] + [True] * 2


def test_a_camera_that_always_pads_is_seen() -> None:
    """After a few pictures it is known, and all that it sends is taken; it has the same pixels."""
    camera = Unpacker()
    came = [camera.unpack(PADDED) for _ in range(20)]
    assert [shot is not None for shot in came] == [False] * 7 + [True] * 13
    assert np.array_equal(whole(came[-1]), whole(camera.unpack(GOOD)))


def test_a_camera_that_pads_now_and_then_is_seen_whole() -> None:
    """Of one that pads every third picture nothing is lost once that is known."""
    camera = Unpacker()
    came = [camera.unpack(data) is not None for data in [PADDED, GOOD, GOOD] * 40]
    assert all(came[40:])


@pytest.mark.parametrize("broken", [BROKEN, GOOD[:-200], PADDED[:-200], b"", b"no picture"])
def test_what_is_broken_is_left_out_of_any_camera(broken: bytes) -> None:
    """A habit excuses bytes too many, not bytes too few."""
    camera = Unpacker()
    for _ in range(20):
        camera.unpack(PADDED)
    assert camera.unpack(broken) is None
