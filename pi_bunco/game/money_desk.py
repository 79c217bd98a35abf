"""Turns commands about money into events, or refuses them with a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from pi_bunco.game.book import Book
from pi_bunco.game.commands import EnterMoney, PlanMoney, Stamp, UndoMoney
from pi_bunco.game.lines import Line
from pi_bunco.game.refused import Refused
from pi_bunco.money.amounts import BadAmount, read_amount
from pi_bunco.money.entries import MoneyEntry
from pi_bunco.money.ledger import Ledger, read_ledger
from pi_bunco.money.prizes import PrizeToPay, list_prizes, name_prize, name_receiver
from pi_bunco.names import find_person
from pi_bunco.rules.events import Void
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say


def find_ledger(book: Book) -> Ledger:
    """Return the ledger of the game in a book. Call it with :meth:`Book.derive`."""
    return read_ledger(book.game, book.night)


def find_prizes(book: Book) -> tuple[PrizeToPay, ...]:
    """Return the prizes to pay. Call it with :meth:`Book.derive`.

    While a throw of the last round may still come or is in doubt, the prizes of awards wait.
    """
    prizes = list_prizes(book.game, book.night, book.derive(find_ledger))
    if not book.unsettled[0] and not book.in_doubt:
        return prizes
    waits = say("A throw of the last round is still open.")
    is_open = [prize.key.what != "drawing" and bool(prize.open) and not prize.waits for prize in prizes]
    return tuple(
        replace(prize, waits=waits) if wait else prize for prize, wait in zip(prizes, is_open, strict=True)
    )


def plan_money(book: Book, command: PlanMoney, stamp: Stamp) -> None:
    """Log the plan (:class:`Refused`: an amount does not fit, or the ledger is in another currency)."""
    ledger, plan = book.derive(find_ledger), command.plan
    if ledger.entries and ledger.plan.currency != plan.currency:
        raise Refused(
            say("The ledger has entries in {sign}.", sign=ledger.plan.currency.sign),
            say("Undo them first, or keep this currency."),
        )
    try:
        buy_in, raffle = (
            read_amount(text.strip() or "0", plan.currency, may_be_zero=True)
            for text in (command.buy_in, command.raffle)
        )
    except BadAmount as fault:
        raise Refused(fault.text, fault.remedy) from None
    plan = replace(plan, buy_in=buy_in, raffle=raffle)
    book.add(stamp.sign(Line(plan.make_event(command.device))))


def enter_money(book: Book, command: EnterMoney, stamp: Stamp) -> None:
    """Log entries about money, all or none.

    The first entry fixes the plan as it is. Otherwise a prize in another currency would change all amounts.
    """
    ledger = book.derive(find_ledger)
    try:
        entries = [*_complete_entries(book, command)]
        _check_shown(entries, command, ledger)
    except BadAmount as fault:
        raise Refused(fault.text, fault.remedy) from None
    if entries and not ledger.is_fixed:
        book.add(stamp.sign(Line(ledger.plan.make_event(command.device, proposed=True))))
    for entry in entries:
        book.add(stamp.sign(Line(replace(entry, device=command.device).make_event())))


def undo_money(book: Book, command: UndoMoney, stamp: Stamp) -> None:
    """Take back an entry. It can be entered again."""
    seq = command.seq
    if seq not in {entry.seq for entry in book.derive(find_ledger).entries}:
        raise Refused(
            say("This entry is not in the ledger, or is undone already."), say("Look at the ledger.")
        )
    book.add(stamp.sign(Line(Void(seq))))


def _check_shown(entries: Sequence[MoneyEntry], command: EnterMoney, ledger: Ledger) -> None:
    """Check that what is paid is what the page has shown: a correction or a roll-off may have changed it."""
    if not command.amount or not entries or entries[0].kind != "paid":
        return
    currency = ledger.plan.currency
    due = sum((entry.amount for entry in entries), Decimal(0))
    shown = read_amount(command.amount, currency, may_be_zero=True)
    if due != shown:
        now = say(
            "The amount to pay is {due} now, not {shown}.",
            due=currency.format(due),
            shown=currency.format(shown),
        )
        raise Refused(now, say("Look at the list of prizes."))


def _complete_entries(book: Book, command: EnterMoney) -> Iterator[MoneyEntry]:
    """Yield the entries with their amounts, without those that are there already if there are several."""
    ledger = book.derive(find_ledger)
    for entry in command.entries:
        match entry.kind:
            case "out":
                yield replace(entry, amount=read_amount(command.amount, ledger.plan.currency))
            case "in" | "here":
                done = _complete_guest(book, ledger, entry, command)
                if done is None and len(command.entries) == 1:
                    raise Refused(
                        say("{name} has paid the buy-in, or is here already.", name=clip_text(entry.player)),
                        say("Look at the list of guests."),
                    )
                if done:
                    yield done
            case _:
                yield _complete_prize(book, ledger, entry)


def _complete_guest(book: Book, ledger: Ledger, entry: MoneyEntry, command: EnterMoney) -> MoneyEntry | None:
    """Return an entry about a guest with its amount, ``None`` if it is there already."""
    if entry.player or entry.what != "other":
        player = find_person(entry.player, (*book.game.players, *book.guests.waiting))
        if player is None:
            raise Refused(
                say("There is no guest “{name}”.", name=clip_text(entry.player)),
                say("Choose one from the list."),
            )
        entry = replace(entry, player=player)
    if entry.kind == "here":
        return None if entry.player in ledger.here else entry
    if entry.what == "buy_in" and entry.player in ledger.list_payers("buy_in"):
        return None
    planned = {"buy_in": ledger.plan.buy_in, "raffle": ledger.plan.raffle}.get(entry.what)
    if not command.amount:
        if not planned:
            raise Refused(say("No amount is planned for this."), say("Write the amount, or plan it first."))
        return replace(entry, amount=planned)
    return replace(entry, amount=read_amount(command.amount, ledger.plan.currency))


def _complete_prize(book: Book, ledger: Ledger, entry: MoneyEntry) -> MoneyEntry:
    """Return an entry about a prize with its amount, if it can be paid to this guest or group now."""
    name, title = clip_text(name_receiver(entry.receiver, book.night)), name_prize(entry.key, book.night)
    look = say("Look at the list of prizes.")
    if paid := ledger.find_payment(entry.key, entry.receiver):
        amount, when = ledger.plan.currency.format(paid.amount), paid.clock
        raise Refused(
            say(
                "{prize}: {name} has got {amount} already, at {time}.",
                prize=title,
                name=name,
                amount=amount,
                time=when,
            ),
            say("Pay it once only. To take it back, undo it in the ledger."),
        )
    prize, payout = next(
        (
            (prize, payout)
            for prize in book.derive(find_prizes)
            for payout in prize.open
            if (prize.key, payout.receiver) == (entry.key, entry.receiver)
        ),
        (None, None),
    )
    if prize is None or payout is None:
        raise Refused(say("{prize} is not due to {name} now.", prize=title, name=name), look)
    if entry.kind == "passed":
        return entry
    if entry.kind == "rolled":
        if len(prize.open) < len(prize.payouts):
            raise Refused(
                say("A share of {prize} is paid already.", prize=title),
                say("To give all to one of them, undo that payment in the ledger first."),
            )
        return replace(entry, equals=tuple(str(each.receiver) for each in prize.payouts))
    if prize.waits:
        raise Refused(say("{prize} cannot be paid yet.", prize=title), prize.waits)
    if ledger.plan.ids and isinstance(entry.receiver, str) and entry.receiver not in ledger.here:
        raise Refused(
            say("{name} must be here with a valid ID.", name=name),
            say("Look at the ID, and tap that you have seen it."),
        )
    return replace(entry, amount=payout.amount or entry.amount, note="" if payout.amount else prize.prize)
