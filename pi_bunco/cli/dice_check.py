"""``pi-bunco dice-check``: check in the log whether the dice are fair and somebody's luck is unusual."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from pi_bunco.cli.installed import enter_folder, state_dir_option
from pi_bunco.cli.lines import play_again, read_lines
from pi_bunco.cli.options import WholeInRange, WholeOrWord, json_option
from pi_bunco.cli.output import print_page
from pi_bunco.errors import Trouble
from pi_bunco.limits import TABLES
from pi_bunco.rules import Game
from pi_bunco.sentences import say
from pi_bunco.store import list_games, read_record

_ALL = 0
"""The value of ``--game all``: all games of the log."""


@click.command("dice-check")
@click.argument("records", nargs=-1, metavar="[RECORD]...")
@state_dir_option
@click.option(
    "--game",
    type=WholeOrWord("all", "game", _ALL),
    metavar="N|all",
    help="Which game of the log, counted from 1, or all of them. [default: the last]",
)
@click.option(
    "--table",
    type=WholeInRange(1, TABLES),
    metavar="N",
    help="Only the throws of this table. [default: those of all tables]",
)
@json_option
def dice_check(
    records: tuple[str, ...],
    state_dir: Path | None,
    game: int | None,
    table: int | None,
    *,
    as_json: bool,
) -> None:
    """Check in the log whether the dice are fair and somebody's luck is unusual.

    RECORDs (files, or - for standard input) are checked instead of the log. All games that are checked
    together must have been played with the same dice. A table may be playing meanwhile.

    A result is worth a look if fair dice bring one like it in fewer than 1 of 100 evenings. The last lines
    say how strongly dice must be loaded to be noticed in so few throws.
    """
    from pi_bunco.chance.luck import check  # noqa: PLC0415 - numpy takes a while to load

    if records and (state_dir or game is not None):
        raise click.UsageError("--state-dir and --game choose from the log, so they exclude records.")
    if records:
        games, source = [*_read_records(records)], ", ".join(records)
    else:
        games, source = _read_log(enter_folder(state_dir), game)
    source += _describe_tables(games, table)
    luck = check(games, table)
    if not luck.counts.readings.throws:
        raise Trouble(
            say("No throw counts in {source}.", source=source),
            say("Play a round first, or name another game or record."),
        )
    if as_json:
        click.echo(json.dumps(luck.to_dict()))
        return
    from pi_bunco.chance.luck.page import WIDTH, make_page  # noqa: PLC0415 - likewise; JSON needs no rich

    print_page(make_page(luck, source), WIDTH)


def _describe_tables(games: Sequence[Game], table: int | None) -> str:
    """Return which tables are checked; ``""`` if the games have only one table."""
    if table is not None:
        return f", table {table}"
    tables = {table.table for game in games for played in game.rounds for table in played.tables}
    return f", all {len(tables)} tables" if len(tables) > 1 else ""


def _read_records(records: tuple[str, ...]) -> Iterator[Game]:
    names_by_text: dict[bytes, str] = {}
    for name in records:
        lines = read_lines(name)
        text = b"\n".join(lines)
        if text in names_by_text:
            raise Trouble(
                say("The record {name} is the same as {other}.", name=name, other=names_by_text[text]),
                say("Name each game once."),
            )
        names_by_text[text] = name
        yield _replay(lines, f"The record {name}")


def _read_log(folder: Path, which: int | None) -> tuple[list[Game], str]:
    numbers = list_games(folder)
    count = len(numbers)
    if which == _ALL:
        # In a log without games, reading the first one is refused.
        games = [_read_game(folder, number) for number in numbers or (1,)]
        return games, "the log's one game" if count == 1 else f"all {count} games of the log"
    number = (numbers or (1,))[-1] if which is None else which
    more = f" (--game all checks all {count})" if which is None and count > 1 else ""
    return [_read_game(folder, number)], f"game {number} of the log{more}"


def _read_game(folder: Path, number: int) -> Game:
    return _replay(
        [line.encode() for line in read_record(folder, number)], f"Game {number} of the log in {folder}"
    )


def _replay(lines: list[bytes], what: str) -> Game:
    game, error = play_again(lines)
    if game is None or error is not None:
        raise Trouble(
            say("{what} cannot be read: {why}.", what=what, why=error),
            say("Choose other games or records, or repair this one."),
        )
    return game
