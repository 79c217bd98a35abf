"""The number of a backup in its folder."""

from pi_bunco.store import Backup


def get_number(backup: Backup) -> int:
    """Return the number in the name of a backup's file."""
    return int(backup.path.name.split("-")[2])
