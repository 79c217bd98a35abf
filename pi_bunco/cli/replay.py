"""``pi-bunco replay``: play a game record again and print its result."""

import gc
import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_bunco.errors import Trouble
from pi_bunco.rules import Game
from pi_bunco.rules import replay as replay_lines


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def replay(record: str, *, as_json: bool) -> None:
    """Play the game record RECORD (a file, or - for standard input) again and print its result.

    A line that does not fit is named on standard error, with exit status 2; what stood before it is
    printed all the same.
    """
    lines = _read(record).split(b"\n")
    gc.disable()  # all that a record gives stays to the end: looking for waste would double the time
    try:
        game, error = replay_lines(lines)
    finally:
        gc.enable()
    if game is not None:
        if as_json:
            click.echo(json.dumps(game.result()))
        else:
            _print(game)
    if error is not None:
        click.echo(error, err=True)
        sys.exit(2)


def _read(record: str) -> bytes:
    if record == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(record).read_bytes()
    except OSError as error:
        raise Trouble(
            f"The record {record} cannot be read: {error.strerror}.",
            "Name a file that is there, or - for input.",
        ) from error


def _print(game: Game) -> None:
    console = Console()
    console.print(f"[bold]{game.sheet.title}[/], {_STATUS[game.status]}", highlight=False)
    rounds = Table("Set", "Round", "Table", "Score", "Won by", title="Rounds", title_justify="left")
    for result in game.rounds:
        for table in result.tables:
            score = ", ".join(f"{name} {points}" for name, points in table.scores.items())
            won = " and ".join(table.winners) + (" (roll-off)" if table.rolloff else "")
            rounds.add_row(str(result.set), str(result.round), str(table.table), Text(score), Text(won))
    cards = Table(
        "Player", "Wins", "Losses", "Buncos", "Minis", "Points", title="Score cards", title_justify="left"
    )
    for name, card in game.players.items():
        lines = (card.wins, card.losses, card.buncos, card.minis, card.points)
        cards.add_row(Text(name), *map(str, lines))
    console.print(rounds, cards)
    if game.bag:
        console.print(Text(f"{game.bag} holds the traveling bag."))
    if game.unused:
        console.print(f"Unused after corrections: {', '.join(map(str, game.unused))}.")


_STATUS = {"ready": "between rounds", "playing": "in a round", "over": "over"}
