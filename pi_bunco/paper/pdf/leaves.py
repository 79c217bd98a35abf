"""The pages of a paper: boxes, lines and words in millimetres from the upper left corner."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from pi_bunco.languages import find_catalogue
from pi_bunco.paper.pdf import fonts
from pi_bunco.paper.pdf_kinds import Heading
from pi_bunco.sentences import Sentence, say, say_list, say_series, translate, translate_name

MARGIN = 10.0
"""White around everything, in millimetres. Every printer keeps it."""

INK = (38, 50, 44)
SOFT = (105, 112, 104)
RULE = (190, 184, 166)
BRASS = (172, 132, 54)

_BETWEEN_NAMES = re.compile(" & |, ")

POINT = 25.4 / 72
"""Millimetres in a point."""
_MAX_SHRINK = 1.5
"""Words that are wider than their place by more than this factor are written in two lines."""
_MAX_NAMED = 6
"""Most names in the foot of a page."""

Align = Literal["L", "C", "R"]


@dataclass(frozen=True, slots=True)
class Lettering:
    """The look of words: ``size`` in points, weight, colour and alignment."""

    size: float = 10
    bold: bool = False
    colour: tuple[int, int, int] = INK
    align: Align = "L"


class Leaves:
    """A PDF that is drawn page by page.

    Parameters
    ----------
    heading
        The text on every page, and the size of the paper.

    Raises
    ------
    pi_bunco.errors.Trouble
        If no suitable font is installed.
    """

    def __init__(self, heading: Heading) -> None:
        self._heading = heading
        self._catalogue = find_catalogue(heading.language)
        self._pdf = FPDF(unit="mm", format=heading.size)
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same drawing makes the same file
        self._pdf.set_producer("pi-bunco")
        self._base, bold = fonts.find_base()
        self._pdf.add_font("base", "", self._base)
        self._pdf.add_font("base", "B", bold)
        self._pdf.set_text_shaping(use_shaping_engine=True)
        self._fallbacks: list[str] = []
        self._writable: dict[str, str] = {}
        # The names on this page with letters that no font has, and the packages with such fonts.
        self._missing: dict[str, set[str]] = {}
        self._open = False

    @property
    def width(self) -> float:
        """The width between the margins, in millimetres."""
        return float(self._pdf.w) - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Where the content of a page must end. The foot is below."""
        return float(self._pdf.h) - MARGIN - 9

    def begin_page(self, title: str) -> float:
        """Begin a page with its title, and return where its content begins, in millimetres."""
        self._open_page(title)
        half = self.width / 2
        self.write(MARGIN, MARGIN, half, title, Lettering(15, bold=True))
        self.write(
            MARGIN + half, MARGIN + 1.5, half, self._heading.line, Lettering(10, colour=SOFT, align="R")
        )
        self.draw_line(MARGIN, MARGIN + 8.5, MARGIN + self.width, MARGIN + 8.5, BRASS, 0.5)
        return MARGIN + 12

    def _open_page(self, title: str, orientation: Literal["portrait", "landscape"] = "portrait") -> None:
        self._write_foot()
        self._pdf.add_page(orientation)
        self._open = True
        if not self._pdf.title:
            self._pdf.set_title(self.translate(title))

    def translate(self, words: str) -> str:
        """Return words in the language of the paper."""
        if not isinstance(words, Sentence):
            return translate_name(words, self._catalogue)
        return translate(words, self._catalogue)

    def write(self, x: float, y: float, width: float, words: str, lettering: Lettering) -> None:
        """Write words with their upper left corner at ``x``, ``y``.

        Long words are written in two lines or smaller.
        """
        words = self._make_writable(self.translate(words))
        if not words:
            return
        pdf = self._pdf
        pdf.set_font("base", "B" if lettering.bold else "", lettering.size)
        pdf.set_text_color(*lettering.colour)
        height = lettering.size * POINT * 1.25
        folded = _halve(words) if pdf.get_string_width(words) > width * _MAX_SHRINK else (words,)
        needed = max(map(pdf.get_string_width, folded))
        size = min(lettering.size, lettering.size * width / needed * 0.995)
        pdf.set_font_size(min(size, lettering.size * 0.62) if len(folded) > 1 else size)
        for number, line in enumerate(folded):
            pdf.set_xy(x, y + number * height / len(folded))
            pdf.cell(
                width, height / len(folded), line, align=lettering.align, new_x=XPos.RIGHT, new_y=YPos.TOP
            )

    def draw_box(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a thin empty box."""
        self._pdf.set_draw_color(*RULE)
        self._pdf.set_line_width(0.2)
        self._pdf.rect(x, y, width, height)

    def draw_line(  # noqa: PLR0913, PLR0917 - two ends, and how it looks
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        colour: tuple[int, int, int] = RULE,
        thick: float = 0.2,
        *,
        dash: float = 0,
    ) -> None:
        """Draw a line ``thick`` millimetres wide. ``dash`` is the length of its dashes."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(thick)
        self._pdf.set_dash_pattern(dash, dash)
        self._pdf.line(x, y, to_x, to_y)
        self._pdf.set_dash_pattern()

    def write_row(
        self, y: float, height: float, cells: Iterable[tuple[float, str, Lettering]], *, x: float = MARGIN
    ) -> None:
        """Write cells side by side, each with its width, and draw a line under them."""
        start = x
        for width, words, lettering in cells:
            top = y + (height - lettering.size * POINT * 1.25) / 2
            self.write(x + 0.8, top, width - 1.6, words, lettering)
            x += width
        self.draw_line(start, y + height, x, y + height)

    def finish(self) -> bytes:
        """Return the PDF."""
        self._write_foot()
        self._open = False
        return bytes(self._pdf.output())

    def _write_foot(self) -> None:
        """Write the foot of a page: its number, names with letters that no font has, and what to install."""
        if not self._open:
            return
        missing, self._missing = self._missing, {}
        y = float(self._pdf.h) - MARGIN - 4
        right = MARGIN + self.width
        self.write(right - 15, y, 15, f"{self._pdf.page_no()}", Lettering(8, colour=SOFT, align="R"))
        if missing:
            names: str = say_series([*missing][:_MAX_NAMED])
            if len(missing) > _MAX_NAMED:
                names = say("{names} and {count} more", names=names, count=len(missing) - _MAX_NAMED)
            text = say(
                "No font here has all letters of: {names}. ▯ stands for each that is missing.", names=names
            )
            packages = say_list(sorted(set().union(*missing.values())))
            remedy = say("Install {packages}, then print again.", packages=packages)
            self.write(MARGIN, y - 4, self.width - 18, text, Lettering(8, bold=True))
            self.write(MARGIN, y, self.width - 18, remedy, Lettering(8))

    def _make_writable(self, words: str) -> str:
        """Return words with ▯ for each letter that no font has, and note such words for the page's foot."""
        if words not in self._writable:
            self._writable[words] = self._replace_missing(words)
        writable = self._writable[words]
        if "▯" in writable and "▯" not in words:
            pairs = zip(_BETWEEN_NAMES.split(words), _BETWEEN_NAMES.split(writable), strict=True)
            for name, written in pairs:
                lost = [
                    letter for letter in name if letter not in written and not fonts.spell_picture(letter)
                ]
                if lost:
                    codes = " ".join(dict.fromkeys(f"U+{ord(letter):04X}" for letter in lost))
                    self._missing[f"{written} ({codes})"] = set(map(fonts.name_package, lost))
        return writable

    def _replace_missing(self, words: str) -> str:
        """Load the fonts that words need, and replace letters that no font has."""
        lacking = fonts.find_missing(words, self._base)
        if not lacking:
            return words
        paths, missing = fonts.find_fallbacks(lacking)
        for path in paths:
            if path.as_posix() not in self._fallbacks:
                self._fallbacks.append(path.as_posix())
                self._pdf.add_font(path.as_posix(), "", path)
        self._pdf.set_fallback_fonts(self._fallbacks, exact_match=False)
        return "".join(
            fonts.spell_picture(letter) or "▯" if letter in missing else letter for letter in words
        )


def _halve(words: str) -> tuple[str, ...]:
    """Split words at the space nearest to the middle. Without a space they stay one line.

    >>> _halve("one two three")
    ('one two', 'three')
    """
    spaces = [place for place, letter in enumerate(words) if letter == " "]
    if not spaces:
        return (words,)
    middle = min(spaces, key=lambda place: abs(place - len(words) / 2))
    return words[:middle], words[middle + 1 :]
