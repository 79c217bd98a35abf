"""Writes the report as one HTML file that needs no network, with pictures of the failures."""

from collections.abc import Callable
from html import escape
from pathlib import Path

from evaluation.chart import draw_bars, draw_diagram
from evaluation.confusion import FACES, NONE
from evaluation.pictures import write_figure
from evaluation.score import PictureCase, PictureOutcome, ReadingScore
from evaluation.style import make_style
from evaluation.summary import ALL, Summary
from evaluation.timing import Cost
from evaluation.words import format_interval, format_percent, name_doubt
from pi_bunco.frames import Image

_HEAD = (
    "<th>source<th class=narrow>pictures<th>accepted<th class=narrow><th class=narrow>right"
    "<th>silent misreads<th class=narrow>median"
)


def write_page(  # noqa: PLR0913 - the measurements, and how to show them
    title: str,
    table: list[Summary],
    cost: Cost,
    cases: list[PictureCase],
    *,
    load: Callable[[Path], Image],
    note: str = "",
    font: bytes | None = None,
) -> str:
    """Return the page.

    Parameters
    ----------
    title
        What was measured.
    table
        The sources; if there are several, the last one is all of them together.
    cost
        The time and memory of the run.
    cases
        Every case. The page shows those that failed, misreads first.
    load
        Returns the picture at a path.
    note
        A sentence with anything else to know about the reader; ``""``: nothing.
    font
        The font Lexend as WOFF2, to embed in the page; ``None``: use an installed Lexend.

    Returns
    -------
    str
        HTML that needs no other file.
    """
    wrong = [case for case in cases if case.outcome is PictureOutcome.WRONG]
    doubtful = [case for case in cases if case.failed and case.outcome is PictureOutcome.DOUBTFUL]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}</title><style>{make_style(font)}</style><main>",
        f"<h1>{escape(title)}</h1>",
        "<p class=lead>Accepted: what the reader did not doubt. Silent misreads: accepted, but different",
        "from the label. In brackets: the interval of 95 % confidence (Wilson).</p>",
        f'<p class="card note">{escape(note)}</p>' if note else "",
        *(_write_measurements(table, cost) if table else ()),
        _write_section(
            "Silent misreads", "None. Every picture that was accepted is right.", "big", wrong, load
        ),
        _write_section(
            "Doubtful",
            "None. The reader was sure of every picture that can be read.",
            "small",
            doubtful,
            load,
        ),
        "</main></html>",
    ]
    return "\n".join(parts)


def _write_measurements(table: list[Summary], cost: Cost) -> list[str]:
    whole = table[-1]
    return [
        _write_heads(whole, cost),
        _write_table(table),
        "<h2>Is the confidence honest, and what is taken for what?</h2>",
        f"<div class=pair>{_write_honesty(whole)}{_write_confusion(whole)}</div>",
        "<h2>What it doubts, and how long it takes</h2>",
        f"<div class=pair>{_write_doubts(whole)}{_write_times(whole, cost)}</div>",
    ]


def _write_heads(whole: Summary, cost: Cost) -> str:
    score = whole.score
    bad = " bad" if score.wrong else ""
    misread, misread_interval = _format_percent(score.misread), _format_interval(score.misread_interval)
    return (
        f"<div class=heads><div class=card><b>{100 * score.coverage:.0f} %</b>"
        f"<span>accepted of {score.readable}<br>{_format_interval(score.coverage_interval)} %</span></div>"
        f'<div class="card{bad}"><b>{score.wrong}</b>'
        f"<span>silent misreads, {misread}<br>{misread_interval} %</span></div>"
        f"<div class=card><b>{_format_percent(whole.reliability.error)}</b>"
        "<span>between stated confidence and truth</span></div>"
        f"<div class=card><b>{whole.times.whole.median:.0f} ms</b>"
        f"<span>a read, median on one core<br>{cost.memory:.0f} MB at most</span></div></div>"
    )


def _write_table(table: list[Summary]) -> str:
    rows = "".join(_write_row(summary) for summary in table)
    through = [summary.score for summary in table if summary.score.unreadable]
    notes = "".join(
        f"<p class=note>{escape(score.source)}: {score.let_through} of {score.unreadable} unreadable "
        "pictures let through.</p>"
        for score in through
    )
    return f'<div class="card scroll"><table><tr>{_HEAD}</tr>{rows}</table>{notes}</div>'


