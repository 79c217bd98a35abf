"""``pi-bunco update``: install another version from a checkout or a wheel, or the version before."""

import os
import sys
from pathlib import Path

import click

from pi_bunco.cli.options import FOLDER_PATH
from pi_bunco.cli.output import warn
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.files import assets
from pi_bunco.sentences import say
from pi_bunco.settings.config import find_state_folder

_PLAYING_STATUS = 3
"""The exit status of ``--check`` while a game is being played. Other errors have another status."""


@click.command()
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option(
    "--back",
    is_flag=True,
    help="Go back to the previous version. Run it again to return to the newer one.",
)
@click.option(
    "--wheels",
    type=FOLDER_PATH,
    metavar="DIR",
    help="Take the Python packages from a folder of wheels, without the internet.",
)
@click.option(
    "--sha256",
    "sum_",
    metavar="SUM",
    help="Install a wheel only if it has this SHA-256 sum, which you got separately from the file.",
)
@click.option("--check", is_flag=True, help="Only say whether an update may begin now.")
@click.option(
    "--state-dir",
    type=FOLDER_PATH,
    metavar="DIR",
    help="The table's folder. [default: the installed table's]",
)
def update(  # noqa: PLR0913 - one for each option
    source: Path | None,
    *,
    back: bool,
    wheels: Path | None,
    sum_: str | None,
    check: bool,
    state_dir: Path | None,
) -> None:
    """Update this installation to SOURCE: a checkout, a wheel, or a folder made by make bundle.

    Never while a game is being played. If the new version does not start, the one before is put back
    automatically. The games stay in any case.

    With --check the exit status is 3 while a game is being played, else 0.
    """
    from pi_bunco.app.updating import NotNow, check_installed, check_no_game  # noqa: PLC0415 - help needs none

    if sum((source is not None, back, check)) != 1:
        raise click.UsageError("Name a SOURCE, or --back, or --check.")
    try:
        folder = state_dir or find_state_folder()
        with act_as_owner(folder):
            check_no_game(folder)
    except NotNow as trouble:
        if not check:
            raise
        warn(trouble)
        sys.exit(_PLAYING_STATUS)
    if check:
        click.echo("No game is being played: an update may begin.")
        return
    check_installed()
    if os.geteuid() != 0:
        raise Trouble(
            say("Only the administrator may update."), say("Put sudo before it: sudo pi-bunco update …")
        )
    arguments = ["--back"] if back else ["--from", str(source)]
    if wheels is not None:
        arguments += ["--wheels", str(wheels)]
    if sum_ is not None:
        arguments += ["--sha256", sum_]
    # The installer replaces this program, so this process becomes the installer.
    os.execv("/bin/bash", ["bash", str(assets.find("install.sh")), *arguments])  # noqa: S606 - our own installer, no shell in between
