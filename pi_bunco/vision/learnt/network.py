"""Runs a network from a file with OpenCV alone."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.learnt.window import Pixels


class Network:
    """A network that OpenCV runs.

    Parameters
    ----------
    path
        An ONNX file.

    Raises
    ------
    cv2.error
        If OpenCV cannot read it.
    """

    def __init__(self, path: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(path))

    def __call__(self, pixels: Pixels) -> NDArray[np.float32]:
        """Run the network once on a batch of pieces of equal size, shape ``(n, 3, rows, columns)``."""
        self._net.setInput(pixels)
        return np.asarray(self._net.forward(), np.float32)
