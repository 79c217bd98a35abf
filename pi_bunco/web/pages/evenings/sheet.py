"""Score cards as CSV, which spreadsheets open without running anything that is in it."""

import csv
import io
import re
from collections.abc import Iterable, Mapping

from pi_bunco.views.evenings import PastGuest

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet may take for a formula (OWASP, *CSV Injection*)."""
_AFTER_SEPARATOR = re.compile(r"(?<=[;\t])(?=\s*[=+\-@＝＋－＠])")
"""Where a cell begins in a program that also splits at semicolons or tabs, as a German Excel does."""
_HEADINGS = ("Name", "Wins", "Losses", "Buncos", "Minis", "Points", "Won")


def make_csv(guests: Iterable[PastGuest], winners: Iterable[str], teams: Mapping[str, str]) -> str:
    """Return the score cards of guests as CSV (RFC 4180), with the mark by which Excel knows UTF-8.

    ``teams``: how the team of each guest is called; if it is empty, there is no such column.
    """
    text = io.StringIO()
    text.write("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = csv.writer(text)
    rows.writerow((*_HEADINGS, "Team") if teams else _HEADINGS)
    won = {*winners}
    for each in guests:
        counts = (each.wins, each.losses, each.buncos, each.minis, each.points)
        team = (make_safe(teams.get(each.name, "")),) if teams else ()
        rows.writerow((make_safe(each.name), *counts, int(each.name in won), *team))
    return text.getvalue()


def make_safe(cell: str) -> str:
    r"""Return a text that no spreadsheet takes for a formula.

    >>> make_safe('=HYPERLINK("http://evil")'), make_safe("-Ann"), make_safe("Ann"), make_safe("Bo;=1+1")
    ('\'=HYPERLINK("http://evil")', "'-Ann", 'Ann', "Bo;'=1+1")
    """
    cell = _AFTER_SEPARATOR.sub("'", cell)
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell
