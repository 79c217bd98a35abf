"""Runs the networks of the reader with OpenCV alone."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.sentences import say
from pi_bunco.vision.learnt.manifest import REMEDY, WeightsTrouble, check_file
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
        """Run the network on at least one piece, all of equal size, shape ``(n, 3, rows, columns)``.

        It runs once for each piece, since OpenCV would prepare it again for each other number of pieces.
        """
        return np.concatenate([self._run(pixels[k : k + 1]) for k in range(len(pixels))])

    def _run(self, pixels: Pixels) -> NDArray[np.float32]:
        self._net.setInput(pixels)
        return np.array(self._net.forward(), np.float32)


def open_network(folder: Path, name: str) -> Network:
    """Open a network whose checksum is right.

    Raises
    ------
    WeightsTrouble
        As :func:`check_file`; or if OpenCV cannot read the network.
    """
    path = check_file(folder, name)
    try:
        return Network(path)
    except cv2.error:
        raise WeightsTrouble(
            say("This OpenCV ({version}) cannot read {path}.", version=cv2.__version__, path=path), REMEDY
        ) from None
