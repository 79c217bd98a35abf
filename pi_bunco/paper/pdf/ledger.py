"""The ledger as PDF: the prizes with a line to sign for each, all entries, and the kitty."""

from collections.abc import Iterator, Sequence

from pi_bunco.money.ledger import Ledger, read_ledger
from pi_bunco.money.prizes import PrizeToPay, list_prizes, name_receiver, say_entry
from pi_bunco.paper.pdf.leaves import Align, Leaves
from pi_bunco.paper.pdf.results import PaperPart, draw_parts
from pi_bunco.rules import Game
from pi_bunco.rules.night import Night, read_night
from pi_bunco.sentences import say

_SIGNED = 10.0
"""The height of a line to sign, in millimetres."""
_PRIZES: Sequence[tuple[float, str, Align]] = (
    (0.30, say("Prize"), "L"), (0.22, say("Winner"), "L"), (0.12, say("Amount"), "R"), (0.05, say("ID"), "C"),
    (0.12, say("Paid"), "L"), (0.19, say("Signature"), "L"),
)  # fmt: skip
_ENTRIES: Sequence[tuple[float, str, Align]] = (
    (0.12, say("Time"), "L"), (0.44, say("Entry"), "L"), (0.14, say("Amount"), "R"),
    (0.14, say("Kitty"), "R"), (0.16, say("Device"), "R"),
)  # fmt: skip
_KITTY: Sequence[tuple[float, str, Align]] = (
    (0.3, "", "L"),
    (0.3, say("Counted"), "L"),
    (0.4, say("Signature"), "L"),
)


def draw_ledger(leaves: Leaves, game: Game) -> None:
    """Draw the prizes with lines to sign, the entries, and lines for two who count the kitty."""
    night = read_night(game)
    ledger = read_ledger(game, night)
    write = ledger.plan.currency.format
    prizes = [row for prize in list_prizes(game, night, ledger) for row in _list_rows(prize, night, ledger)]
    entries = [
        (
            each.clock,
            say_entry(each, night),
            write(each.change) if each.amount else "",
            write(kitty),
            each.device,
        )
        for each, kitty in ledger.iterate_balances()
    ]
    kitty = [(write(ledger.kitty), "", ""), ("", "", "")]
    parts = (
        (say("Prizes"), _PRIZES, prizes, _SIGNED),
        (say("Ledger"), _ENTRIES, entries, 6.2),
        (say("In the kitty"), _KITTY, kitty, _SIGNED),
    )
    tables = [
        PaperPart(title, columns, [[(words, False) for words in row] for row in rows], height)
        for title, columns, rows, height in parts
    ]
    draw_parts(leaves, say("Money"), tables)


def _list_rows(prize: PrizeToPay, night: Night, ledger: Ledger) -> Iterator[tuple[str, ...]]:
    write = ledger.plan.currency.format
    if not prize.payouts:
        yield prize.title, say("nobody"), prize.prize, "", "", ""
    for each in prize.payouts:
        paid = ""
        if each.paid:
            paid = say("{time} {device}", time=each.paid.clock, device=each.paid.device)
        if each.paid in prize.wrong:
            paid = say("{amount}, {paid}", amount=write(each.paid.amount), paid=paid)
        amount = prize.prize if each.amount is None else write(each.amount)
        seen = "✓" if each.receiver in ledger.here else ""
        yield prize.title, name_receiver(each.receiver, night), amount, seen, paid, ""
    receivers = {each.receiver for each in prize.payouts}
    for entry in prize.wrong:
        if entry.receiver in receivers:
            continue  # their row has it
        yield (
            prize.title,
            name_receiver(entry.receiver, night),
            write(entry.amount),
            "",
            say("corrected since"),
            "",
        )
