"""Draws a paper in a separate process, because the PDF library takes 50 MB that a small Pi does not have."""

from collections.abc import Sequence

from pi_bunco.machine.apart import run_apart
from pi_bunco.paper.pdf_kinds import Code, Heading, PaperKind
from pi_bunco.rules import Game


def draw_in_process(kind: PaperKind, game: Game, heading: Heading) -> bytes:
    """Draw a paper as :func:`pi_bunco.paper.pdf.draw` does, in a process that ends afterwards.

    Any thread may call this. Two at once might need more memory than a small Pi has.

    Raises
    ------
    Trouble
        If no suitable font is installed, or there is nothing to draw.
    """
    return run_apart(_draw, kind, game, heading)


def draw_posters_in_process(codes: Sequence[Code], heading: Heading) -> bytes:
    """Draw codes as :func:`pi_bunco.paper.pdf.draw_posters` does; otherwise like :func:`draw_in_process`."""
    return run_apart(_draw_posters, codes, heading)


def _draw(kind: PaperKind, game: Game, heading: Heading) -> bytes:
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - only the other process needs it

    return draw(kind, game, heading)


def _draw_posters(codes: Sequence[Code], heading: Heading) -> bytes:
    from pi_bunco.paper.pdf import draw_posters  # noqa: PLC0415 - likewise

    return draw_posters(codes, heading)
