"""Checks the files of weights against their checksums."""

import hashlib
import json
from pathlib import Path
from typing import Any

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

MANIFEST = "weights.json"
REMEDY = say("Install pi-bunco again, or make it with models/train.py.")


class WeightsTrouble(Trouble, ValueError):
    """A file of weights is missing or damaged, or belongs to another version."""


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
        raise WeightsTrouble(say("{path} is missing.", path=path), REMEDY) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise WeightsTrouble(say("{path} is damaged.", path=path), REMEDY) from None


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
        raise WeightsTrouble(say("{path} is missing.", path=path), REMEDY) from None
    if found != read_manifest(folder).get(name):
        raise WeightsTrouble(
            say("{path} is damaged: its checksum differs from {manifest}.", path=path, manifest=MANIFEST),
            REMEDY,
        )
    return path
