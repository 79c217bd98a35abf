"""The backups that lie in a folder, by their numbers."""

import contextlib
from pathlib import Path

from pi_bunco.store.package import NAME, Backup, BackupTrouble, look

FOLDER = "backups"
"""Where a table keeps its own, in its state directory."""


def backups(folder: Path) -> list[Backup]:
    """Return the backups in a folder, newest first; files that are none are passed over."""
    found = []
    for _, path in reversed(list_numbered(folder)):
        with contextlib.suppress(BackupTrouble):
            found.append(look(path))
    return found


def list_numbered(folder: Path) -> list[tuple[int, Path]]:
    """Return the files in a folder that are named as backups are, each with its number, lowest first."""
    named = [(NAME.fullmatch(path.name), path) for path in folder.iterdir()] if folder.is_dir() else []
    return sorted((int(found[1]), path) for found, path in named if found)
