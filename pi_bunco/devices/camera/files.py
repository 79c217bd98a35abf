"""Cameras that are files: a video, a folder of pictures, or one picture."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.figures import say_number
from pi_bunco.files import bounded
from pi_bunco.frames import Frame, Image
from pi_bunco.limits import PICTURE_BYTES, VIDEO_PIXELS
from pi_bunco.pictures import PictureFault, decode
from pi_bunco.pictures.quiet import silence_opencv
from pi_bunco.sentences import say

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm"})
"""Endings of picture files; other files in a folder are ignored. One that cannot be read is named."""

_COUNTED_FORMATS = frozenset({".mp4", ".m4v", ".mov"})
"""Video formats that store the true number of pictures, so that a truncated file is noticed."""

_SIDES = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)

_OTHER_FILE = say("Choose a JPEG, PNG or WebP picture that opens in a picture viewer.")


def load_picture(path: Path) -> Image:
    """Read one picture, rotated as its EXIF data say.

    Parameters
    ----------
    path
        A JPEG, PNG or WebP file.

    Raises
    ------
    CameraTrouble
        If it is missing, unreadable, no picture, too large, or truncated.

    Examples
    --------
    >>> load_picture(Path("no/such.jpg"))
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: There is no picture at no/such.jpg. Check the path.
    """
    try:
        return decode(bounded.read(path, PICTURE_BYTES))
    except FileNotFoundError:
        raise CameraTrouble(
            say("There is no picture at {path}.", path=path), say("Check the path.")
        ) from None
    except OSError as error:
        raise CameraTrouble(
            say("The picture {path} cannot be read: {reason}.", path=path, reason=error.strerror), _OTHER_FILE
        ) from None
    except PictureFault as fault:
        raise CameraTrouble(say("{path} {fault}.", path=path, fault=fault.text), fault.remedy) from None


class VideoFile:
    """A video, read picture by picture from its beginning to its end.

    Parameters
    ----------
    path
        Anything that OpenCV's FFmpeg opens: MP4, MOV, MKV, WebM, AVI.

    Raises
    ------
    CameraTrouble
        If it is missing or no video.

    Examples
    --------
    >>> VideoFile(Path("no/party.mp4"))
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: There is no video at no/party.mp4. Check the path.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path
        if not path.is_file():
            raise CameraTrouble(say("There is no video at {path}.", path=path), say("Check the path."))
        silence_opencv()
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        width, height = (int(self._capture.get(side)) for side in _SIDES)
        if width * height > VIDEO_PIXELS:
            raise CameraTrouble(
                say(
                    "The video {path} has pictures of {width} x {height} pixels.",
                    path=path,
                    width=say_number(width),
                    height=say_number(height),
                ),
                say(
                    "Choose one whose pictures have at most {most} pixels in all.",
                    most=say_number(VIDEO_PIXELS),
                ),
            )
        if not self._capture.isOpened() or not self._capture.grab():
            raise CameraTrouble(
                say("{path} is not a video, or is damaged.", path=path),
                say("Choose an MP4, MOV, MKV or AVI file that a video player opens."),
            )
        counted = path.suffix.lower() in _COUNTED_FORMATS
        self._length = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)) if counted else 0
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Yield every picture once.

        Raises
        ------
        CameraTrouble
            If the video ends well before the number of pictures that it announces.
        """
        index = 0
        grabbed = True  # the constructor has grabbed the first one
        while grabbed and not self._closed:
            good, image = self._capture.retrieve()
            if not good:
                break
            yield Frame(cast("Image", image), index, time.monotonic())
            index += 1
            grabbed = self._capture.grab()
        # Video editors count a few pictures too many, so a few missing ones are no error.
        if not self._closed and index < 0.95 * self._length - 5:
            raise CameraTrouble(
                say(
                    "The video {path} breaks off after picture {number} of {length}.",
                    path=self._path,
                    number=index,
                    length=self._length,
                ),
                say("Copy it again."),
            )

    def close(self) -> None:
        """Stop after the current picture; the file itself is closed with the last reference to it."""
        self._closed = True


class PictureFolder:
    """A folder of pictures in natural order of their names (``2.jpg`` before ``10.jpg``), or one picture.

    Parameters
    ----------
    path
        The folder, or a single picture.

    Raises
    ------
    CameraTrouble
        If it is missing, cannot be read, or holds no pictures.

    Examples
    --------
    >>> PictureFolder(Path("no/such"))
    Traceback (most recent call last):
    pi_bunco.devices.ports.CameraTrouble: There is no folder or picture at no/such. Check the path.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = path.name or str(path)
        self._closed = False
        if path.is_dir():
            try:
                found = [file for file in path.iterdir() if file.suffix.lower() in PICTURES]
            except OSError as error:
                raise CameraTrouble(
                    say("The folder {path} cannot be read: {reason}.", path=path, reason=error.strerror),
                    say("Choose another."),
                ) from None
            if not found:
                raise CameraTrouble(
                    say("The folder {path} holds no pictures.", path=path),
                    say("Choose one with JPEG, PNG or WebP files."),
                )
            self._paths = sorted(found, key=_make_natural_key)
        elif path.exists():
            self._paths = [path]
        else:
            raise CameraTrouble(
                say("There is no folder or picture at {path}.", path=path), say("Check the path.")
            )

    def frames(self) -> Iterator[Frame]:
        """Yield every picture once.

        Raises
        ------
        CameraTrouble
            At a damaged picture; the message names it.
        """
        for index, path in enumerate(self._paths):
            if self._closed:
                return
            yield Frame(load_picture(path), index, time.monotonic())

    def close(self) -> None:
        """Stop after the current picture."""
        self._closed = True


def open_path(path: Path) -> VideoFile | PictureFolder:
    """Return the camera that plays a video, a folder of pictures or one picture.

    Raises
    ------
    CameraTrouble
        If it cannot be read.
    """
    return PictureFolder(path) if path.is_dir() or path.suffix.lower() in PICTURES else VideoFile(path)


def _make_natural_key(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that orders numbers in names as numbers."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part)
        for part in re.findall(r"\d+|\D+", path.name.lower())
    ]
