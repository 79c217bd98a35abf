"""Writes the report for a terminal of 80 columns."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.interval import compute_wilson_interval
from pi_bunco.vision.evaluate.score import ReadingScore
from pi_bunco.vision.evaluate.summary import ALL, Summary
from pi_bunco.vision.evaluate.timing import Cost, TimeSpread
from pi_bunco.vision.evaluate.words import format_interval, format_percent, name_doubt

WIDTH = 80
"""Columns of the report."""


def write_page(title: str, table: list[Summary], cost: Cost) -> Iterator[RenderableType]:
    """Yield the report from its heading to its last line."""
    whole = table[-1]
    yield Text(title, style="bold")
    yield ""
    yield _list_sources(table)
    yield ""
    yield _list_confidence(table)
    yield ""
    yield _list_faces(whole)
    if whole.doubts:
        yield ""
        yield list_doubts(whole)
    yield ""
    yield list_times(whole, cost)
    yield ""
    yield Text("In brackets: what holds the true share with 95 % confidence (Wilson).", style="dim")
    yield Text("Silent misreads: of the accepted. Memory: the whole process at its peak.", style="dim")


def begin_table(title: str, *columns: str) -> Table:
    """Return a table without rows: its title, and the headings of its columns of numbers."""
    table = Table(box=None, width=WIDTH, pad_edge=False, header_style="dim")
    table.add_column(Text(title, style="bold not dim cyan"), ratio=1, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _list_sources(table: list[Summary]) -> Table:
    drawn = begin_table("Pictures", "", "accepted", "", "misread", "", "")
    for summary in table:
        score = summary.score
        drawn.add_row(
            Text(f"  {score.source}"),
            str(score.readable),
            format_percent(score.coverage),
            Text(format_interval(score.coverage_interval), style="dim"),
            _format_wrong(score),
            format_percent(score.misread),
            Text(format_interval(score.misread_interval), style="dim"),
            style="bold" if score.source == ALL else "",
        )
    for summary in table:
        score = summary.score
        if score.unreadable:
            text = f"  {score.source}: unreadable"
            through = compute_wilson_interval(score.let_through / score.unreadable, score.unreadable)
            share = format_percent(score.let_through / score.unreadable)
            drawn.add_row(
                text,
                str(score.unreadable),
                share,
                Text(format_interval(through), style="dim"),
                _format_let_through(score),
            )
    return drawn


def _format_wrong(score: ReadingScore) -> Text:
    return Text(str(score.wrong), style="bold red" if score.wrong else "green")


def _format_let_through(score: ReadingScore) -> Text:
    return Text(f"{score.let_through}", style="bold red" if score.let_through else "green")


def _list_confidence(table: list[Summary]) -> Table:
    drawn = begin_table("Confidence, of all dice read", "dice", "wrong", "expected", "off by")
    for summary in table:
        every = summary.reliability
        name = f"  {summary.score.source}"
        drawn.add_row(
            name, str(every.dice), str(every.wrong), f"{every.expected:.1f}", format_percent(every.error)
        )
    sure = table[-1].sure
    drawn.add_row(
        "  of them in accepted pictures", str(sure.dice), str(sure.wrong), f"{sure.expected:.1f}",
        format_percent(sure.error), style="bold",
    )  # fmt: skip
    return drawn


def _list_faces(summary: Summary) -> Table:
    every, sure = summary.confusion, summary.confusion_sure
    drawn = begin_table("Faces taken for others", "mistaken", "missed", "invented")
    for name, faces in (("of all dice", every), ("in accepted pictures", sure)):
        drawn.add_row(f"  {name}", str(faces.mistaken), str(faces.missed), str(faces.invented))
    if summary.unmatched:
        drawn.add_row(Text(f"  {summary.unmatched} pictures could not be matched", style="dim"))
    return drawn


def list_doubts(summary: Summary) -> Table:
    """Return a table of the kinds of doubt, the most frequent first."""
    drawn = begin_table("Doubted for", "pictures", "")
    for kind, number in summary.doubts.items():
        drawn.add_row(f"  {name_doubt(kind)}", str(number), format_percent(number / summary.score.pictures))
    return drawn


def list_times(summary: Summary, cost: Cost, remark: str = "") -> Table:
    """Return a table of how long a read and each of its stages take, and of the memory."""
    drawn = begin_table("Time", "median", "9 of 10", "× fixed work")

    def add_row(name: str, spread: TimeSpread, style: str = "") -> None:
        cells = (f"{spread.median:.1f} ms", f"{spread.most:.1f} ms", f"{spread.median / cost.fixed:.2f}")
        drawn.add_row(f"  {name}", *cells, style=style)

    add_row("a read", summary.times.whole, "bold")
    for stage, spread in summary.times.stages.items():
        add_row(f"  {stage}", spread)
    drawn.add_row("  fixed work: a wide blur of 1280 pixels", f"{cost.fixed:.1f} ms", "", "1.00", style="dim")
    before = "" if cost.before is None else f", {cost.before:.0f} MB before the first read"
    drawn.add_row(f"  memory: {cost.memory:.0f} MB{before}{remark}", style="dim")
    return drawn
