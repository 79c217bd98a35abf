"""``pi-bunco mat``: the mat to print."""

import json
from pathlib import Path

import click

from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import write_file
from pi_bunco.files.assets import find
from pi_bunco.paper.printed_mat import PAPERS


@click.command()
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS)),
    default="a3",
    show_default=True,
    help="The size of the paper. Larger paper gives the dice more room.",
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
    name = f"{'markers' if cards else 'mat'}-{paper}{'-plain' if plain and not cards else ''}.pdf"
    path = to or Path(f"{'markers' if cards else 'mat'}-{paper}.pdf")
    write_file(path, find(f"hardware/mat/{name}").read_bytes())
    click.echo(f"Wrote {path}. Print it at 100 %, and once it lies there calibrate: on the page /calibrate.")
    if not cards:
        _print_heights(paper)


def _print_heights(paper: str) -> None:
    """Print how high each kind of camera should hang over the mat."""
    heights = json.loads(find("hardware/mat/heights.json").read_text("utf-8"))
    click.echo("\nHang the camera straight above its middle, with the lens this high over the mat:")
    for camera, height, allowed in heights[paper]:
        click.echo(f"  {camera:24}{height:3} cm   {allowed}")
