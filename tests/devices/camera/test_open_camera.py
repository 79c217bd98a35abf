"""Which camera a word on the command line opens."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.cli.run import run
from pi_bunco.devices.camera import _KINDS, open_camera
from pi_bunco.devices.camera.files import PictureFolder
from pi_bunco.devices.ports import CameraTrouble


@pytest.mark.parametrize(
    "spec", ["webcam", "", "mock:", "mock:x", "mock:-1", "picamera", "ftp://cam/x", "none"]
)
def test_open_camera_unknown_word_lists_the_known_kinds(spec: str) -> None:
    """The message about an unknown word contains the word and lists the kinds of cameras."""
    with pytest.raises(CameraTrouble) as trouble:
        open_camera(spec)
    assert f'"{spec}"' in trouble.value.text
    for allowed in ("mock:SEED", "video file", "folder of pictures", "/dev/video0", "http://", "picamera2"):
        assert allowed in trouble.value.remedy


@pytest.mark.parametrize("display_name", sorted({kind.display_name for kind in _KINDS}))
def test_every_kind_of_camera_is_documented(display_name: str) -> None:
    """Each kind is in the help of ``pi-bunco run``, the list for an unknown word, and ``open_camera``."""
    (option,) = (each for each in run.params if each.name == "camera")
    with pytest.raises(CameraTrouble) as trouble:
        open_camera("webcam")
    for text in (getattr(option, "help", ""), trouble.value.remedy, open_camera.__doc__):
        assert display_name in (text or "")


def test_open_camera_picture_and_folder(tmp_path: Path) -> None:
    """A picture and a folder of pictures are both opened as a PictureFolder."""
    cv2.imwrite(str(tmp_path / "throw.PNG"), np.zeros((8, 8, 3), np.uint8))
    for path in (tmp_path, tmp_path / "throw.PNG"):
        camera = open_camera(str(path))
        assert isinstance(camera, PictureFolder)
        assert [frame.image.shape for frame in camera.frames()] == [(8, 8, 3)]


def test_open_camera_tries_any_other_file_as_a_video(tmp_path: Path) -> None:
    """The video backend refuses a file that is no video, and its message names the file."""
    path = tmp_path / "notes.txt"
    path.write_text("dice")
    with pytest.raises(CameraTrouble, match=r"notes\.txt"):
        open_camera(str(path))


def test_importing_the_devices_loads_no_backend() -> None:
    """Importing the packages of cameras and bells loads neither OpenCV nor libraries that only a Pi has."""
    code = (
        "import sys, pi_bunco.devices.camera, pi_bunco.devices.bell; "
        "print(sorted({'cv2', 'picamera2', 'gpiozero'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
