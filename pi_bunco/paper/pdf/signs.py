"""Signs for the tables as PDF: their numbers, and where winners and losers walk after a round."""

from pi_bunco.paper.pdf.boards import CREAM, FELT, Area, Boards, Letters
from pi_bunco.paper.pdf.leaves import BRASS, MARGIN, SOFT
from pi_bunco.paper.pdf_kinds import Heading, NothingToPrint, join_facts
from pi_bunco.paper.walking import WalkingSign, list_walking_signs
from pi_bunco.rules import Game
from pi_bunco.rules.night import list_teams
from pi_bunco.sentences import say

_DICE = (6, 6, 6)
_ON_PAGE = 2
"""Walking signs on a page."""


def draw_table_signs(heading: Heading, game: Game) -> bytes:
    """Draw a sign for each table, on a sheet that is folded in the middle, so that it stands like a tent."""
    boards, teams = Boards(heading), list_teams(game) if game.sheet.move_among == "groups" else {}
    for number in range(1, len(game.seats) + 1):
        page = boards.begin_board(say("Table signs"))
        middle = page.y + page.height / 2
        half = Area(page.x, middle, page.width, page.height / 2).shrink(MARGIN / 2, 0)
        lower = Area(half.x, half.y + MARGIN / 4, half.width, half.height + MARGIN / 4)
        team = next((teams[name] for name in game.seats[number - 1] if name in teams), "")
        foot = join_facts((team, boards.when))
        _draw_face(boards, lower, number, foot)
        with boards.turn_over(page):
            _draw_face(boards, lower, number, foot)
        boards.draw_line(0, middle, page.width + 2 * MARGIN, middle, dash=2)
        boards.write_in(
            Area(page.x, middle - 3.5, page.width, 3), say("fold here"), Letters(7, bold=False, colour=SOFT)
        )
    return boards.finish()


def _draw_face(boards: Boards, area: Area, number: int, foot: str) -> None:
    boards.draw_frame(area)
    inside = area.shrink(8, 12)
    head = say("Head table") if number == 1 else say("Table")
    boards.write_in(inside.cut(0, 0.16), head, Letters(34, bold=False, colour=BRASS))
    boards.write_in(inside.cut(0.03, 0.94), f"{number}", Letters(400, colour=FELT))
    boards.draw_dice(inside.cut(0.84, 0.08), _DICE)
    boards.write_in(inside.cut(0.94, 0.07), foot, Letters(12, bold=False, colour=SOFT))


def draw_walking_signs(heading: Heading, game: Game) -> bytes:
    """Draw a sign for each table that somebody leaves after a round, two on a page.

    Raises
    ------
    NothingToPrint
        If nobody changes tables.
    """
    signs = list_walking_signs(game)
    if not signs:
        raise NothingToPrint(
            say("In this game nobody changes tables."),
            say("Print other papers; walking signs are not needed."),
        )
    boards = Boards(heading)
    places = boards.split_page(say("Walking signs"), len(signs), 1, _ON_PAGE)
    for sign, area in zip(signs, places, strict=True):
        _draw_walking_sign(boards, area.shrink(MARGIN), sign)
    return boards.finish()


def _draw_walking_sign(boards: Boards, area: Area, sign: WalkingSign) -> None:
    boards.draw_frame(area)
    head = Area(area.x + 3.6, area.y + 3.6, area.width - 7.2, area.height * 0.24)
    boards.draw_panel(head, FELT, FELT, 0, round_=3)
    title = say("Table {table}", table=sign.table)
    boards.write_in(head.shrink(2, 8), title, Letters(54, colour=CREAM))
    body = Area(area.x + 10, head.y + head.height + 4, area.width - 20, area.height - head.height - 12)
    share = 1 / len(sign.lines)
    for number, line in enumerate(sign.lines):
        row = body.cut(number * share, share)
        arrow = 26 if line.leaves else 0
        boards.write_in(
            Area(row.x, row.y, row.width - arrow, row.height).shrink(3, 0),
            line.text,
            Letters(46, bold=line.leaves, colour=FELT if line.leaves else SOFT, align="L"),
        )
        if arrow:
            boards.draw_arrow(Area(row.x + row.width - 22, row.y + row.height / 2 - 9, 22, 18), BRASS)
        if number:
            boards.draw_line(row.x, row.y, row.x + row.width, row.y, BRASS, 0.4)
