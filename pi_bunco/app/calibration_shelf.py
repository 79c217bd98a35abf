"""Keeps the calibration of each camera at each table, so that one that comes back finds its own again."""

import hashlib
from contextlib import suppress
from pathlib import Path

from pi_bunco.devices.camera import normalize_name
from pi_bunco.machine.disk import fsync
from pi_bunco.settings.config import name_calibration


def swap_calibration(folder: Path, table: int, old: str, new: str) -> None:
    """Set aside the calibration of a table's old camera, and put back that of its new one, if there is one.

    A calibration belongs to one camera at one place: with it, another camera would be read wrongly.

    Parameters
    ----------
    folder
        The state folder.
    table
        The number of the table.
    old, new
        The names of its cameras.

    Raises
    ------
    OSError
        If the disk does not take it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     _ = (folder / "calibration-2.zip").write_bytes(b"of usb")
    ...     swap_calibration(folder, 2, "usb", "picamera2")
    ...     without = (folder / "calibration-2.zip").exists()
    ...     swap_calibration(folder, 2, "picamera2", "usb")
    ...     without, (folder / "calibration-2.zip").read_bytes()
    (False, b'of usb')
    """
    file = folder / name_calibration(table)
    with suppress(FileNotFoundError):
        file.replace(_find_place_aside(file, old))
    with suppress(FileNotFoundError):
        _find_place_aside(file, new).replace(file)
    fsync(folder)


def _find_place_aside(file: Path, camera: str) -> Path:
    digest = hashlib.sha256(normalize_name(camera).encode()).hexdigest()[:12]
    return file.with_name(f"{file.name}.{digest}")
