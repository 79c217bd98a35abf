"""The ledger as CSV, which spreadsheets open without running anything that is in it."""

import csv
import io

from pi_bunco.money.ledger import read_ledger
from pi_bunco.money.prizes import say_entry
from pi_bunco.rules import Game
from pi_bunco.rules.night import read_night
from pi_bunco.web.pages.evenings.sheet import make_safe

_HEADINGS = ("Number", "Time", "Entry", "Guest", "Note", "Currency", "Amount", "Kitty", "Device")


def make_ledger_csv(game: Game) -> str:
    """Return the ledger as CSV (RFC 4180), with the mark by which Excel knows UTF-8."""
    night = read_night(game)
    ledger = read_ledger(game, night)
    text = io.StringIO()
    text.write("\N{ZERO WIDTH NO-BREAK SPACE}")
    rows = csv.writer(text)
    rows.writerow(_HEADINGS)
    for entry, kitty in ledger.iterate_balances():
        words = (say_entry(entry, night), entry.player, entry.note, ledger.plan.currency.sign)
        rows.writerow(
            (
                entry.seq,
                make_safe(entry.time),
                *map(make_safe, words),
                entry.change,
                kitty,
                make_safe(entry.device),
            )
        )
    return text.getvalue()
