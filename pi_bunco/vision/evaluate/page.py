"""A page of the failures: each picture with what was read and what lies there. One file, no network."""

import base64
from collections.abc import Callable
from html import escape
from pathlib import Path

import cv2

from pi_bunco.frames import Image, Status
from pi_bunco.vision.evaluate.score import Case, Outcome, Score
from pi_bunco.vision.overlay import draw

THUMBNAIL = 460
"""Longer side of a picture on the page, in pixels."""

_STYLE = """
:root{--felt:#10443a;--deep:#0b332b;--paper:#fdf8ec;--line:#d9cfb8;--ink:#1d2530;--soft:#6b6558;--brass:#b98516;
--wrong:#a3271b}
*{box-sizing:border-box}
body{margin:0;padding:32px;min-height:100vh;color:var(--ink);font:17px/1.45 Lexend,system-ui,sans-serif;
background:radial-gradient(120% 90% at 50% 0,var(--felt),var(--deep)) fixed}
main{max-width:1500px;margin:auto}
h1{color:var(--paper);font-size:34px;margin:0 0 4px;font-weight:650}
h2{color:var(--paper);font-size:24px;margin:36px 0 14px;font-weight:600}
.lead{color:#fdf8eccc;margin:0 0 24px}
.card{background:var(--paper);border-radius:18px;padding:18px 22px;box-shadow:0 10px 30px #0005}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:9px 12px;text-align:right;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:500;font-size:15px}
th:first-child,td:first-child{text-align:left}
tr:last-child td{border-bottom:0}
tr.all td{font-weight:650;border-top:2px solid var(--ink)}
td small{color:var(--soft)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(330px,1fr));gap:18px}
figure{margin:0;padding:14px}
figure img{width:100%;border-radius:10px;display:block;background:var(--line)}
figcaption{margin-top:10px}
.values{display:flex;justify-content:space-between;gap:12px;font-size:20px;font-weight:600}
.values small{display:block;font-size:13px;font-weight:500;color:var(--soft)}
.wrong{outline:5px solid var(--wrong);outline-offset:-5px}
.wrong .said{color:var(--wrong)}
.reason{color:var(--soft);margin-top:6px}
.name{font-size:13px;color:var(--soft);overflow-wrap:anywhere;margin-top:6px}
.bar{height:9px;border-radius:5px;background:var(--line);overflow:hidden;min-width:120px}
.bar i{display:block;height:100%;background:var(--felt)}
"""


_HEAD = "".join(
    f"<th>{name}" for name in ("source", "pictures", "accepted", "", "right", "silent misreads", "median")
)


def page(title: str, table: list[Score], failures: list[Case], load: Callable[[Path], Image]) -> str:
    """Write the page.

    Parameters
    ----------
    title
        What was measured.
    table
        The counts by source.
    failures
        The cases to show; misreads come first.
    load
        Gives the picture at a path.

    Returns
    -------
    str
        HTML that needs no other file.
    """
    wrong = [case for case in failures if case.outcome is Outcome.WRONG]
    doubtful = [case for case in failures if case.outcome is Outcome.DOUBTFUL]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style><main>",
        f"<h1>{escape(title)}</h1>",
        "<p class=lead>Accepted: what the reader did not doubt. Silent misreads: accepted, but with other",
        "values than the label's; behind them the interval that holds with 95 % confidence.</p>",
        _table(table),
        _section("Silent misreads", "None. Every picture that was accepted is right.", wrong, load),
        _section("Doubtful", "None. The reader was sure of every picture.", doubtful, load),
        "</main></html>",
    ]
    return "\n".join(parts)


def _table(table: list[Score]) -> str:
    return f"<div class=card><table><tr>{_HEAD}</tr>{''.join(_row(score) for score in table)}</table></div>"


def _row(score: Score) -> str:
    low, high = score.misread_interval
    share = f"{100 * score.misread:.1f} % <small>({100 * low:.1f} to {100 * high:.1f})</small>"
    kind = " class=all" if score.source == "all" else ""
    return (
        f"<tr{kind}><td>{escape(score.source)}<td>{score.pictures}"
        f"<td>{score.accepted} <small>{100 * score.coverage:.0f} %</small>"
        f'<td><div class=bar><i style="width:{100 * score.coverage:.0f}%"></i></div>'
        f"<td>{score.right}<td>{score.wrong} · {share}<td>{score.ms:.0f} ms</tr>"
    )


def _section(title: str, none: str, cases: list[Case], load: Callable[[Path], Image]) -> str:
    if not cases:
        return f"<h2>{title}</h2><div class=card>{none}</div>"
    figures = "".join(_figure(case, load(case.labelled.path)) for case in cases)
    return f"<h2>{title}: {len(cases)}</h2><div class=grid>{figures}</div>"


def _figure(case: Case, image: Image) -> str:
    said = " ".join(str(value) for value in sorted(case.reading.values)) or "no dice"
    truth = " ".join(str(value) for value in case.labelled.values) or "no dice"
    kind = "card wrong" if case.outcome is Outcome.WRONG else "card"
    verb = "guessed" if case.reading.status is Status.DOUBTFUL else "read"
    return (
        f'<figure class="{kind}"><img alt="" src="{_thumbnail(draw(image, case.reading))}">'
        f"<figcaption><div class=values><span class=said><small>{verb}</small>{said}</span>"
        f"<span><small>label</small>{truth}</span></div>"
        f"<div class=reason>{escape(case.reading.reason)}</div>"
        f"<div class=name>{escape(case.labelled.source)} · {escape(case.labelled.path.name)}</div>"
        "</figcaption></figure>"
    )


def _thumbnail(image: Image) -> str:
    scale = min(1.0, THUMBNAIL / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"
