"""Removes what a power cut has left of unfinished work in a folder."""

import shutil
from pathlib import Path


def remove_leftovers(folder: Path, prefix: str) -> None:
    """Remove everything in a folder whose name begins with a prefix: files, folders, pipes and links.

    On Python 3.11 ``shutil.rmtree`` opens a path before it asks what it is, and would wait at a pipe.
    """
    for path in folder.glob(f"{prefix}*"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
