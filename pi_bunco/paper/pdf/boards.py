"""Pages to hang up or to set up: large letters that fit their area, panels, dice and codes to scan."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Literal

import segno
from fpdf.enums import XPos, YPos

from pi_bunco.paper.pdf import fonts
from pi_bunco.paper.pdf.leaves import BRASS, INK, MARGIN, POINT, Align, Leaves
from pi_bunco.paper.pdf_kinds import Heading
from pi_bunco.sentences import say

FELT = (16, 72, 61)
CREAM = (253, 248, 236)
WHITE = (255, 255, 255)

_LEXEND = Path(__file__).parent / "lexend"
_LINE = 1.22
"""The height of a line, in heights of its letters."""
_MAX_LINES = 3
_QUIET = 4
"""White modules around a code. Source: ISO/IEC 18004:2015, 5.3.8."""
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""The columns and rows of the pips on each face."""
# Signs that only direct text, and have no picture: Unicode's isolates around names.
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a page, in millimetres from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def shrink(self, by: float, across: float | None = None) -> "Area":
        """Return the area without a rim ``by`` millimetres high and ``across`` (if it differs) wide."""
        across = by if across is None else across
        return Area(self.x + across, self.y + by, self.width - 2 * across, self.height - 2 * by)

    def cut(self, top: float, height: float) -> "Area":
        """Return a strip of the area; both from 0 to 1, in heights of the area."""
        return Area(self.x, self.y + top * self.height, self.width, height * self.height)


@dataclass(frozen=True, slots=True)
class Letters:
    """The look of large words: the largest ``size`` in points, the weight, the colour, the alignment."""

    size: float
    bold: bool = True
    colour: tuple[int, int, int] = INK
    align: Align = "C"


