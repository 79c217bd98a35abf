"""``pi-bunco record``: the game record of what was logged."""

import json
from pathlib import Path

import click

from pi_bunco.config import state_home
from pi_bunco.store import read_record


@click.command()
@click.option("--state-dir", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Where the log is. [default: ~/.local/state/pi-bunco]")  # fmt: skip
@click.option("--game", type=click.IntRange(min=1), help="Which game, counted from 1. [default: the last]")
def record(state_dir: Path | None, game: int | None) -> None:
    """Print the game record of what was logged, as JSON Lines.

    A table may be playing meanwhile. Play it again with: pi-bunco record | pi-bunco replay -
    """
    for line in read_record(state_dir or state_home(), game):
        click.echo(json.dumps(line, ensure_ascii=False))
