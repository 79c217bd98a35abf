"""The figures of a simulation as a page: tables for a terminal of 80 columns."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor, log10
from textwrap import fill

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.chance.dice import FACES, FAIR
from pi_bunco.chance.party import Plan
from pi_bunco.chance.simulate.figures import Figure, Section
from pi_bunco.chance.simulate.statistics import ROUNDING_ERROR

WIDTH = 80
"""Columns of a page."""

_MAX_FIGURES = 12
"""Of a longer list only both ends are shown."""

_OUTSIDE = (
    "Outside: chance alone does that to one figure in twenty, and figures of one page depend on each other."
)

_SECOND_DIGIT_BELOW = 2
"""An error whose first digit is below this is shown with a second digit."""


def make_page(plan: Plan, parties: int, seed: int, sections: tuple[Section, ...]) -> Iterator[RenderableType]:
    """Yield the page from its heading to its last line."""
    sets = plan.sheet.sets if plan.sets is None else plan.sets
    yield Text(
        f"{plan.sheet.title}: {plan.players} players, {sets} {'set' if sets == 1 else 'sets'}", style="bold"
    )
    yield Text(
        f"{parties:,} {'party' if parties == 1 else 'parties'} from seed {seed}, {_describe_dice(plan)}.\n"
    )
    for section in sections:
        yield _make_table(section)
        for remark in section.remarks:
            yield _make_remark(remark)
        if any(figure.agrees is False for figure in section.figures):
            yield _make_remark(_OUTSIDE)
        yield ""
    yield Text("In brackets: what holds the true figure 19 times out of 20.", style="dim")
    yield Text("Half and 9 of 10: half of all cases, and nine of ten, are no more than that.", style="dim")


def _make_remark(text: str) -> Text:
    return Text(fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "), style="dim")


def _describe_dice(plan: Plan) -> str:
    if plan.chances == FAIR:
        return "fair dice"
    faces = ", ".join(f"{face} {chance:.1%}" for face, chance in zip(FACES, plan.chances, strict=True))
    return f"loaded dice ({faces})"


def _make_table(section: Section) -> Table:
    table = Table(box=None, width=WIDTH, pad_edge=False, header_style="dim")
    table.add_column(Text(section.title, style="bold not dim cyan"), ratio=1, no_wrap=True)
    table.add_column("", justify="right", style="bold")
    table.add_column("", justify="right")
    spread = any(figure.median is not None for figure in section.figures)
    known = any(figure.known is not None for figure in section.figures)
    if spread:
        table.add_column("half", justify="right")
        table.add_column("9 of 10", justify="right")
    if known:
        table.add_column("must be", justify="right")
        table.add_column("")
    figures = section.figures
    for figure in figures if len(figures) <= _MAX_FIGURES else (*figures[:4], *figures[-4:]):
        cells = [Text(f"  {figure.text}"), *map(Text, format_figure(figure))]
        if spread:
            cells += [Text(_format_spread(number)) for number in (figure.median, figure.nine_of_ten)]
        if known:
            cells += [Text(format_known(figure)), _make_mark(figure)]
        table.add_row(*cells)
    return table


def format_figure(figure: Figure) -> tuple[str, str]:
    """Return the figure and its interval, with as many digits as the interval justifies.

    >>> format_figure(Figure("bunco", "Bunco", 0.00468, (0.00441, 0.00496), share=True))
    ('0.47 %', '[0.44 – 0.50]')
    >>> format_figure(Figure("wins", "Wins a player", 12.0))
    ('12.0', '')
    """
    times, sign = (100, " %") if figure.share else (1, "")
    value = figure.value * times
    if figure.interval is None:
        return f"{value:,.1f}{sign}", ""
    low, high = (end * times for end in figure.interval)
    digits = _count_digits((high - low) / 2)
    return f"{value:,.{digits}f}{sign}", f"[{low:,.{digits}f} – {high:,.{digits}f}]"


def _format_spread(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def _count_digits(half: float) -> int:
    """Return the digits after the point for half an interval: one of 3, two of 1.4."""
    if not half:
        return 1
    first = floor(log10(half))
    return min(max(-first + (half < _SECOND_DIGIT_BELOW * 10.0**first), 0), 5)


def format_known(figure: Figure) -> str:
    """Return the known figure, also as a fraction where it is a simple one.

    >>> format_known(Figure("nothing", "Nothing", 0.55, known=5 / 9, share=True))
    '120/216 = 55.56 %'
    >>> format_known(Figure("turn", "Throws a turn", 1.8, known=1.8))
    '9/5 = 1.8'
    """
    if figure.known is None:
        return ""
    value = f"{figure.known:.2%}".replace("%", " %") if figure.share else f"{figure.known:.4g}"
    throws = round(figure.known * 216)
    if figure.known < 1 and abs(figure.known * 216 - throws) < ROUNDING_ERROR:
        return f"{throws}/216 = {value}"
    fraction = Fraction(figure.known).limit_denominator(216)
    if abs(fraction - figure.known) > ROUNDING_ERROR or fraction.denominator == 1:
        return value
    return f"{fraction} = {value}"


def _make_mark(figure: Figure) -> Text:
    if figure.agrees is None:
        return Text("")
    return Text("✓", style="green") if figure.agrees else Text("outside", style="yellow")
