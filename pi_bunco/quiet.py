"""Keeps OpenCV from printing: what goes wrong is reported once, in our own words."""

import os

import cv2


def quiet() -> None:
    """Silence OpenCV's own messages, and FFmpeg's, in this whole process.

    >>> quiet()
    """
    # OpenCV 4.10 (Debian trixie's) has it at the top, 4.14 in utils.logging; 0 is silent in both.
    set_level = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    set_level(0)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's "quiet"
