"""The files of what was learnt, checked before they are believed."""

import hashlib
import json
from pathlib import Path
from typing import Any

import cv2

from pi_bunco.errors import Trouble
from pi_bunco.vision.learnt.network import Network

MANIFEST = "weights.json"
REMEDY = "Install pi-bunco again, or make it with models/train.py."


class WeightsTrouble(Trouble, ValueError):
    """A file of what was learnt is missing, damaged or another's."""


def manifest(folder: Path) -> dict[str, str]:
    """Read the sum of each file.

    Parameters
    ----------
    folder
        Where they are.

    Raises
    ------
    WeightsTrouble
        If it cannot be read.
    """
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return {name: str(one["sha256"]) for name, one in manifest["files"].items()}
    except FileNotFoundError:
        raise WeightsTrouble(f"{path} is missing.", REMEDY) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise WeightsTrouble(f"{path} is damaged.", REMEDY) from None


def check_file(folder: Path, name: str) -> Path:
    """Return the path of a file whose sum is right.

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
    if found != manifest(folder).get(name):
        raise WeightsTrouble(f"{path} is damaged: its sum differs from {MANIFEST}.", REMEDY)
    return path


def network(folder: Path, name: str) -> Network:
    """Open a network whose sum is right.

    Raises
    ------
    WeightsTrouble
        As :func:`check_file`; or if OpenCV cannot read it.
    """
    path = check_file(folder, name)
    try:
        return Network(path)
    except cv2.error:
        raise WeightsTrouble(f"This OpenCV ({cv2.__version__}) cannot read {path}.", REMEDY) from None