def _write_row(summary: Summary) -> str:
    score: ReadingScore = summary.score
    kind = " class=all" if score.source == ALL else ""
    bad = " class=bad" if score.wrong else ""
    return (
        f"<tr{kind}><td>{escape(score.source)}<td class=narrow>{score.pictures}"
        f"<td>{_format_percent(score.coverage)} <small>{_format_interval(score.coverage_interval)}</small>"
        f'<td class=narrow><div class=bar><i style="width:{100 * score.coverage:.0f}%"></i></div>'
        f"<td class=narrow>{score.right}<td{bad}>{score.wrong} <small>{_format_percent(score.misread)} "
        f"{_format_interval(score.misread_interval)}</small>"
        f"<td class=narrow>{summary.times.whole.median:.0f} ms</tr>"
    )


def _write_honesty(whole: Summary) -> str:
    every, sure = whole.reliability, whole.sure
    return (
        f"<div class=card><h3>Reliability of {every.dice} dice</h3>{draw_diagram(every)}"
        "<p class=note>Both axes in percent, as odds. A dot is the dice of about one stated confidence; its "
        "line is the interval. Brass: the interval misses what was stated. Were each confidence true, "
        f"{every.expected:.1f} dice would be wrong; {every.wrong} are. Of the {sure.dice} dice in accepted "
        f"pictures {sure.expected:.1f} would be; {sure.wrong} are.</p></div>"
    )


def _write_confusion(whole: Summary) -> str:
    names = {NONE: "–"} | {face: str(face) for face in FACES}
    order = (*FACES, NONE)
    head = "".join(f"<th>{names[face]}" for face in order)
    rows = "".join(
        f"<tr><th>{names[label]}{''.join(_write_cell(whole, label, read) for read in order)}</tr>"
        for label in order
    )
    left = f" {whole.unmatched} pictures could not be matched." if whole.unmatched else ""
    return (
        "<div class=card><h3>What lies there (rows), as what it was read (columns)</h3>"
        f"<div class=scroll><table class=confusion><tr><th>{head}</tr>{rows}</table></div>"
        "<p class=note>–: no die lies there (invented), or none was read (missed). Red: in accepted "
        f"pictures, so many of them.{left}</p></div>"
    )


def _write_cell(whole: Summary, label: int, read: int) -> str:
    number, silent = whole.confusion.counts[label, read], whole.confusion_sure.counts[label, read]
    if label == read:
        return "<td>" if label == NONE else f"<td class=same>{number}"
    if silent:
        return f"<td class=silent>{silent}<small> of {number}</small>"
    return f'<td class="{"off" if number else "none"}">{number or "·"}'


def _write_doubts(whole: Summary) -> str:
    most = max(whole.doubts.values(), default=1)
    rows = "".join(
        f"<span>{escape(name_doubt(kind))}</span>"
        f'<div class=bar><i style="width:{100 * number / most:.0f}%"></i></div><b>{number}</b>'
        for kind, number in whole.doubts.items()
    )
    body = f"<div class=doubts>{rows}</div>" if rows else "Nothing was doubted."
    return f"<div class=card><h3>Kinds of doubt</h3>{body}</div>"


def _write_times(whole: Summary, cost: Cost) -> str:
    before = "" if cost.before is None else f", of which {cost.before:.0f} MB before the first read"
    return (
        f"<div class=card><h3>Time of a read</h3>{draw_bars(whole.times, cost)}"
        "<p class=note>Dark: half of the reads take no longer; pale: nine of ten. ×: beside the fixed work, "
        "a wide blur of a 1280-pixel picture, timed in the same run. Memory of the process at its peak: "
        f"{cost.memory:.0f} MB{before}.</p></div>"
    )


def _write_section(
    title: str, none: str, size: str, cases: list[PictureCase], load: Callable[[Path], Image]
) -> str:
    if not cases:
        return f"<h2>{title}</h2><div class=card>{none}</div>"
    figures = "".join(write_figure(case, load(case.labelled.path)) for case in cases)
    return f'<h2>{title}: {len(cases)}</h2><div class="grid {size}">{figures}</div>'


def _format_percent(share: float) -> str:
    """Return a share in percent, with no line break inside."""
    return format_percent(share).replace(" ", "&nbsp;")


def _format_interval(interval: tuple[float, float]) -> str:
    """Return an interval, with no line break inside."""
    return format_interval(interval).replace(" ", "&nbsp;")
