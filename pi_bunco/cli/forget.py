"""``pi-bunco forget``: delete a guest, an evening or the photos of a stopped table for good."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from pi_bunco.app.people.finish import finish_wish
from pi_bunco.app.people.refusals import find_refusal
from pi_bunco.app.people.retention import remove_aside
from pi_bunco.app.people.wish import Wish, save_wish
from pi_bunco.cli.installed import enter_folder, state_dir_option
from pi_bunco.cli.options import WholeInRange
from pi_bunco.errors import Trouble
from pi_bunco.game.renaming import find_spellings
from pi_bunco.limits import NUMBER
from pi_bunco.sentences import say
from pi_bunco.store import Photos
from pi_bunco.store.database import lock
from pi_bunco.store.imported import read_imported_games
from pi_bunco.store.photos import count_photos
from pi_bunco.store.rewrite import Games, read_games


@click.command()
@state_dir_option
@click.option("--guest", metavar="NAME", help="A guest: another name stands for theirs in all evenings.")
@click.option("--game", type=WholeInRange(1, NUMBER), metavar="N", help="An evening, by its game's number.")
@click.option("--photos", is_flag=True, help="All photos of throws.")
@click.option("--dry-run", is_flag=True, help="Only say what would be deleted.")
def forget(
    state_dir: Path | None, guest: str | None, game: int | None, *, photos: bool, dry_run: bool
) -> None:
    """Delete a guest, an evening or all photos for good, also in the backups. No table may be playing.

    Scores stay, since the results of others depend on them. A new backup is made, and then the older ones
    are deleted; those on a stick go when it is plugged in next. Running tables have the page /people.
    """
    if (guest is not None) + (game is not None) + photos != 1:
        raise click.UsageError("Give one of --guest, --game and --photos.")
    folder = enter_folder(state_dir)
    with _check_stopped(folder):
        if photos:
            count = count_photos(folder)
            if not dry_run:
                Photos(folder).remove_if(lambda _: True)
                remove_aside(folder, lambda _: True)
            click.echo(f"{_say(dry_run)}: {count} photos.")
            return
        wish = Wish(name=guest or "", game=game or 0)
        games = read_games(folder) | read_imported_games(folder)
        if refusal := find_refusal(wish, games, folder):
            raise refusal
        click.echo(f"{_say(dry_run)}: {_describe(wish, games)}; all older backups.")
    if not dry_run:
        _do(wish, folder)


def _do(wish: Wish, folder: Path) -> None:
    save_wish(wish, folder)
    done = finish_wish(folder)
    if done and done.text:
        raise Trouble(
            say("Not everything is deleted: {why}", why=done.text),
            say("{remedy} The next start of the table goes on with it.", remedy=done.remedy),
        )
    if done and done.stands_for:
        click.echo(f"{', '.join(done.stands_for)} stands there instead. All scores are the same as before.")
    click.echo("It is deleted. Plug in each USB stick with backups once: its older ones are deleted then.")


def _describe(wish: Wish, games: Games) -> str:
    if wish.game:
        return f"evening {wish.game}, with its photos"
    count = sum(bool(find_spellings(lines, wish.name)) for lines in games.values())
    return f"the name {wish.name} in {count} evening{'s' if count > 1 else ''}"


def _say(dry_run: bool) -> str:  # noqa: FBT001 - the command's own flag
    return "Would be deleted" if dry_run else "To be deleted"


@contextmanager
def _check_stopped(folder: Path) -> Iterator[None]:
    """Refuse if a table is playing in the folder, and let none begin before the ``with`` ends."""
    with closing(lock(folder)):
        yield
