"""Makes the small grey pictures in which the watcher looks for motion."""

from typing import cast

import cv2

from pi_bunco.frames import Frame, Grey, Image
from pi_bunco.pictures.small import shrink_grey


def shrink_frame(frame: Frame) -> tuple[Grey, float]:
    """Return a frame's small grey picture and its scale; the camera's own small picture, if it has one.

    Examples
    --------
    >>> import numpy as np
    >>> image = np.zeros((864, 1536, 3), np.uint8)
    >>> shrink_frame(Frame(image, 0, 0.0, np.zeros((180, 320), np.uint8)))[1] == 320 / 1536
    True
    """
    if frame.small is None:
        return shrink_image(frame.image)
    return frame.small, frame.small.shape[1] / frame.shape[1]


def shrink_image(image: Image) -> tuple[Grey, float]:
    """Return a small grey picture and its scale.

    Parameters
    ----------
    image
        A picture of any size; a small one keeps its size.

    Returns
    -------
    tuple
        The grey picture with at most 320 x 240 pixels, and its width divided by that of ``image``.

    Examples
    --------
    >>> import numpy as np
    >>> grey, scale = shrink_image(np.zeros((960, 1280, 3), np.uint8))
    >>> grey.shape, scale
    ((240, 320), 0.25)
    """
    height, width = image.shape[:2]
    # Convert to grey first: this takes a third of the time of resizing in colour.
    grey = shrink_grey(cast("Grey", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)), width, height)
    return grey, grey.shape[1] / width
