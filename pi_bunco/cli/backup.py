"""``pi-bunco backup``: all games and what the host has set up in one file."""

from functools import partial
from pathlib import Path

import click

from pi_bunco.cli.installed import enter_folder, state_dir_option
from pi_bunco.cli.options import FOLDER_PATH, WholeInRange
from pi_bunco.cli.output import warn
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.limits import NUMBER
from pi_bunco.sentences import say
from pi_bunco.settings.config import STICK, is_stick_mounted
from pi_bunco.store import BACKUPS, Backup, back_up, list_backups
from pi_bunco.store.backup import KEPT_BACKUPS
from pi_bunco.store.forgotten import remove_forgotten


@click.command()
@state_dir_option
@click.option(
    "--to",
    type=FOLDER_PATH,
    metavar="DIR",
    help="Where backups go, such as a USB stick. [default: backups/ beside the games]",
)
@click.option(
    "--keep",
    type=WholeInRange(1, NUMBER),
    default=KEPT_BACKUPS,
    show_default=True,
    metavar="N",
    help=(
        "How many backups to keep there. The oldest are deleted first, but never the one with the most games."
    ),
)
def backup(state_dir: Path | None, to: Path | None, keep: int) -> None:
    """Back up all games and what the host has set up into one file.

    A table may be playing meanwhile. It makes backups itself, at the end of each set. The service also makes
    one each night, and puts them on a USB stick if one is plugged in. Photos are not backed up.
    """
    folder = enter_folder(state_dir)
    where = to or folder / BACKUPS
    if STICK.parent in (where, *where.parents) and not is_stick_mounted():
        raise Trouble(
            say("No USB stick is at {folder}.", folder=STICK.parent),
            say(
                "Plug one in (FAT or exFAT, as sticks are sold), wait ten seconds, and enter the command "
                "again."
            ),
        )
    as_target = partial(act_as_owner, where)
    new_backup = back_up(folder, where, keep, as_target)
    if removed := remove_forgotten(folder, where, as_target):
        # The new one is there before the others go.
        click.echo(f"{removed} older than the last deletion: removed, since what was deleted is in them.")
    if new_backup is None:
        with as_target():
            click.echo(f"Nothing new since {list_backups(where)[0].path}.")
        return
    click.echo(f"{new_backup.path}: {describe_backup(new_backup)}.")
    with as_target():
        disk = where.stat().st_dev
    if to and disk == folder.stat().st_dev:
        warn(f"{to} is on the same card as the games: keep a copy elsewhere too.")


def describe_backup(found: Backup) -> str:
    """Return what a backup holds.

    >>> describe_backup(Backup(Path("x.zip"), 1, 1812, "2026-01-05 20:15", ""))
    '1 game, 1,812 lines, until 2026-01-05 20:15'
    """
    games = "1 game" if found.games == 1 else f"{found.games} games"
    until = f", until {found.last}" if found.last else ""
    return f"{games}, {found.lines:,} lines{until}"
