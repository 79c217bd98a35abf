"""Keeps OpenCV from printing, since the program reports errors itself."""

import os

import cv2


def silence_opencv() -> None:
    """Silence the messages of OpenCV and FFmpeg in this process.

    >>> silence_opencv()
    """
    # OpenCV 4.10 (in Debian trixie) has this function at the top, 4.14 in utils.logging; 0 is silent in both.
    set_level = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    set_level(0)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's "quiet"
