"""The report of a rehearsal on calibrated mats, for a terminal of 80 columns."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.app.rehearsal.result import MANY_MATS, THROWS, MatResult, PictureTally
from pi_bunco.vision.evaluate.terminal import begin_table, list_doubts, list_times
from pi_bunco.vision.evaluate.words import format_interval, format_percent


def make_page(result: MatResult, seed: int) -> Iterator[RenderableType]:
    """Return the report as text."""
    mats = "on many mats" if result.goal is MANY_MATS else "on one mat"
    yield Text(f"{result.wrong.pictures:,} throws {mats}, seed {seed}", style="bold")
    yield ""
    yield _draw_throws(result)
    if result.bare:
        yield ""
        yield _draw_bare(result)
    if result.readable.doubts:
        yield ""
        yield list_doubts(result.readable)
    yield ""
    yield list_times(result.readable, result.cost, " a process, with the renderer")
    yield ""
    yield _say_verdict(result)
    yield Text("In brackets: what holds the true share with 95 % confidence (Wilson).", style="dim")


def _draw_throws(result: MatResult) -> Table:
    drawn = begin_table("Throws", "", "accepted", "", "", "must be")
    goal = result.goal
    _add_row(
        drawn,
        result.accepted,
        f"≥ {100 * goal.accepted:.0f} %",
        good=result.accepted.share >= goal.accepted,
        name="readable: three flat dice",
    )
    most = f"≤ {100 * goal.unreadable:.0f} %" if goal.unreadable else "0"
    for tally in result.unreadable:
        _add_row(drawn, tally, most, good=tally.share <= goal.unreadable)
    _add_row(drawn, result.wrong, "0", good=not result.wrong.hits, name="misread, of all throws")
    return drawn


def _draw_bare(result: MatResult) -> Table:
    drawn = begin_table("No dice at all", "reads", "as dice", "", "", "must be")
    for tally in result.bare:
        _add_row(drawn, tally, "0", good=not tally.hits)
    return drawn


def _add_row(drawn: Table, tally: PictureTally, must: str, *, good: bool, name: str = "") -> None:
    drawn.add_row(
        f"  {name or tally.kind}",
        f"{tally.pictures:,}",
        Text(f"{tally.hits:,}", style="green" if good else "bold red"),
        format_percent(tally.share),
        Text(format_interval(tally.interval), style="dim"),
        Text(must, style="dim"),
    )


def _say_verdict(result: MatResult) -> Text:
    if result.reached:
        more = f" But it is asked of {THROWS:,} throws: --throws {THROWS}."
        return Text(f"All as it must be.{more if result.wrong.pictures < THROWS else ''}", style="green")
    return Text("Not yet as it must be: see the red figures.", style="bold red")
