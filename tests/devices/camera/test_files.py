"""Cameras that read a video, a picture or a folder of pictures."""

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.devices.camera import files
from pi_bunco.devices.camera.files import PictureFolder, VideoFile, load_picture
from pi_bunco.devices.ports import Camera, CameraTrouble
from pi_bunco.frames import Image
from pi_bunco.pictures.quiet import silence_opencv
from tests.pictures.files import HUGE
from tests.pipes import make_pipe


def grey(level: int, size: tuple[int, int] = (48, 64)) -> Image:
    return np.full((*size, 3), level, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Callable[[str], Path]:
    def write(name: str) -> Path:
        path = tmp_path / name
        silence_opencv()  # FFmpeg reads its log level once, at its first use in a process
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 30, (64, 48))
        rng = np.random.default_rng(1)
        for level in range(0, 240, 4):
            noise = rng.integers(0, 16, (48, 64, 3), dtype=np.uint8)
            writer.write(grey(level) + noise)
        writer.release()
        return path

    return write


def test_video_returns_every_picture_once_and_in_order(video: Callable[[str], Path]) -> None:
    """Sixty pictures that grow brighter come out as sixty frames that grow brighter."""
    camera: Camera = VideoFile(video("a.mp4"))
    frames = list(camera.frames())
    assert [frame.index for frame in frames] == list(range(60))
    means = [float(frame.image.mean()) for frame in frames]
    assert means == sorted(means)
    assert frames[0].taken <= frames[-1].taken
    assert (camera.name, camera.live) == ("a.mp4", False)
    camera.close()


def test_video_stops_after_close(video: Callable[[str], Path]) -> None:
    """A closed video returns no further picture and raises nothing; closing twice does no harm."""
    camera = VideoFile(video("a.mp4"))
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []


def test_video_that_is_missing_or_no_video_is_refused(tmp_path: Path) -> None:
    """A missing file and a text file are refused with a message that names the file."""
    with pytest.raises(CameraTrouble, match=r"no video at .*gone\.mp4.*Check the path"):
        VideoFile(tmp_path / "gone.mp4")
    text = tmp_path / "text.mp4"
    text.write_text("three dice")
    with pytest.raises(CameraTrouble, match=r"text\.mp4 is not a video"):
        VideoFile(text)


def test_video_that_breaks_off_names_the_last_picture(video: Callable[[str], Path]) -> None:
    """If the second half of a video is damaged, an error follows the first half, not a silent end."""
    path = video("a.mp4")
    data = bytearray(path.read_bytes())
    begin = data.index(b"mdat") + 4
    end = data.index(b"moov")
    data[begin + (end - begin) // 2 : end] = bytes(end - begin - (end - begin) // 2)
    path.write_bytes(data)
    with pytest.raises(CameraTrouble, match=r"a\.mp4 breaks off after picture [1-5]\d of 60"):
        list(VideoFile(path).frames())


def test_folder_returns_pictures_in_natural_order(tmp_path: Path) -> None:
    """Picture 2 comes before picture 10, and files that are no pictures are skipped."""
    for number in (10, 2, 1):
        cv2.imwrite(str(tmp_path / f"p{number}.PNG"), grey(number))
    (tmp_path / "notes.txt").write_text("x")
    frames = list(PictureFolder(tmp_path).frames())
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 2, 10]
    assert [frame.index for frame in frames] == [0, 1, 2]


def test_one_picture_is_a_camera_too(tmp_path: Path) -> None:
    """A path to a single picture gives a camera with one frame."""
    path = tmp_path / "one.jpg"
    cv2.imwrite(str(path), grey(90))
    (frame,) = PictureFolder(path).frames()
    assert frame.image.shape == (48, 64, 3)


def test_folder_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    """Opening a missing folder, or one without pictures, raises a CameraTrouble."""
    with pytest.raises(CameraTrouble, match="no folder or picture at"):
        PictureFolder(tmp_path / "gone")
    with pytest.raises(CameraTrouble, match="holds no pictures"):
        PictureFolder(tmp_path)


def test_folder_names_the_broken_picture(tmp_path: Path) -> None:
    """The pictures before a broken one are returned; then the error names the broken one."""
    cv2.imwrite(str(tmp_path / "1.jpg"), grey(10))
    (tmp_path / "2.jpg").write_bytes(b"not a picture")
    cv2.imwrite(str(tmp_path / "3.jpg"), grey(30))
    frames = PictureFolder(tmp_path).frames()
    assert next(frames).index == 0
    with pytest.raises(CameraTrouble, match=r"2\.jpg is not a kind of picture"):
        next(frames)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_half_a_picture_is_refused(tmp_path: Path, ending: str) -> None:
    """A file that breaks off in the middle is refused in each format."""
    path = tmp_path / f"half{ending}"
    noise = np.random.default_rng(2).integers(0, 256, (80, 120, 3), dtype=np.uint8)
    cv2.imwrite(str(path), noise)
    whole = path.read_bytes()
    assert load_picture(path).shape == (80, 120, 3)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CameraTrouble, match="half"):
        load_picture(path)


def test_empty_file_and_folder_are_no_pictures(tmp_path: Path) -> None:
    """An empty file, and a folder instead of a picture, are refused with a message."""
    empty = tmp_path / "empty.jpg"
    empty.touch()
    with pytest.raises(CameraTrouble, match="is not a kind of picture"):
        load_picture(empty)
    with pytest.raises(CameraTrouble, match="cannot be read"):
        load_picture(tmp_path)


def test_pipe_and_device_are_no_pictures(tmp_path: Path) -> None:
    """A pipe is refused without waiting for it, and an endless device without reading it."""
    with (
        make_pipe(tmp_path / "pipe.jpg") as pipe,
        pytest.raises(CameraTrouble, match="It is a pipe, not a file"),
    ):
        load_picture(pipe)
    with pytest.raises(CameraTrouble, match="It is a device, not a file"):
        load_picture(Path("/dev/zero"))


def test_large_pictures_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    """A picture is refused if its header states too many pixels or its file is too large."""
    path = tmp_path / "large.png"
    path.write_bytes(HUGE["png"])
    with pytest.raises(CameraTrouble, match=r"large\.png has 20,000 x 20,000 pixels; .* Make it smaller"):
        load_picture(path)
    os.truncate(path, 1_000_000_000)
    with pytest.raises(CameraTrouble, match=r"It has 1,000\.0 MB; at most 210 MB are allowed"):
        load_picture(path)


def test_damaged_picture_is_refused_with_the_decoders_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The message contains the decoder's complaint, and nothing is printed to stderr."""
    path = tmp_path / "damaged.jpg"
    data = bytearray(cv2.imencode(".jpg", grey(90, (480, 640)))[1].tobytes())
    data[-30:-28] = b"\xff\xd9"
    path.write_bytes(data)
    with pytest.raises(CameraTrouble, match=r"damaged\.jpg is damaged, .*premature end.*Copy it again"):
        load_picture(path)
    assert capfd.readouterr().err == ""


def test_video_with_large_pictures_is_refused(
    video: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A video with too many pixels in a picture is refused when it is opened."""
    monkeypatch.setattr(files, "VIDEO_PIXELS", 64 * 48 - 1)
    with pytest.raises(CameraTrouble, match=r"a\.mp4 has pictures of 64 x 48 pixels\. Choose one"):
        VideoFile(video("a.mp4"))
