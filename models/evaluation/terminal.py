"""Writes the report for a terminal of 80 columns."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluation.reliability import Reliability
from evaluation.summary import ALL, Summary
from evaluation.timing import Cost, TimeSpread
from evaluation.words import format_interval, format_percent, name_doubt
from pi_bunco.chance.interval import compute_wilson_interval

WIDTH = 80
"""Columns of the report."""


def write_page(title: str, summaries: list[Summary], cost: Cost) -> Iterator[RenderableType]:
    """Yield the report from its heading to its last line."""
    whole = summaries[-1]
    yield Text(title, style="bold")
    yield ""
    yield _list_sources(summaries)
    yield ""
    yield _list_confidence(summaries)
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


def _list_sources(summaries: list[Summary]) -> Table:
    table = begin_table("Pictures", "", "accepted", "", "misread", "", "")
    for summary in summaries:
        score = summary.score
        table.add_row(
            Text(f"  {score.source}"),
            str(score.readable),
            format_percent(score.coverage),
            Text(format_interval(score.coverage_interval), style="dim"),
            _format_failures(score.wrong),
            format_percent(score.misread),
            Text(format_interval(score.misread_interval), style="dim"),
            style="bold" if score.source == ALL else "",
        )
    for summary in summaries:
        score = summary.score
        if score.unreadable:
            share = score.let_through / score.unreadable
            interval = compute_wilson_interval(share, score.unreadable)
            table.add_row(
                f"  {score.source}: unreadable",
                str(score.unreadable),
                format_percent(share),
                Text(format_interval(interval), style="dim"),
                _format_failures(score.let_through),
            )
    return table


def _format_failures(count: int) -> Text:
    return Text(str(count), style="bold red" if count else "green")


def _list_confidence(summaries: list[Summary]) -> Table:
    table = begin_table("Confidence, of all dice read", "dice", "wrong", "expected", "off by")
    for summary in summaries:
        table.add_row(f"  {summary.score.source}", *_format_reliability(summary.reliability))
    accepted = _format_reliability(summaries[-1].sure)
    table.add_row("  of them in accepted pictures", *accepted, style="bold")
    return table


def _format_reliability(all_dice: Reliability) -> tuple[str, ...]:
    return (
        str(all_dice.dice),
        str(all_dice.wrong),
        f"{all_dice.expected:.1f}",
        format_percent(all_dice.error),
    )


def _list_faces(summary: Summary) -> Table:
    table = begin_table("Faces taken for others", "mistaken", "missed", "invented")
    confusions = {"of all dice": summary.confusion, "in accepted pictures": summary.confusion_sure}
    for name, faces in confusions.items():
        table.add_row(f"  {name}", str(faces.mistaken), str(faces.missed), str(faces.invented))
    if summary.unmatched:
        table.add_row(Text(f"  {summary.unmatched} pictures could not be matched", style="dim"))
    return table


def list_doubts(summary: Summary) -> Table:
    """Return a table of the kinds of doubt, the most frequent first."""
    table = begin_table("Doubted for", "pictures", "")
    for kind, number in summary.doubts.items():
        table.add_row(f"  {name_doubt(kind)}", str(number), format_percent(number / summary.score.pictures))
    return table


def list_times(summary: Summary, cost: Cost, remark: str = "") -> Table:
    """Return a table of how long a read and each of its stages take, and of the memory."""
    table = begin_table("Time", "median", "9 of 10", "× fixed work")

    def add_row(name: str, spread: TimeSpread, style: str = "") -> None:
        cells = (f"{spread.median:.1f} ms", f"{spread.most:.1f} ms", f"{spread.median / cost.fixed:.2f}")
        table.add_row(f"  {name}", *cells, style=style)

    add_row("a read", summary.times.whole, "bold")
    for stage, spread in summary.times.stages.items():
        add_row(f"  {stage}", spread)
    table.add_row("  fixed work: a wide blur of 1280 pixels", f"{cost.fixed:.1f} ms", "", "1.00", style="dim")
    before = "" if cost.before is None else f", {cost.before:.0f} MB before the first read"
    table.add_row(f"  memory: {cost.memory:.0f} MB{before}{remark}", style="dim")
    return table
