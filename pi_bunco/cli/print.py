"""``pi-bunco print``: the papers of a game in the log, as PDF."""

from pathlib import Path
from typing import cast

import click

from pi_bunco.cli.installed import config_option, enter_folder, load_settings, state_dir_option
from pi_bunco.cli.language import read_language
from pi_bunco.cli.lines import check_length, play_again
from pi_bunco.cli.options import FILE_PATH, WholeInRange
from pi_bunco.cli.output import write_file
from pi_bunco.errors import Trouble
from pi_bunco.limits import NUMBER
from pi_bunco.paper.codes import list_page_codes
from pi_bunco.paper.pdf_kinds import KINDS, SIZES, Code, CodeKind, Heading, PaperKind, PaperSize
from pi_bunco.rules import Game
from pi_bunco.sentences import say
from pi_bunco.store import read_record

_CODES = ("phone-poster", "table-codes")  # only the page knows the password for the poster of the Wi-Fi


@click.command()
@click.argument("kind", type=click.Choice((*KINDS, *_CODES)))
@state_dir_option
@config_option
@click.option("--game", type=WholeInRange(1, NUMBER), help="Which game, counted from 1. [default: the last]")
@click.option("--to", type=FILE_PATH, help="The PDF file. [default: the paper's name, here]")
@click.option("--size", type=click.Choice(SIZES), default="a4", show_default=True, help="The paper size.")
@click.option("--evening", default="", help="The name of the evening, on every page.")
@click.option("--date", default="", help="The date of the evening, on every page.")
def print(  # noqa: A001, PLR0913 - the command's name; one for each option
    *,
    kind: str,
    state_dir: Path | None,
    file: Path | None,
    game: int | None,
    to: Path | None,
    size: PaperSize,
    evening: str,
    date: str,
) -> None:
    """Write a paper of a game in the log as PDF: KIND is what to print.

    A table may be playing meanwhile. The page /paper makes the same papers, and the poster for the Pi's own
    Wi-Fi too.
    """
    from pi_bunco.paper.pdf import draw, draw_posters  # noqa: PLC0415 - takes most of a second to load

    played, error = play_again([line.encode() for line in read_record(enter_folder(state_dir), game)])
    if played is None or error is not None:
        raise Trouble(
            say("This game cannot be printed: {why}", why=error),
            say("Choose another one with --game; pi-bunco record --list lists them."),
        )
    check_length(played)
    heading = Heading(evening, date, size, read_language())
    if kind in _CODES:
        pdf = draw_posters(_list_codes(cast("CodeKind", kind), played, file), heading)
    else:
        pdf = draw(cast("PaperKind", kind), played, heading)
    path = to or Path(f"{kind}.pdf")
    write_file(path, pdf)
    click.echo(f"Wrote {path}.")


def _list_codes(kind: CodeKind, game: Game, file: Path | None) -> tuple[Code, ...]:
    from pi_bunco.app.address import find_page_addresses  # noqa: PLC0415 - other papers need no network

    address = find_page_addresses(load_settings(file, {})).best
    if address is None:
        raise Trouble(
            say("Phones and tablets do not find this table."),
            say("Connect it to their network; pi-bunco doctor network says how."),
        )
    return list_page_codes(kind, address.rstrip("/"), len(game.seats))
