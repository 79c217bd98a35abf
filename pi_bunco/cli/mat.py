"""``pi-bunco mat``: the mat to print."""

from math import ceil, floor
from pathlib import Path

import click

from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import write_file
from pi_bunco.paper.mat.sheet import PAPERS, PrintedMat


@click.command()
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS)),
    default="a3",
    show_default=True,
    help="The sheet it is printed on; the larger, the more room the dice have.",
)
@click.option("--plain", is_flag=True, help="Leave the field white: for coloured paper, or to save ink.")
@click.option(
    "--markers",
    "cards",
    is_flag=True,
    help="Only the four markers, to cut out and glue onto a mat of any size.",
)
@click.option(
    "--to",
    type=FILE_PATH,
    metavar="FILE",
    help="The file to write. [default: mat-PAPER.pdf, or markers-PAPER.pdf, here]",
)
def mat(*, paper: str, plain: bool, cards: bool, to: Path | None) -> None:
    """Write the mat to print, a PDF with the four markers that calibrate looks for.

    Print it at 100 % ("actual size"), not fitted to the page; a line on it shows whether that was so.
    """
    from pi_bunco.paper.mat.draw import draw_cards, draw_mat  # noqa: PLC0415 - OpenCV takes a while to load

    path = to or Path(f"{'markers' if cards else 'mat'}-{paper}.pdf")
    write_file(path, draw_cards(paper) if cards else draw_mat(paper, plain=plain))
    click.echo(f"Wrote {path}. Print it at 100 %, and once it lies there calibrate: on the page /calibrate.")
    if not cards:
        _print_heights(paper)


def _print_heights(paper: str) -> None:
    """Print how high each kind of camera should hang over the mat."""
    from pi_bunco.devices.overhead import find_height, load_cameras  # noqa: PLC0415 - likewise
    from pi_bunco.vision.calibrate.advice import MIN_DIE_PIXELS  # noqa: PLC0415 - likewise

    field = PrintedMat(paper).field
    click.echo("\nHang the camera straight above its middle, with the lens this high over the mat:")
    for camera in load_cameras().values():
        height = find_height(camera, (field.width, field.height), MIN_DIE_PIXELS)
        low, high = ceil(height.lowest / 10), floor(height.highest / 10)
        if height.highest < height.lowest:
            allowed = f"only dice of {ceil(height.die)} mm or more, or smaller paper"
        else:
            allowed = f"{low} to {high} cm will do" if low < high else "neither higher nor lower"
        click.echo(f"  {camera.name:24}{height.height / 10:3.0f} cm   {allowed}")
