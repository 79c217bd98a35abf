"""``pi-bunco restore``: put a backup in place, or what can be saved of a damaged log."""

import sys
from pathlib import Path

import click

from pi_bunco.cli.backup import describe_backup
from pi_bunco.cli.installed import act_until_end, enter_folder, find_folder, state_dir_option
from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.settings.config import STICK
from pi_bunco.store import BACKUPS, LogTrouble, count_games, list_backups, salvage
from pi_bunco.store import restore as restore_backup
from pi_bunco.store.chain import name_line
from pi_bunco.store.package import open_backup, read_facts

_GO_ON = "Go on with: sudo systemctl start pi-bunco, or pi-bunco run"


@click.command()
@click.argument("file", required=False, type=FILE_PATH)
@state_dir_option
@click.option(
    "--salvage",
    "salvaging",
    is_flag=True,
    help="Put in place what can be saved of a damaged log, from its files and from the table's own backups.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path | None, state_dir: Path | None, *, salvaging: bool, yes: bool) -> None:
    """Put the backup FILE in place; without FILE, list the backups that are there.

    FILE is checked first. The log that is there is set aside with its photos, and never overwritten. A
    calibration and house sheets are put back only where there are none. No table may be playing. Stop
    it with: sudo systemctl stop pi-bunco
    """
    if salvaging:
        if file:
            raise click.UsageError("--salvage takes no FILE: it looks through all backups of the table.")
        _salvage_log(enter_folder(state_dir))
        return
    if file is None:
        _list_backups(enter_folder(state_dir) / BACKUPS, STICK)
        return
    folder = find_folder(state_dir)
    path = _find_backup(file, folder / BACKUPS, STICK)
    with act_as_owner(path):
        opened = open_backup(path)  # such as in a home folder, which the folder's owner may not read
    with opened:
        act_until_end(folder)
        click.echo(f"{path}: {describe_backup(read_facts(path, opened))}.")
        games = _describe_log(folder)
        if games and not yes:
            _confirm(games, folder)
        restored = restore_backup(path, folder, opened)
    click.echo(f"It is in place in {folder}.")
    if restored.aside:
        click.echo(f"What was there is in {restored.aside}.")
    for name in restored.restored_files:
        click.echo(f"{name} is back too.")
    for name in restored.skipped_files:
        click.echo(f"{name} was left as it is, since there is another one; the backup still has its own.")
    click.echo(_GO_ON)


def _salvage_log(folder: Path) -> None:
    saved, aside = salvage(folder)
    count = f"{len(saved.rows):,} lines are saved"
    if saved.lost:
        click.echo(f"{count}, {saved.lost:,} {'is' if saved.lost == 1 else 'are'} lost.")
    else:
        click.echo(f"{count}; as far as is known, that is all.")
    last = name_line(saved.rows[-1].game, saved.rows[-1].seq)
    click.echo(f"{last.capitalize()} is the last one: look whether the tally is right.")
    if aside:
        click.echo(f"The damaged log is in {aside}.")
    click.echo(_GO_ON)


def _list_backups(*folders: Path) -> None:
    by_folder = {folder: backups for folder in folders if (backups := list_backups(folder))}
    if not by_folder:
        raise Trouble(
            say("There are no backups in {folders}.", folders=" or ".join(map(str, folders))),
            say("Name the file of one: pi-bunco restore FILE"),
        )
    for folder, backups in by_folder.items():
        click.echo(f"{folder}:")
        for backup in backups:
            click.echo(f"  {backup.path.name}  {describe_backup(backup)}")
    click.echo("Put one in place with: pi-bunco restore FILE")


def _find_backup(file: Path, *folders: Path) -> Path:
    """Return the backup's path; its name alone is enough in the folders where the backups are."""
    if file.exists() or file.name != str(file):
        return file
    return next((folder / file for folder in folders if (folder / file).exists()), file)


def _describe_log(folder: Path) -> str:
    """Return a few words about the log that is there; ``""``: there is none."""
    try:
        number = count_games(folder)
    except LogTrouble:
        return "a log that cannot be read" if any(folder.glob("log.sqlite3*")) else ""
    return f"a log of {number} game{'s' if number > 1 else ''}" if number else ""


def _confirm(games: str, folder: Path) -> None:
    if not sys.stdin.isatty():
        raise Trouble(
            say("{folder} contains {games}.", folder=folder, games=games),
            say("Add --yes to set it aside and put the backup there."),
        )
    if not click.confirm(f"{folder} contains {games}. Set it aside and put the backup there?"):
        raise Trouble(say("Nothing was changed."), say("Back it up with: pi-bunco backup"))
