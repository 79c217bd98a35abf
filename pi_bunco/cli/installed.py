"""Which table a command means that was not told: the one that the service plays, where it is installed."""

from pathlib import Path
from typing import Any

from pi_bunco.config import SERVICE_SETTINGS, SERVICE_STATE, Settings, load


def settings_of(file: Path | None, said: dict[str, Any]) -> Settings:
    """Give a table's settings.

    Parameters
    ----------
    file
        The file that was named; ``None``: the service's, if there is one.
    said
        What else was said; it beats the file.

    Raises
    ------
    pi_bunco.config.ConfigTrouble
        As :func:`pi_bunco.config.load` does.
    """
    if file is None and SERVICE_SETTINGS.exists():
        return load(SERVICE_SETTINGS, {"state_dir": SERVICE_STATE} | said)
    return load(file, said)
