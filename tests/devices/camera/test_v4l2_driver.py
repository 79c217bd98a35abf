"""USB cameras with OpenCV's real V4L2 code and a small library in place of the kernel's driver."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

SOURCE = Path(__file__).with_name("fake_v4l2.c")
READ_SIX = """
import os, sys, time
from pi_bunco.devices.camera.v4l2 import _open
from pi_bunco.frames import Frame
source = _open(sys.argv[1])
for _ in range(6):
    source.wait()
    shot = source.take()
    image = None if shot is None else Frame(shot.picture, 0, 0.0).image
    print("broken" if image is None else f"{image.shape} {round(float(image.mean()))}")
    if shot and "FAKE_AGE" in os.environ:
        print("age", shot.taken and round(time.monotonic() - shot.taken))
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


def read_six(driver: Path, tmp_path: Path, **settings: str) -> list[str]:
    """Return a line for each of six pictures that a new process reads from the driver."""
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
        [sys.executable, "-c", READ_SIX, device],
        env=os.environ | {"LD_PRELOAD": str(driver), "FAKE_FRAMES": str(tmp_path)} | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_driver_jpeg_is_read_without_broken_pictures(driver: Path, tmp_path: Path) -> None:
    """A cut-off picture, one with extra bytes and an empty one are broken; OpenCV prints nothing."""
    size = "(48, 64, 3)"
    sent = [f"{size} 50", "broken", "broken", f"{size} 150", "broken", f"{size} 250"]
    # Opening the camera consumes up to two pictures.
    assert read_six(driver, tmp_path) in [sent[first:] + sent[:first] for first in range(3)]


def test_driver_uncompressed_pictures_are_read(driver: Path, tmp_path: Path) -> None:
    """A camera without JPEG sends YUYV, which is read too."""
    assert read_six(driver, tmp_path, FAKE_YUYV="1") == ["(48, 64, 3) 130"] * 6


@pytest.mark.parametrize("format_set", [{}, {"FAKE_YUYV": "1"}], ids=["JPEG", "YUYV"])
@pytest.mark.parametrize(("stamped", "used"), [("3", "age 3"), ("900", "age None")])
def test_driver_time_is_that_of_the_picture(
    driver: Path, tmp_path: Path, format_set: dict[str, str], stamped: str, used: str
) -> None:
    """Pictures that come three seconds late have the driver's time; an impossible time is ignored."""
    lines = read_six(driver, tmp_path, FAKE_AGE=stamped, **format_set)
    assert {line for line in lines if line.startswith("age")} == {used}
