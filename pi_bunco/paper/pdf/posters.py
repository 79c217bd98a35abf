"""Codes to scan as PDF: one as a poster, or several as cards, four on a page."""

from collections.abc import Sequence

from pi_bunco.paper.pdf.boards import CREAM, FELT, Area, Boards, Letters
from pi_bunco.paper.pdf.leaves import BRASS, MARGIN, SOFT
from pi_bunco.paper.pdf_kinds import Code

_TYPED = 0.075
"""The height of what people can type, in heights of the poster."""


def draw_codes(boards: Boards, codes: Sequence[Code]) -> None:
    """Draw one code as a poster, and several as cards to cut out, four on a page."""
    if len(codes) == 1:
        _draw_poster(boards, boards.begin_board(codes[0].title), codes[0])
        return
    places = boards.split_page(codes[0].title, len(codes), 2, 2)
    for code, area in zip(codes, places, strict=True):
        _draw_poster(boards, area.shrink(MARGIN), code)


def _draw_poster(boards: Boards, area: Area, code: Code) -> None:
    scale = area.width / 190  # of the letters; 1 on a whole page of A4
    boards.draw_frame(area)
    head = Area(area.x + 3.6, area.y + 3.6, area.width - 7.2, area.height * 0.15)
    boards.draw_panel(head, FELT, FELT, 0, round_=3)
    boards.write_in(head.shrink(2, 6), code.title, Letters(54 * max(scale, 0.6), colour=CREAM))
    inside = area.shrink(8, 9)
    boards.draw_code(inside.cut(0.16, 0.53), code.text)
    boards.write_in(inside.cut(0.7, 0.11), code.help, Letters(19 * max(scale, 0.55), bold=False))
    first = 0.89 - _TYPED * len(code.typed) / 2
    for number, (name, typed) in enumerate(code.typed):
        row = inside.cut(first + number * _TYPED, _TYPED)
        if name:
            boards.write_in(row.cut(0, 0.36), name, Letters(12, bold=False, colour=BRASS))
            row = row.cut(0.36, 0.64)
        boards.write_in(row, typed, Letters(26 * max(scale, 0.5)))
    boards.write_in(inside.cut(0.965, 0.045), boards.when, Letters(11, bold=False, colour=SOFT))
