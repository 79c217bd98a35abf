"""The small grey picture in which motion is looked for."""

from typing import cast

import cv2

from pi_bunco.frames import Frame, Grey, Image

_PIXELS = 320 * 240


def small(frame: Frame) -> tuple[Grey, float]:
    """Give a frame's small grey picture and its scale: the camera's own, where it makes one.

    Examples
    --------
    >>> import numpy as np
    >>> image = np.zeros((864, 1536, 3), np.uint8)
    >>> small(Frame(image, 0, 0.0, np.zeros((180, 320), np.uint8)))[1] == 320 / 1536
    True
    """
    if frame.small is None:
        return shrink(frame.image)
    return frame.small, frame.small.shape[1] / frame.image.shape[1]


def shrink(image: Image) -> tuple[Grey, float]:
    """Give a small grey picture and its scale.

    Parameters
    ----------
    image
        A picture of any size; one that is small already keeps its size.

    Returns
    -------
    tuple
        The grey picture, as many pixels as 320 x 240 at most, and its pixels for each pixel of ``image``.

    Examples
    --------
    >>> import numpy as np
    >>> grey, scale = shrink(np.zeros((960, 1280, 3), np.uint8))
    >>> grey.shape, scale
    ((240, 320), 0.25)
    """
    height, width = image.shape[:2]
    scale = min(1.0, (_PIXELS / (width * height)) ** 0.5)
    # Grey first, and by halves while that can be: a third of the time of one step from colour.
    grey = cast("Grey", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    while grey.size >= 4 * _PIXELS:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = cast("Grey", cv2.resize(grey, half, interpolation=cv2.INTER_AREA))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        grey = cast("Grey", cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return grey, grey.shape[1] / width
