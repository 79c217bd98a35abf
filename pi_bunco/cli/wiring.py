"""``pi-bunco wiring``: how a bell's parts are wired."""

from pathlib import Path

import click

from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import print_row, write_file
from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.errors import Trouble
from pi_bunco.files import assets
from pi_bunco.sentences import say


@click.command()
@click.argument("board", default="generic")
@click.option(
    "--to",
    type=FILE_PATH,
    metavar="FILE",
    help="The drawing to write, which any browser shows. [default: BOARD.svg, here]",
)
def wiring(*, board: str, to: Path | None) -> None:
    """Print how the parts of a BOARD are wired, and write its drawing.

    BOARD is one that comes with pi-bunco, such as generic or jam-hat, or a board file of your own, which has
    no drawing.
    """
    loaded = load_board(board)
    drawn = board in list_boards()
    path = to or Path(f"{board}.svg")
    if to and not drawn:
        raise Trouble(
            say("{board} has no drawing: only boards that come with pi-bunco have one.", board=board),
            say("Leave --to out."),
        )
    if drawn:
        write_file(path, assets.find(f"hardware/wiring/{board}.svg").read_bytes())
    for part, wire in loaded.parts.items():
        print_row(f"{part.capitalize():8}", wire.wiring)
    for note in loaded.list_notes():
        print_row("", note)
    if drawn:
        click.echo(f"Wrote {path}. Open it in a browser.")
