"""``pi-bunco simulate``: play whole parties with dice from a computer."""

import json
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import click

from pi_bunco.chance.dice import compute_probabilities
from pi_bunco.chance.party import SECONDS_PER_THROW, Plan
from pi_bunco.chance.simulate import simulate as play
from pi_bunco.chance.simulate.page import WIDTH, make_page
from pi_bunco.cli.options import WholeInRange, json_option
from pi_bunco.cli.output import print_page, show_progress, write_file
from pi_bunco.errors import Trouble
from pi_bunco.game.new_game_limits import find_excess
from pi_bunco.limits import SEED, SETS, SIMULATED_PARTIES, SIMULATED_PLAYERS
from pi_bunco.rules import RecordError
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.config import find_state_folder
from pi_bunco.settings.house import find_sheet, get_house_folder


@click.command()
@click.option(
    "--rules",
    "name",
    default="classic",
    show_default=True,
    metavar="SHEET",
    help="A printed sheet, a house sheet, or its .toml file.",
)
@click.option(
    "--players",
    type=WholeInRange(2, SIMULATED_PLAYERS),
    default=12,
    show_default=True,
    metavar="N",
    help="How many play.",
)
@click.option(
    "--games",
    type=WholeInRange(1, SIMULATED_PARTIES),
    default=200,
    show_default=True,
    metavar="G",
    help="How many parties.",
)
@click.option(
    "--seed",
    type=WholeInRange(-SEED, SEED),
    default=1,
    show_default=True,
    metavar="S",
    help="The seed of all random numbers.",
)
@click.option(
    "--sets", type=WholeInRange(1, SETS), metavar="K", help="How many sets. [default: what the sheet says]"
)
@click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the sheet, its value as JSON: calls=true, goal=11, cup=[1,2].",
)
@click.option(
    "--loaded",
    metavar="FACE:P",
    multiple=True,
    help="Load the dice: the chance of a face, such as 6:0.25; the others share the rest.",
)
@click.option(
    "--called",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    metavar="P",
    help="Of the throws that must be called, the share that is called, 0 to 1.",
)
@click.option(
    "--seconds-per-throw",
    "pace",
    type=click.FloatRange(0.1, 3600),
    default=SECONDS_PER_THROW,
    show_default=True,
    metavar="S",
    help="Seconds between two throws of a table, on average.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the first party, with its whole night, to FILE as a game record.",
)
@click.option(
    "--state-dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the house sheets are. [default: the service's, or ~/.local/state/pi-bunco]",
)
@json_option
def simulate(  # noqa: PLR0913 - one for each option
    *,
    name: str,
    players: int,
    games: int,
    seed: int,
    sets: int | None,
    options: tuple[str, ...],
    loaded: tuple[str, ...],
    called: float,
    pace: float,
    record: Path | None,
    state_dir: Path | None,
    as_json: bool,
) -> None:
    """Play whole parties with dice from a computer and print what a host asks.

    How long a round lasts, how often there is a bunco, a tie, a roll-off, what a player takes home,
    whether moving is fair: each figure has the interval that contains the true one 19 times out of 20.
    The same seed leads to the same figures. Seats are drawn, ghosts fill tables by the rules, and each
    table throws at its own pace.

    \b
    pi-bunco simulate --rules tournament --players 48 --games 100
    pi-bunco simulate --rules boxed --players 4 --option goal=11 --loaded 6:0.25
    """  # noqa: D301 - \b is click's mark for lines that stay as they are
    for option, number in (("--called", called), ("--seconds-per-throw", pace)):
        if isnan(number):
            raise Trouble(
                say("{option} nan is not a number.", option=option),
                say("Leave {option} out, or give it a number.", option=option),
            )
    chances = compute_probabilities(_parse_faces(loaded))
    sheet = find_sheet(name, get_house_folder(state_dir or find_state_folder()))
    plan = Plan(sheet, players, sets, dict(map(_parse_option, options)), chances, called, pace)
    _check_plan(plan)
    if record:
        _check_free(record)
    with show_progress("parties", games) as update:
        simulated = play(plan, games, seed, lambda: update(advance=1))
    if record:
        lines = [simulated.first.header, *simulated.first.events]
        text = "".join(json.dumps(line.to_dict(), ensure_ascii=False) + "\n" for line in lines)
        write_file(record, text, "--record")
    if as_json:
        facts = {"rules": sheet.slug, "players": players, "sets": sets or sheet.sets, "seed": seed}
        facts |= {"options": plan.options, "dice": list(chances), "called": called, "seconds_per_throw": pace}
        click.echo(json.dumps(facts | simulated.to_dict()))
        return
    print_page(make_page(plan, games, seed, simulated.sections), WIDTH)


def _parse_faces(loaded: tuple[str, ...]) -> dict[int, float]:
    faces: dict[int, float] = {}
    for text in loaded:
        left, _, right = text.partition(":")
        try:
            face, chance = int(left), float(right)
        except ValueError:
            raise Trouble(
                say("--loaded {text} is not a face with its chance.", text=clip_text(text)),
                say("Write it as --loaded 6:0.25."),
            ) from None
        if face in faces:
            raise Trouble(
                say("The face {face} is loaded more than once.", face=face), say("Give each face one chance.")
            )
        faces[face] = chance
    return faces


def _parse_option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Trouble(
            say("--option {text} has no value.", text=clip_text(text)),
            say("Write it as --option calls=true."),
        )
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        raise Trouble(
            say("The value of --option {text} is not JSON.", text=clip_text(text)),
            say("Write it as calls=true, goal=11, cup=[1,2] or 'traveling={{\"number\": 4}}'."),
        ) from None


def _check_plan(plan: Plan) -> None:
    """Refuse a plan that has no valid header, before anything is played."""
    try:
        header = plan.make_header(Random(0))  # noqa: S311 - nobody is seated by it
    except RecordError as error:
        raise Trouble(
            say("This cannot be played: {why}.", why=error), say("Change --players, --sets or --option.")
        ) from None
    if too_much := find_excess(header):
        raise too_much


def _check_free(record: Path) -> None:
    if record.exists():
        raise Trouble(
            say("{record} is there already.", record=record),
            say("Name a new file for the record, or delete that one."),
        )
    if not record.parent.is_dir():
        raise Trouble(
            say("There is no folder {folder} for the record.", folder=record.parent),
            say("Make it first, or name another."),
        )
