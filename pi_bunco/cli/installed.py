"""Options that name a table. Without them a command is for the installed service's table, if there is one."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pi_bunco.cli.options import FILE_PATH, FOLDER_PATH, PORT
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.settings.config import SERVICE_SETTINGS, SERVICE_STATE, Settings, find_state_folder, load

config_option = click.option(
    "--config",
    "file",
    type=FILE_PATH,
    metavar="FILE",
    help="The table's settings. [default: /etc/pi-bunco/table.toml, if it is there]",
)
state_dir_option = click.option(
    "--state-dir",
    type=FOLDER_PATH,
    metavar="DIR",
    help="Where the games are. [default: the service's, or ~/.local/state/pi-bunco]",
)
table_folder_option = click.option(
    "--state-dir",
    type=click.Path(file_okay=False, readable=False, path_type=Path),  # it may be the service's
    metavar="DIR",
    help="The table's folder. [default: as in the settings]",
)
port_option = click.option("--port", type=PORT, help="The page's port. [default: as in the settings]")


def load_settings(file: Path | None, options: Mapping[str, Any]) -> Settings:
    """Return a table's settings.

    Parameters
    ----------
    file
        The file that the user named; ``None``: the service's file, if it exists.
    options
        Settings from the command line. They override the file, except those that are ``None``.

    Raises
    ------
    pi_bunco.settings.config.ConfigTrouble
        As :func:`pi_bunco.settings.config.load` does.
    """
    given = {key: value for key, value in options.items() if value is not None}
    if file is None and SERVICE_SETTINGS.exists():
        return load(SERVICE_SETTINGS, {"state_dir": SERVICE_STATE} | given)
    return load(file, given)


def find_folder(named: Path | None) -> Path:
    """Return a table's folder: the named one, otherwise the installed table's, otherwise this user's own.

    Parameters
    ----------
    named
        The folder that was named, ``None`` if none was.

    Raises
    ------
    Trouble
        If it is the installed table's and this user may not read it. This user's own folder would not help:
        it has none of the games, and the table would not see new files there.
    """
    installed = os.environ.get("PI_BUNCO_CONFIG") == str(SERVICE_SETTINGS) and SERVICE_STATE.exists()
    if named is None and installed and not os.access(SERVICE_STATE, os.R_OK):
        raise Trouble(
            say("The table's folder {folder} is for the administrator alone.", folder=SERVICE_STATE),
            say("Put sudo before the command, or name another folder with --state-dir."),
        )
    return named or find_state_folder()


def enter_folder(named: Path | None) -> Path:
    """Return a table's folder, as :func:`find_folder` does; root acts as its owner until the command ends."""
    folder = find_folder(named)
    act_until_end(folder)
    return folder


def act_until_end(folder: Path) -> None:
    """Let root act as the owner of a folder until the command ends."""
    click.get_current_context().with_resource(act_as_owner(folder))
