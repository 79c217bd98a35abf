"""Certificates as PDF: a page for each winner of an award that is settled."""

from pi_bunco.paper.honours import Honour, list_honours
from pi_bunco.paper.pdf.boards import FELT, Boards, Letters
from pi_bunco.paper.pdf.leaves import BRASS, SOFT
from pi_bunco.paper.pdf_kinds import Heading, NothingToPrint, join_facts
from pi_bunco.rules import Game
from pi_bunco.sentences import say

_DICE = (6, 6, 6)


def draw_certificates(heading: Heading, game: Game) -> bytes:
    """Draw a certificate for each winner.

    Raises
    ------
    NothingToPrint
        If no award can be handed over yet.
    """
    honours = list_honours(game)
    if not honours:
        raise NothingToPrint(
            say("No award can be handed over yet."),
            say("Print certificates when the game is over and everything is confirmed."),
        )
    boards = Boards(heading)
    for honour in honours:
        _draw_certificate(boards, honour, game.sheet.title)
    return boards.finish()


def _draw_certificate(boards: Boards, honour: Honour, sheet: str) -> None:
    page = boards.begin_board(say("Certificates"), "landscape")
    boards.draw_frame(page)
    inside = page.shrink(10, 20)
    boards.draw_dice(inside.cut(0.03, 0.1), _DICE)
    boards.write_in(inside.cut(0.16, 0.14), honour.award, Letters(44, colour=BRASS))
    boards.write_in(inside.cut(0.3, 0.06), say("goes to"), Letters(16, bold=False, colour=SOFT))
    boards.write_in(inside.cut(0.36, 0.25), honour.winner, Letters(72, colour=FELT))
    middle = inside.x + inside.width / 2
    y = inside.y + 0.63 * inside.height
    boards.draw_line(middle - 45, y, middle + 45, y, BRASS, 0.6)
    facts = join_facts((honour.earned, honour.prize))
    boards.write_in(inside.cut(0.64, 0.1), honour.players, Letters(18, bold=False))
    boards.write_in(inside.cut(0.73 if honour.players else 0.66, 0.1), facts, Letters(24))
    rules = say("Bunco by the rules “{sheet}”", sheet=sheet)
    boards.write_in(inside.cut(0.86, 0.06), boards.when or rules, Letters(18))
    boards.write_in(
        inside.cut(0.93, 0.05), rules if boards.when else "", Letters(13, bold=False, colour=SOFT)
    )
