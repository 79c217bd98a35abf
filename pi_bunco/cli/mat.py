"""``pi-bunco mat``: the mat to print."""

from pathlib import Path

import click

from pi_bunco.errors import Trouble
from pi_bunco.paper.mat.sheet import MARKER, PAPERS

_PAPER = "The sheet it is printed on; the larger, the more room the dice have."
_PLAIN = "Leave the field white: for coloured paper, or to save ink."
_CARDS = "Only the four markers, to cut out and glue onto a mat of any size."
_TO = "The file to write. [default: mat-PAPER.pdf, or markers-PAPER.pdf, here]"


@click.command()
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a3", show_default=True, help=_PAPER)
@click.option("--plain", is_flag=True, help=_PLAIN)
@click.option("--markers", "cards", is_flag=True, help=_CARDS)
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=_TO)
def mat(*, paper: str, plain: bool, cards: bool, to: Path | None) -> None:
    """Write the mat to print, a PDF with the four markers that calibrate looks for.

    Print it at 100 % ("actual size"), not fitted to the page; a line on it shows whether that was so.
    """
    from pi_bunco.paper.mat.draw import draw_cards, draw_mat  # noqa: PLC0415 - OpenCV takes a while to load

    path = to or Path(f"{'markers' if cards else 'mat'}-{paper}.pdf")
    try:
        path.write_bytes(draw_cards(paper) if cards else draw_mat(paper, plain=plain))
    except OSError as error:
        raise Trouble(
            f"{path} cannot be written: {error.strerror}.", "Name another place with --to FILE."
        ) from None
    click.echo(f"Wrote {path}. Print it at 100 %, then: pi-bunco calibrate --marker {MARKER:g}")
