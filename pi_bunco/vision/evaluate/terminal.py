"""The report for a terminal of 80 columns."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.interval import compute_wilson_interval
from pi_bunco.vision.evaluate.score import ReadingScore
from pi_bunco.vision.evaluate.summary import ALL, Summary
from pi_bunco.vision.evaluate.timing import Cost, TimeSpread
from pi_bunco.vision.evaluate.words import ends, kind_of, percent

WIDTH = 80
"""Columns of the page."""


def page(title: str, table: list[Summary], cost: Cost) -> Iterator[RenderableType]:
    """Yield the page from its heading to its last line."""
    whole = table[-1]
    yield Text(title, style="bold")
    yield ""
    yield _sources(table)
    yield ""
    yield _honesty(table)
    yield ""
    yield _faces(whole)
    if whole.doubts:
        yield ""
        yield doubts_of(whole)
    yield ""
    yield times_of(whole, cost)
    yield ""
    yield Text("In brackets: what holds the true share with 95 % confidence (Wilson).", style="dim")
    yield Text("Silent misreads: of the accepted. Memory: the whole process at its peak.", style="dim")


def block(title: str, *columns: str) -> Table:
    """Begin a table: its title and what its columns of numbers are called."""
    table = Table(box=None, width=WIDTH, pad_edge=False, header_style="dim")
    table.add_column(Text(title, style="bold not dim cyan"), ratio=1, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _sources(table: list[Summary]) -> Table:
    drawn = block("Pictures", "", "accepted", "", "misread", "", "")
    for summary in table:
        score = summary.score
        drawn.add_row(
            Text(f"  {score.source}"),
            str(score.readable),
            percent(score.coverage),
            Text(ends(score.coverage_interval), style="dim"),
            _wrong(score),
            percent(score.misread),
            Text(ends(score.misread_interval), style="dim"),
            style="bold" if score.source == ALL else "",
        )
    for summary in table:
        score = summary.score
        if score.unreadable:
            text = f"  {score.source}: unreadable"
            through = compute_wilson_interval(score.let_through / score.unreadable, score.unreadable)
            share = percent(score.let_through / score.unreadable)
            drawn.add_row(
                text, str(score.unreadable), share, Text(ends(through), style="dim"), _through(score)
            )
    return drawn


def _wrong(score: ReadingScore) -> Text:
    return Text(str(score.wrong), style="bold red" if score.wrong else "green")


def _through(score: ReadingScore) -> Text:
    return Text(f"{score.let_through}", style="bold red" if score.let_through else "green")


def _honesty(table: list[Summary]) -> Table:
    drawn = block("Confidence, of all dice read", "dice", "wrong", "expected", "off by")
    for summary in table:
        one = summary.reliability
        name = f"  {summary.score.source}"
        drawn.add_row(name, str(one.dice), str(one.wrong), f"{one.expected:.1f}", percent(one.error))
    sure = table[-1].sure
    drawn.add_row(
        "  of them in accepted pictures", str(sure.dice), str(sure.wrong), f"{sure.expected:.1f}",
        percent(sure.error), style="bold",
    )  # fmt: skip
    return drawn


def _faces(summary: Summary) -> Table:
    every, sure = summary.confusion, summary.confusion_sure
    drawn = block("Faces taken for others", "mistaken", "missed", "invented")
    for name, one in (("of all dice", every), ("in accepted pictures", sure)):
        drawn.add_row(f"  {name}", str(one.mistaken), str(one.missed), str(one.invented))
    if summary.unmatched:
        drawn.add_row(Text(f"  {summary.unmatched} pictures could not be matched", style="dim"))
    return drawn


def doubts_of(summary: Summary) -> Table:
    """Return the kinds of doubt, the most frequent first."""
    drawn = block("Doubted for", "pictures", "")
    for kind, number in summary.doubts.items():
        drawn.add_row(f"  {kind_of(kind)}", str(number), percent(number / summary.score.pictures))
    return drawn


def times_of(summary: Summary, cost: Cost, remark: str = "") -> Table:
    """Return how long a read and each of its stages take, and the memory."""
    drawn = block("Time", "median", "9 of 10", "× fixed work")

    def row(name: str, spread: TimeSpread, style: str = "") -> None:
        cells = (f"{spread.median:.1f} ms", f"{spread.most:.1f} ms", f"{spread.median / cost.fixed:.2f}")
        drawn.add_row(f"  {name}", *cells, style=style)

    row("a read", summary.times.whole, "bold")
    for stage, spread in summary.times.stages.items():
        row(f"  {stage}", spread)
    drawn.add_row("  fixed work: a wide blur of 1280 pixels", f"{cost.fixed:.1f} ms", "", "1.00", style="dim")
    before = "" if cost.before is None else f", {cost.before:.0f} MB before the first read"
    drawn.add_row(f"  memory: {cost.memory:.0f} MB{before}{remark}", style="dim")
    return drawn
