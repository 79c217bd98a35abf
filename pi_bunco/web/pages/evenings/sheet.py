"""Score cards as CSV, which spreadsheets open without running anything that is in it."""

import csv
import io
from collections.abc import Iterable

from pi_bunco.views.evenings import PastGuest

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet may take for a formula (OWASP, *CSV Injection*)."""
_HEADINGS = ("Name", "Wins", "Losses", "Buncos", "Minis", "Points", "Won")


def make_csv(guests: Iterable[PastGuest], winners: Iterable[str]) -> str:
    """Return the score cards of guests as CSV (RFC 4180), with the mark by which Excel knows UTF-8."""
    text = io.StringIO()
    text.write("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = csv.writer(text)
    rows.writerow(_HEADINGS)
    won = {*winners}
    for each in guests:
        counts = (each.wins, each.losses, each.buncos, each.minis, each.points)
        rows.writerow((make_safe(each.name), *counts, int(each.name in won)))
    return text.getvalue()


def make_safe(cell: str) -> str:
    r"""Return a text that no spreadsheet takes for a formula.

    >>> make_safe('=HYPERLINK("http://evil")'), make_safe("-Ann"), make_safe("Ann")
    ('\'=HYPERLINK("http://evil")', "'-Ann", 'Ann')
    """
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA) else cell
