"""``pi-bunco replay``: play a game record again and print its result."""

import json
import sys
from pathlib import Path

import click

from pi_bunco.cli.language import read_language
from pi_bunco.cli.lines import check_length, play_again, read_lines
from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import print_page, write_file
from pi_bunco.paper.pdf_kinds import KINDS, SIZES, Heading, PaperKind, PaperSize
from pi_bunco.rules import Game


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--pdf", type=click.Choice(KINDS), help="Write a printed form as PDF instead.")
@click.option("--to", type=FILE_PATH, help="The PDF file. [default: the form's name, here]")
@click.option(
    "--size", type=click.Choice(SIZES), default="a4", show_default=True, help="The paper size of the PDF."
)
@click.option("--evening", default="", help="The name of the evening, on every page of the PDF.")
@click.option("--date", default="", help="The date of the evening, on every page of the PDF.")
@click.option("--json", "forms", flag_value="json", multiple=True, help="Print one JSON object.")
@click.option(
    "--table",
    "forms",
    flag_value="table",
    multiple=True,
    help="Print rounds, standings, awards and finals for people. [default]",
)
def replay(  # noqa: PLR0913 - one for each option
    *,
    record: str,
    forms: tuple[str, ...],
    pdf: PaperKind | None,
    to: Path | None,
    size: PaperSize,
    evening: str,
    date: str,
) -> None:
    """Play the game record RECORD (a file, or - for standard input) again and print its result.

    A wrong line is named on standard error, with exit status 2. The result of the lines before it is still
    printed.
    """
    form = forms[0] if forms else "table"
    if pdf and forms:
        raise click.UsageError("--pdf is written instead of --json and --table.")
    if set(forms) - {form}:
        raise click.UsageError("--json and --table exclude one another.")
    game, error = play_again(read_lines(record))
    if game is not None:
        if form != "json":
            check_length(game)
        if pdf:
            _write_pdf(game, pdf, Heading(evening, date, size, read_language()), to or Path(f"{pdf}.pdf"))
        else:
            _PRINT[form](game)
    if error is not None:
        click.echo(error, err=True)
        sys.exit(2)


def _print_json(game: Game) -> None:
    """Print the result as one object, round by round, since it may be many times as long as the record."""
    before = "{"
    for key, value in game.make_result().items():
        if key == "rounds" and value:
            click.echo(f'{before}"rounds": [', nl=False)
            for number, played in enumerate(value):
                click.echo(f"{', ' if number else ''}{json.dumps(played)}", nl=False)
            click.echo("]", nl=False)
        else:
            click.echo(f"{before}{json.dumps(key)}: {json.dumps(value)}", nl=False)
        before = ", "
    click.echo("}")


def _print_table(game: Game) -> None:
    from rich.console import Console  # noqa: PLC0415 - JSON does not need it

    from pi_bunco.paper.result import format_result  # noqa: PLC0415 - likewise
    from pi_bunco.rules.night import read_night  # noqa: PLC0415 - likewise

    print_page(format_result(game, read_night(game), Console().width))


def _write_pdf(game: Game, kind: PaperKind, heading: Heading, path: Path) -> None:
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - takes most of a second to load

    write_file(path, draw(kind, game, heading))
    click.echo(f"Wrote {path}.")


_PRINT = {"json": _print_json, "table": _print_table}
