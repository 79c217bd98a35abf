"""``pi-bunco record``: game records from the log, and into it."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from pi_bunco.cli.installed import enter_folder, state_dir_option
from pi_bunco.cli.options import WholeInRange
from pi_bunco.limits import NUMBER, TABLES
from pi_bunco.rules import replay
from pi_bunco.store import Log, list_games, read_record

_MAX_NAMES = 8
"""If there are more players, only the first one is named."""


@click.command()
@state_dir_option
@click.option("--game", type=WholeInRange(1, NUMBER), help="Which game, counted from 1. [default: the last]")
@click.option("--list", "listing", is_flag=True, help="List the games in the log.")
@click.option(
    "--import",
    "source",
    metavar="RECORD",
    help="Write the record RECORD (a file, or - for standard input) into the log as a new game.",
)
def record(state_dir: Path | None, game: int | None, source: str | None, *, listing: bool) -> None:
    """Print the game record of what was logged, as JSON Lines.

    A table may be playing meanwhile. Play it again with: pi-bunco record | pi-bunco replay -

    With --import every line of the record must be right. Else the wrong line is named on standard error,
    with exit status 2, and nothing is written.
    """
    if (game is not None) + (source is not None) + listing > 1:
        raise click.UsageError("--game, --list and --import exclude one another.")
    if source is not None:
        _import(state_dir, source)
        return
    folder = enter_folder(state_dir)
    if listing:
        _list_games(folder)
    else:
        click.echo("\n".join(read_record(folder, game)))


def _import(state_dir: Path | None, source: str) -> None:
    from pi_bunco.cli.lines import play_again, read_lines  # noqa: PLC0415 - only an import needs them

    lines = read_lines(source)
    game, error = play_again(lines)
    if game is None or error is not None:
        click.echo(error, err=True)
        sys.exit(2)
    texts = [text for line in lines if (text := line.decode().strip())]
    folder = enter_folder(state_dir)
    with Log(folder) as log:
        log.copy(texts)
        click.echo(f"Game {log.game} of the log in {folder}: {len(texts)} lines.")
    if game.status != "over" and len(game.seats) <= TABLES:
        click.echo("It is not over: pi-bunco run goes on with it.")


def _list_games(folder: Path) -> None:
    """Print a line for each game: its number, when it began, its sheet, its status, who plays."""
    for number in list_games(folder):
        lines = read_record(folder, number)
        game, error = replay(lines)
        if game is None or error is not None:
            click.echo(f"{number:4}  cannot be read: {error}")
            continue
        names = tuple(game.players)
        players = f"{names[0]} and {len(names) - 1} others" if len(names) > _MAX_NAMES else ", ".join(names)
        click.echo(f"{number:4}  {_find_start(lines):16}  {game.sheet.title:10}  {game.status:7}  {players}")


def _find_start(lines: list[str]) -> str:
    """Return the date and time of the first line that has them, to the minute."""
    for line in lines:
        time: Any = json.loads(line).get("time")
        if isinstance(time, str):
            return time[:16].replace("T", " ")
    return "no date"
