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
def test_open_camera_unknown_words_get_the_list(spec: str) -> None:
    """A word that fits nothing is named, with the list of what would."""
    with pytest.raises(CameraTrouble) as trouble:
        open_camera(spec)
    assert f'"{spec}"' in trouble.value.text
    for allowed in ("mock:SEED", "video file", "folder of pictures", "/dev/video0", "http://", "picamera2"):
        assert allowed in trouble.value.remedy


@pytest.mark.parametrize("called", sorted({kind.display_name for kind in _KINDS}))
def test_every_kind_of_camera_is_said(called: str) -> None:
    """In the help of ``pi-bunco run``, the list for an unknown word, and ``open_camera``'s own."""
    (option,) = (each for each in run.params if each.name == "camera")
    with pytest.raises(CameraTrouble) as trouble:
        open_camera("webcam")
    for text in (getattr(option, "help", ""), trouble.value.remedy, open_camera.__doc__):
        assert called in (text or "")


def test_open_camera_picture_and_folder(tmp_path: Path) -> None:
    """A picture and a folder of pictures are both opened as pictures."""
    cv2.imwrite(str(tmp_path / "throw.PNG"), np.zeros((8, 8, 3), np.uint8))
    for path in (tmp_path, tmp_path / "throw.PNG"):
        camera = open_camera(str(path))
        assert isinstance(camera, PictureFolder)
        assert [frame.image.shape for frame in camera.frames()] == [(8, 8, 3)]


def test_open_camera_any_other_file_is_tried_as_a_video(tmp_path: Path) -> None:
    """A file that is neither is refused by the video backend, which names it."""
    path = tmp_path / "notes.txt"
    path.write_text("dice")
    with pytest.raises(CameraTrouble, match=r"notes\.txt"):
        open_camera(str(path))


def test_open_camera_loads_no_backend_by_itself() -> None:
    """Importing the door loads neither OpenCV nor anything that only a Pi has."""
    code = (
        "import sys, pi_bunco.devices.camera, pi_bunco.devices.bell; "
        "print(sorted({'cv2', 'picamera2', 'gpiozero'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
