"""Options that name a table; without them a command means the installed service's, if there is one."""

import os
from pathlib import Path
from typing import Any

import click

from pi_bunco.config import SERVICE_SETTINGS, SERVICE_STATE, Settings, find_state_folder, load
from pi_bunco.errors import Trouble

config_option = click.option(
    "--config",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The table's settings. [default: /etc/pi-bunco/table.toml, if it is there]",
)
state_dir_option = click.option(
    "--state-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the games are. [default: the service's, or ~/.local/state/pi-bunco]",
)


def settings_of(file: Path | None, said: dict[str, Any]) -> Settings:
    """Return a table's settings.

    Parameters
    ----------
    file
        The file that was named; ``None``: the service's, if there is one.
    said
        Settings from the command line; they override the file.

    Raises
    ------
    pi_bunco.config.ConfigTrouble
        As :func:`pi_bunco.config.load` does.
    """
    if file is None and SERVICE_SETTINGS.exists():
        return load(SERVICE_SETTINGS, {"state_dir": SERVICE_STATE} | said)
    return load(file, said)


def folder_of(said: Path | None) -> Path:
    """Return a table's folder: the one that was named, else the installed table's, else this user's own.

    Parameters
    ----------
    said
        The folder that was named, ``None`` if none was.

    Raises
    ------
    Trouble
        If the installed table is meant and its folder is not for this user: another folder in its place
        would have none of its games, and nothing put there would reach the table.
    """
    installed = os.environ.get("PI_BUNCO_CONFIG") == str(SERVICE_SETTINGS) and SERVICE_STATE.exists()
    if said is None and installed and not os.access(SERVICE_STATE, os.R_OK):
        raise Trouble(
            f"The table's folder {SERVICE_STATE} is for the administrator alone.",
            "Put sudo before the command, or name another folder with --state-dir.",
        )
    return said or find_state_folder()
