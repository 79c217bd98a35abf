"""``pi-bunco wiring``: how a bell's parts are wired."""

from pathlib import Path

import click

from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import print_row, write_file
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.wiring.drawing import draw_wiring


@click.command()
@click.argument("board", default="generic")
@click.option(
    "--to",
    type=FILE_PATH,
    metavar="FILE",
    help="The drawing to write, which any browser shows. [default: BOARD.svg, here]",
)
def wiring(*, board: str, to: Path | None) -> None:
    """Draw how the parts of a BOARD are wired, from the file that the bell reads.

    BOARD is one that comes with pi-bunco, such as generic or jam-hat, or a board file of your own.
    """
    loaded = load_board(board)
    path = to or Path(Path(board).stem + ".svg")
    write_file(path, draw_wiring(loaded, board))
    for part, wire in loaded.parts.items():
        print_row(f"{part.capitalize():8}", wire.wiring)
    for note in loaded.list_notes():
        print_row("", note)
    click.echo(f"Wrote {path}. Open it in a browser.")
