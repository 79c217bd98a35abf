"""Score cards, tallies and results as PDF.

:func:`draw` loads a PDF library that takes 50 MB and most of a second. A program that keeps running should
call :func:`pi_bunco.paper.drawing_process.draw_in_process` instead.
"""

from collections.abc import Callable

from pi_bunco.paper.pdf.forms import draw_cards, draw_tallies
from pi_bunco.paper.pdf.leaves import Leaves
from pi_bunco.paper.pdf.results import draw_results
from pi_bunco.paper.pdf_kinds import Heading, PaperKind
from pi_bunco.rules import Game

_DRAW: dict[PaperKind, Callable[[Leaves, Game], None]] = {
    "score-cards": draw_cards,
    "tallies": draw_tallies,
    "results": draw_results,
}


def draw(kind: PaperKind, game: Game, heading: Heading) -> bytes:
    """Draw one of a game's papers.

    Parameters
    ----------
    kind
        Which one.
    game
        The game so far. What is not played yet is left blank to write on.
    heading
        The text on every page, and the size of the paper.

    Returns
    -------
    bytes
        The PDF.

    Raises
    ------
    pi_bunco.errors.Trouble
        If no suitable font is installed.
    """
    leaves = Leaves(heading)
    _DRAW[kind](leaves, game)
    return leaves.finish()
