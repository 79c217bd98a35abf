"""The papers of a game as PDF: forms, results, signs, cards, posters and certificates.

These functions load a PDF library that takes 50 MB and most of a second. A program that keeps running should
call :mod:`pi_bunco.paper.drawing_process` instead.
"""

from collections.abc import Callable, Sequence

from pi_bunco.paper.pdf.boards import Boards
from pi_bunco.paper.pdf.certificates import draw_certificates
from pi_bunco.paper.pdf.forms import draw_cards, draw_tallies
from pi_bunco.paper.pdf.leaves import Leaves
from pi_bunco.paper.pdf.ledger import draw_ledger
from pi_bunco.paper.pdf.place_cards import draw_place_cards
from pi_bunco.paper.pdf.posters import draw_codes
from pi_bunco.paper.pdf.results import draw_results
from pi_bunco.paper.pdf.signs import draw_table_signs, draw_walking_signs
from pi_bunco.paper.pdf_kinds import Code, Heading, PaperKind
from pi_bunco.rules import Game

_LEAVES: dict[str, Callable[[Leaves, Game], None]] = {
    "score-cards": draw_cards,
    "tallies": draw_tallies,
    "results": draw_results,
    "ledger": draw_ledger,
}
_BOARDS: dict[str, Callable[[Heading, Game], bytes]] = {
    "table-signs": draw_table_signs,
    "walking-signs": draw_walking_signs,
    "place-cards": draw_place_cards,
    "certificates": draw_certificates,
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
        If no suitable font is installed, or there is nothing to draw: nobody changes tables, or no award can
        be handed over yet.
    """
    if kind in _LEAVES:
        leaves = Leaves(heading)
        _LEAVES[kind](leaves, game)
        return leaves.finish()
    return _BOARDS[kind](heading, game)


def draw_posters(codes: Sequence[Code], heading: Heading) -> bytes:
    """Draw codes to scan, as a PDF.

    Parameters
    ----------
    codes
        The codes. One is a poster, several are cards to cut out.
    heading
        As for :func:`draw`, with its error.
    """
    boards = Boards(heading)
    draw_codes(boards, codes)
    return boards.finish()
