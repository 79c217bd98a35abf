"""The ledger of an evening, from the events about money: what came in, went out and was paid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from pi_bunco.money.amounts import SIGNS, Currency, find_sign
from pi_bunco.money.entries import PREFIX, MoneyEntry, MoneyPlan, PrizeKey
from pi_bunco.rules import Game, Misfit, Other
from pi_bunco.rules.night import Night
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was entered about money.

    Attributes
    ----------
    plan, is_planned, is_fixed
        What is planned, whether the host has entered it, and whether the record has a plan at all. Until then
        the currency is that of the prizes.
    entries
        All entries in order.
    here
        For each guest who is present and whose ID was seen the entry that says so.
    rolled
        For each prize with a roll-off the entry with its winner.
    passed
        The entries of guests who do not get a prize, although they earned it.
    ignored
        The events that do not fit, by number, with the reason.
    """

    plan: MoneyPlan
    is_planned: bool
    is_fixed: bool
    entries: tuple[MoneyEntry, ...]
    here: Mapping[str, MoneyEntry]
    rolled: Mapping[PrizeKey, MoneyEntry]
    passed: tuple[MoneyEntry, ...]
    ignored: Mapping[int, str]

    @property
    def kitty(self) -> Decimal:
        """What came in, less what went out and was paid. It is below 0 if more was paid than came in."""
        return sum((entry.change for entry in self.entries), Decimal(0))

    def iterate_balances(self) -> Iterator[tuple[MoneyEntry, Decimal]]:
        """Yield each entry with what was in the kitty after it."""
        kitty = Decimal(0)
        for entry in self.entries:
            kitty += entry.change
            yield entry, kitty

    def list_payers(self, what: str) -> frozenset[str]:
        """Return the guests who have paid their ``buy_in`` or ``raffle``."""
        return frozenset(each.player for each in self.entries if (each.kind, each.what) == ("in", what))

    def find_payment(self, key: PrizeKey, receiver: str | int) -> MoneyEntry | None:
        """Return the entry by which somebody was paid a prize, ``None`` if there is none."""
        return next((each for each in self.list_payments(key) if each.receiver == receiver), None)

    def list_payments(self, key: PrizeKey) -> tuple[MoneyEntry, ...]:
        """Return the entries by which a prize was paid."""
        return tuple(each for each in self.entries if each.kind == "paid" and each.key == key)


def read_ledger(game: Game, night: Night) -> Ledger:
    """Return the ledger of a game. Events that do not fit are ignored, with a reason.

    Without a plan the currency is that of the prizes, and a sheet with staff asks for IDs and cards.
    """
    strict = bool(game.sheet.verified)
    is_planned = False
    plan = first = MoneyPlan(Currency(find_sign_of_prizes(night) or "$"), ids=strict, cards=strict)
    entries: list[MoneyEntry] = []
    here: dict[str, MoneyEntry] = {}
    rolled: dict[PrizeKey, MoneyEntry] = {}
    passed: list[MoneyEntry] = []
    ignored: dict[int, str] = {}
    for seq, event in enumerate(game.events, 1):
        if type(event) is not Other or not event.name.startswith(PREFIX) or seq in game.voided:
            continue
        try:
            if event.name == f"{PREFIX}plan":
                plan = MoneyPlan.read(event.raw)
                is_planned = event.raw.get("proposed") is not True
                continue
            entry = MoneyEntry.read(seq, event)
            _check_single(entry, entries)
        except Misfit as reason:
            ignored[seq] = str(reason)
            continue
        entries.append(entry)
        if entry.kind == "here":
            here[entry.player] = entry
        elif entry.kind == "rolled":
            rolled[entry.key] = entry
        elif entry.kind == "passed":
            passed.append(entry)
    return Ledger(plan, is_planned, plan is not first, tuple(entries), here, rolled, tuple(passed), ignored)


def find_sign_of_prizes(night: Night) -> str | None:
    """Return the first sign of a currency in the prizes of awards and drawings, ``None`` if there is none."""
    drawn = find_sign(tuple(drawn.prize for drawn in night.drawings.drawn))
    if drawn not in SIGNS:  # what is drawn may be a thing, such as *2 DVD*
        drawn = None
    return find_sign(tuple(result.award.prize for result in night.awards)) or drawn


def _check_single(entry: MoneyEntry, entries: list[MoneyEntry]) -> None:
    """Check that nobody pays the buy-in twice, and nobody is paid the same prize twice."""
    for other in entries:
        if other.kind == entry.kind == "paid" and (other.key, other.receiver) == (entry.key, entry.receiver):
            raise Misfit(say("{name} was paid this prize before", name=clip_text(str(entry.receiver))))
        if entry.what == other.what == "buy_in" and other.player == entry.player:
            raise Misfit(say("{name} has paid the buy-in before", name=clip_text(entry.player)))
