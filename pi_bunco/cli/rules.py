"""``pi-bunco rules``: the rule sheets, the printed ones and the house's own."""

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from pi_bunco.cli.installed import act_until_end, find_folder
from pi_bunco.cli.options import FOLDER_PATH
from pi_bunco.cli.output import print_row
from pi_bunco.errors import Trouble
from pi_bunco.paper.rules_page import Row, format_page, list_differences
from pi_bunco.paper.rules_template import write_template
from pi_bunco.rules import SHEETS, Written, load_sheet, load_written
from pi_bunco.rules.sheets.keys import KEYS
from pi_bunco.sentences import say
from pi_bunco.settings.config import find_state_folder
from pi_bunco.settings.house import ENDING, find_written, get_house_folder, read_house_sheets

_STATE = click.option(
    "--state-dir",
    type=FOLDER_PATH,
    metavar="DIR",
    help="Where the house sheets are, in its folder sheets. "
    "[default: the service's, or ~/.local/state/pi-bunco]",
)


@click.group()
def rules() -> None:
    """Show, list, write and check rule sheets: printed sheets and house sheets.

    A house sheet is a file that names a printed sheet and says what differs. Once it is in the
    folder of the house sheets, all commands know it by its name.
    """


@rules.command("list")
@_STATE
def list_(state_dir: Path | None) -> None:
    """List all sheets that can be played, and house sheets with errors."""
    folder = _find_sheets(state_dir)
    click.echo("Printed sheets")
    for slug in SHEETS:
        _print_sheet(load_written(slug))
    click.echo(f"\nHouse sheets, in {folder}")
    sheets = read_house_sheets(folder)
    for path, sheet in sheets.items():
        if isinstance(sheet, Written):
            _print_sheet(sheet)
        else:
            click.echo(f"  {path.stem:12} is wrong; see: pi-bunco rules check {path.stem}")
    if not sheets:
        click.echo("  None yet. Write one with: pi-bunco rules new NAME --parent classic")


@rules.command(short_help="Print a sheet's page.")
@click.argument("name")
@_STATE
def show(name: str, state_dir: Path | None) -> None:
    """Print the page of the sheet NAME (a name from the list, or a .toml file), 78 columns wide.

    Beside each sentence are the heading and the words of the printed sheet from which it comes.
    """
    console = Console(highlight=False)
    for row in format_page(find_written(name, _find_sheets(state_dir))):
        if console.is_terminal:
            console.print(_colour(row), soft_wrap=True)
        else:
            click.echo(str(row))


@rules.command(short_help="Say what a house sheet changes, or what is wrong with it.")
@click.argument("file")
@_STATE
def check(file: str, state_dir: Path | None) -> None:
    """Say what the house sheet FILE (or a name from the list) changes, or all that is wrong with it."""
    written = find_written(file, _find_sheets(state_dir))
    sheet, parent = written.sheet, written.parent
    if parent is None:
        click.echo(f'"{sheet.slug}" is a printed sheet; there is nothing to check.')
        return
    changes = list(list_differences(written))
    click.echo(
        f'"{sheet.slug}" ({sheet.title}) can be played. It is the printed sheet {parent.title}', nl=False
    )
    click.echo(", with these differences:" if changes else ", in everything.")
    for changed, printed in changes:
        _print_paragraph(changed, "  * ")
        _print_paragraph(f"{parent.title}: {printed}", "    ")
    for note in written.notes:
        _print_paragraph(f"Note: {note}.", "")


@rules.command(short_help="Write a house sheet, to be changed in any editor.")
@click.argument("name")
@click.option("--parent", type=click.Choice(SHEETS), required=True, help="The printed sheet it differs from.")
@click.option("--title", help="Its name for people. [default: NAME with a capital letter]")
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file. [default: among the house sheets]",
)
@_STATE
def new(name: str, parent: str, title: str | None, to: Path | None, state_dir: Path | None) -> None:
    """Write a house sheet called NAME, to be changed in any editor. It never overwrites a file.

    It has every key of a sheet with its meaning, what is allowed, and the value on the printed sheet.
    """
    title = name.replace("-", " ").capitalize() if title is None else title
    for key, value in (("slug", name), ("title", title)):
        for wrong in KEYS[key].form.check(value):
            raise Trouble(
                say("The {key} of a sheet {reason}.", key=key, reason=wrong.reason), say("Give it another.")
            )
    if name in SHEETS:
        raise Trouble(
            say('"{name}" is a printed sheet.', name=name), say("Give the house sheet another name.")
        )
    path = to or get_house_folder(find_folder(state_dir)) / f"{name}{ENDING}"
    act_until_end(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(write_template(load_sheet(parent), name, title))
    except FileExistsError as error:
        raise Trouble(
            say("{path} is there already and stays as it is.", path=path), say("Choose another with --to.")
        ) from error
    except OSError as error:
        raise Trouble(
            say("{path} cannot be written ({why}).", path=path, why=error.strerror),
            say("Choose another with --to."),
        ) from error
    click.echo(f"Wrote {path}. Change it, then check it with: pi-bunco rules check {path}")


def _find_sheets(state_dir: Path | None) -> Path:
    folder = state_dir or find_state_folder()
    act_until_end(folder)
    return get_house_folder(folder)


def _print_sheet(written: Written) -> None:
    sheet = written.sheet
    name = sheet.title if written.parent is None else f"{sheet.title}, after {written.parent.title}"
    _print_paragraph(f"{name}: {sheet.line}", f"  {sheet.slug:12} ")


def _print_paragraph(text: str, before: str) -> None:
    for line in text.split("\n"):
        print_row(before, line)
        before = " " * len(before)


def _colour(row: Row) -> Text:
    if row.heading:
        return Text(str(row), "bold")
    line = Text(str(row))
    if row.house:
        line.stylize("yellow", 0, len(row.left))
    line.stylize("dim", len(row.left))
    return line
