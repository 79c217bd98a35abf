"""Checks the files of weights, and runs the networks in them with OpenCV alone."""

import hashlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble
from pi_bunco.vision.learnt.window import Pixels

MANIFEST = "weights.json"
REMEDY = "Install pi-bunco again, or make it with models/train.py."


class WeightsTrouble(Trouble, ValueError):
    """A file of weights is missing or damaged, or belongs to another version."""


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


def read_manifest(folder: Path) -> dict[str, str]:
    """Read the SHA-256 checksum of each file from the manifest.

    Parameters
    ----------
    folder
        The folder of the weights.

    Raises
    ------
    WeightsTrouble
        If the manifest cannot be read.
    """
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return {name: str(facts["sha256"]) for name, facts in manifest["files"].items()}
    except FileNotFoundError:
        raise WeightsTrouble(f"{path} is missing.", REMEDY) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise WeightsTrouble(f"{path} is damaged.", REMEDY) from None


def check_file(folder: Path, name: str) -> Path:
    """Return the path of a file whose checksum is right.

    Raises
    ------
    WeightsTrouble
        If the file is missing or is not the one that the manifest names.
    """
    path = folder / name
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        raise WeightsTrouble(f"{path} is missing.", REMEDY) from None
    if found != read_manifest(folder).get(name):
        raise WeightsTrouble(f"{path} is damaged: its checksum differs from {MANIFEST}.", REMEDY)
    return path


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
        raise WeightsTrouble(f"This OpenCV ({cv2.__version__}) cannot read {path}.", REMEDY) from None
