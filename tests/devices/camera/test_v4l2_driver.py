"""USB cameras by OpenCV's own V4L2, with a driver that is a small library instead of hardware."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

SOURCE = Path(__file__).with_name("fake_v4l2.c")
LOOK = """
import sys
from pi_bunco.devices.camera.v4l2 import _open
from pi_bunco.frames import Frame
source = _open(sys.argv[1])
for _ in range(6):
    source.wait()
    shot = source.take()
    image = None if shot is None else Frame(shot.picture, 0, 0.0).image
    print("broken" if image is None else f"{image.shape} {round(float(image.mean()))}")
source.close()
"""

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler on this machine")


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("driver") / "fake_v4l2.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def jpeg(level: int) -> bytes:
    image = np.full((48, 64, 3), level, np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_RST_INTERVAL, 2])[1].tobytes()


def look(driver: Path, tmp_path: Path, **more: str) -> list[str]:
    good = jpeg(100)
    mark = good.index(b"\xff\xd1")
    frames = [
        jpeg(50),
        good[: len(good) - 20],
        good[:mark] + b"\x11" * 12 + good[mark:],
        jpeg(150),
        b"",
        jpeg(250),
    ]
    for number, data in enumerate(frames):
        (tmp_path / f"{number}.jpg").write_bytes(data)
    device = tmp_path / "fakevideo0"
    device.touch()
    done = subprocess.run(
        [sys.executable, "-c", LOOK, device],
        env=os.environ | {"LD_PRELOAD": str(driver), "FAKE_FRAMES": str(tmp_path)} | more,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_jpeg_comes_as_it_was_sent_and_broken_pictures_are_left_out(driver: Path, tmp_path: Path) -> None:
    """One that breaks off, one with bytes too many and an empty one are broken; nothing is said beside us."""
    size = "(48, 64, 3)"
    sent = [f"{size} 50", "broken", "broken", f"{size} 150", "broken", f"{size} 250"]
    assert look(driver, tmp_path) in [sent[first:] + sent[:first] for first in range(3)]  # opening takes some


def test_what_is_sent_uncompressed_is_a_picture_too(driver: Path, tmp_path: Path) -> None:
    """A camera that knows no JPEG is read as before."""
    assert look(driver, tmp_path, FAKE_YUYV="1") == ["(48, 64, 3) 130"] * 6