class Boards(Leaves):
    """A PDF of signs, cards, posters and certificates.

    Parameters
    ----------
    heading
        The name and date of the evening, and the size of the paper.

    Raises
    ------
    pi_bunco.errors.Trouble
        If no suitable font is installed.
    """

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading)
        self.when = heading.line
        self._lexend = _LEXEND / "lexend-medium.ttf"
        self._pdf.add_font("lexend", "", self._lexend)
        self._pdf.add_font("lexend", "B", _LEXEND / "lexend-bold.ttf")

    def begin_board(self, title: str, orientation: Literal["portrait", "landscape"] = "portrait") -> Area:
        """Begin a page without a heading, and return all of it that printers can print on."""
        self._open_page(title, orientation)
        return Area(0, 0, float(self._pdf.w), float(self._pdf.h)).shrink(MARGIN)

    def split_page(self, title: str, count: int, across: int, down: int) -> Iterator[Area]:
        """Yield places for ``count`` things, side by side and below each other, with lines to cut along.

        A new page begins by itself when one is full. The lines reach the edges of the paper, so that cards
        have the same rim on all sides.
        """
        for number in range(count):
            row, column = divmod(number % (across * down), across)
            if row == column == 0:
                self._open_page(title)
                for line in range(1, across):
                    self._cut_along(self._pdf.w * line / across, 0, 0, self._pdf.h)
                for line in range(1, down):
                    self._cut_along(0, self._pdf.h * line / down, self._pdf.w, 0)
            width, height = self._pdf.w / across, self._pdf.h / down
            yield Area(column * width, row * height, width, height)

    def finish(self) -> bytes:
        """Return the PDF, with a last page about letters that no font has, if there are any."""
        missing, self._missing = self._missing, {}
        if missing:
            self.begin_page(say("Letters that are missing"))
            self._missing = missing
            super()._write_foot()
        self._open = False
        return super().finish()

    def _write_foot(self) -> None:
        """Write nothing below a board: people hang it up."""

    def _cut_along(self, x: float, y: float, across: float, down: float) -> None:
        self.draw_line(x, y, x + across, y + down, (190, 184, 166), dash=1.5)

    def turn_over(self, area: Area) -> AbstractContextManager[None]:
        """Return a context in which all is drawn upside down, around the middle of an area."""
        turned: AbstractContextManager[None] = self._pdf.rotation(
            180, area.x + area.width / 2, area.y + area.height / 2
        )
        return turned

    def draw_panel(
        self,
        area: Area,
        fill: tuple[int, int, int],
        edge: tuple[int, int, int],
        thick: float,
        *,
        round_: float,
    ) -> None:
        """Draw a filled panel with round corners and an edge ``thick`` millimetres wide."""
        self._pdf.set_fill_color(*fill)
        self._pdf.set_draw_color(*edge)
        self._pdf.set_line_width(thick)
        self._pdf.rect(
            area.x, area.y, area.width, area.height, style="DF", round_corners=True, corner_radius=round_
        )

    def draw_frame(self, area: Area, scale: float = 1) -> None:
        """Draw the look of all boards: cream with an edge of felt, and a brass line in it."""
        self.draw_panel(area.shrink(scale), CREAM, FELT, 2.2 * scale, round_=5 * scale)
        self.draw_panel(area.shrink(3.4 * scale), CREAM, BRASS, 0.5 * scale, round_=3.2 * scale)

    def write_in(self, area: Area, words: str, letters: Letters) -> None:
        """Write words as large as their area and ``letters`` allow, in up to three lines, and never cut.

        Words with a letter that Lexend lacks are written in the font of the forms.
        """
        words = self.translate(words).translate(_ISOLATES)
        if not words:
            return
        pdf = self._pdf
        family = "base" if fonts.find_missing(words, self._lexend) else "lexend"
        if family == "base":
            words = self._make_writable(words)
        pdf.set_font(family, "B" if letters.bold else "", 100)
        pdf.set_text_color(*letters.colour)
        fits = (self._fit(area, lines) for lines in _break_words(words))
        size, lines = max(((min(letters.size, size), lines) for size, lines in fits), key=lambda fit: fit[0])
        pdf.set_font_size(size)
        height = size * POINT * _LINE
        top = area.y + (area.height - height * len(lines)) / 2
        for number, line in enumerate(lines):
            pdf.set_xy(area.x, top + number * height)
            pdf.cell(area.width, height, line, align=letters.align, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def _fit(self, area: Area, lines: Sequence[str]) -> tuple[float, Sequence[str]]:
        """Return the largest size in points at which these lines fit into an area, and the lines."""
        widest = max(map(self._pdf.get_string_width, lines)) / 100
        return min(
            area.width / widest * 0.99 if widest else 1000, area.height / (len(lines) * _LINE * POINT)
        ), lines

    def draw_arrow(self, area: Area, colour: tuple[int, int, int]) -> None:
        """Draw an arrow to the right, as wide and high as its area."""
        head, shaft = area.height * 0.62, area.height * 0.34
        right, middle = area.x + area.width, area.y + area.height / 2
        neck, low, high = right - head, middle + shaft / 2, middle - shaft / 2
        self._pdf.set_fill_color(*colour)
        self._pdf.polygon(
            [
                (area.x, high), (neck, high), (neck, area.y), (right, middle),
                (neck, area.y + area.height), (neck, low), (area.x, low),
            ],
            style="F",
        )  # fmt: skip

    def draw_dice(self, area: Area, faces: Sequence[int]) -> None:
        """Draw a row of dice in the middle of an area, as high as it is."""
        edge = area.height
        left = area.x + (area.width - edge * (1.3 * len(faces) - 0.3)) / 2
        for number, face in enumerate(faces):
            x = left + number * edge * 1.3
            self.draw_panel(Area(x, area.y, edge, edge), WHITE, BRASS, edge / 24, round_=edge * 0.2)
            self._pdf.set_fill_color(*INK)
            for column, row in _PIPS[face]:
                self._pdf.circle(
                    x + edge * (0.25 + 0.25 * column),
                    area.y + edge * (0.25 + 0.25 * row),
                    edge * 0.09,
                    style="F",
                )

    def draw_code(self, area: Area, text: str) -> None:
        """Draw a text as a QR code on white, as large as a square in the middle of an area can be."""
        rows = [list(row) for row in segno.make(text, error="m", encoding="utf-8").matrix]
        edge = min(area.width, area.height)
        x, y = area.x + (area.width - edge) / 2, area.y + (area.height - edge) / 2
        self.draw_panel(Area(x, y, edge, edge), WHITE, WHITE, 0, round_=edge * 0.03)
        module = edge / (len(rows) + 2 * _QUIET)
        self._pdf.set_fill_color(*INK)
        for number, row in enumerate(rows):
            changes = [0, *(at for at in range(1, len(row)) if row[at] != row[at - 1]), len(row)]
            for start, end in pairwise(changes):
                if row[start]:
                    self._pdf.rect(
                        x + (_QUIET + start) * module, y + (_QUIET + number) * module,
                        (end - start) * module, module * 1.02, style="F",
                    )  # fmt: skip


def _break_words(words: str) -> Iterator[Sequence[str]]:
    """Yield the ways to write words in one to three lines; of each number of lines the most even way.

    >>> list(_break_words("Anna Maria von Berg"))
    [('Anna Maria von Berg',), ('Anna Maria', 'von Berg'), ('Anna', 'Maria', 'von Berg')]
    """
    parts = words.split()
    for count in range(1, min(_MAX_LINES, len(parts)) + 1):
        ways = (
            tuple(" ".join(parts[start:end]) for start, end in pairwise((0, *ends, len(parts))))
            for ends in combinations(range(1, len(parts)), count - 1)
        )
        yield min(ways, key=lambda lines: max(map(len, lines)))
