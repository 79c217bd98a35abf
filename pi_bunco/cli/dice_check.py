"""``pi-bunco dice-check``: whether dice or somebody's luck are out of the ordinary, from the log."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pi_bunco.cli.installed import folder_of, state_dir_option
from pi_bunco.cli.lines import play_again, read_lines
from pi_bunco.cli.number import WholeInRange
from pi_bunco.cli.output import print_page
from pi_bunco.errors import Trouble
from pi_bunco.limits import TABLES
from pi_bunco.rules import Game
from pi_bunco.rules.quoting import clip_text
from pi_bunco.store import count_games, read_record
from pi_bunco.whole_numbers import parse_whole

_GAME = "Which game of the log, counted from 1, or all of them. [default: the last]"
_TABLE = "Only the throws of this table. [default: those of all tables]"


class _WhichGame(click.ParamType[int | str]):
    """A game's number from 1, or ``all``."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Read it; what is neither is refused."""
        if value == "all":
            return "all"
        number = parse_whole(str(value), 1)
        if number is None:
            self.fail(
                f'"{clip_text(str(value))}" is no game. Give its number, 1 or more, or all.', param, ctx
            )
        return number


@click.command("dice-check")
@click.argument("records", nargs=-1, metavar="[RECORD]...")
@state_dir_option
@click.option("--game", type=_WhichGame(), metavar="N|all", help=_GAME)
@click.option("--table", type=WholeInRange(1, TABLES), metavar="N", help=_TABLE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def dice_check(
    records: tuple[str, ...],
    state_dir: Path | None,
    game: int | str | None,
    table: int | None,
    *,
    as_json: bool,
) -> None:
    """Ask of the log whether dice or somebody's luck are out of the ordinary.

    With RECORDs (files, or - for standard input) these are asked instead of the log. All games that are
    asked together must have been played with the same dice. A table may be playing meanwhile.

    Worth a look is called what fair dice bring in fewer than 1 of 100 evenings. How bad dice must be to be
    noticed by so few throws is said, too.
    """
    from pi_bunco.chance.luck import check  # noqa: PLC0415 - numpy takes a while to load

    if records and (state_dir or game is not None):
        raise click.UsageError("--state-dir and --game choose from the log, so they exclude records.")
    if records:
        games, source = [*_from_records(records)], ", ".join(records)
    else:
        games, source = _from_log(folder_of(state_dir), game)
    source += _of_tables(games, table)
    luck = check(games, table)
    if not luck.counts.readings.throws:
        raise Trouble(f"No throw counts in {source}.", "Play a round first, or name another game or record.")
    if as_json:
        click.echo(json.dumps(luck.to_dict()))
        return
    from pi_bunco.chance.luck.page import WIDTH, page  # noqa: PLC0415 - likewise; JSON needs no rich

    print_page(page(luck, source), WIDTH)


def _of_tables(games: Sequence[Game], table: int | None) -> str:
    """Return the throws of which tables are asked about; nothing where there is one."""
    if table is not None:
        return f", table {table}"
    tables = {at.table for game in games for played in game.rounds for at in played.tables}
    return f", all {len(tables)} tables" if len(tables) > 1 else ""


def _from_records(records: tuple[str, ...]) -> Iterator[Game]:
    seen: dict[bytes, str] = {}
    for name in records:
        lines = read_lines(name)
        text = b"\n".join(lines)
        if text in seen:
            raise Trouble(f"The record {name} is the same as {seen[text]}.", "Name each game once.")
        seen[text] = name
        yield _played(lines, f"The record {name}")


def _from_log(folder: Path, which: int | str | None) -> tuple[list[Game], str]:
    last = count_games(folder)
    if which == "all":
        numbers = range(1, max(last, 1) + 1)  # the first, where there is none, is refused
        games = [_logged(folder, number) for number in numbers]
        return games, "the log's one game" if last == 1 else f"all {last} games of the log"
    number = last if which is None else int(which)
    more = f" (--game all asks all {last})" if which is None and last > 1 else ""
    return [_logged(folder, number)], f"game {number} of the log{more}"


def _logged(folder: Path, number: int) -> Game:
    lines = [line.encode() for line in read_record(folder, number)]
    return _played(lines, f"Game {number} of the log in {folder}")


def _played(lines: list[bytes], what: str) -> Game:
    game, error = play_again(lines)
    if game is None or error is not None:
        raise Trouble(
            f"{what} cannot be read: {error}.", "Choose other games or records, or repair this one."
        )
    return game
