"""The lock on a state directory, so that only one process writes its log."""

import fcntl
from pathlib import Path
from typing import IO

from pi_bunco.disk import make_dir
from pi_bunco.store.database import LogTrouble


def lock(folder: Path) -> IO[str]:
    """Lock a state directory until the returned file is closed. The kernel closes it with the process.

    Parameters
    ----------
    folder
        The state directory, which is made if it does not exist.

    Raises
    ------
    LogTrouble
        If it cannot be written, or another pi-bunco has locked it.
    """
    try:
        make_dir(folder)
        handle = (folder / "lock").open("w")
    except OSError as error:
        raise LogTrouble(
            f"The state directory {folder} cannot be written ({error.strerror}).",
            "Choose another with --state-dir, or make room or give write permission there.",
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise LogTrouble(
            f"Another pi-bunco is playing in {folder}.", "Stop it first, or choose another --state-dir."
        ) from error
    return handle
