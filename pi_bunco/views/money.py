"""What the page about money shows: the kitty, the prizes, who has paid, and the ledger."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.money_desk import find_ledger, find_prizes
from pi_bunco.money.amounts import Currency, read_prize, split_amount
from pi_bunco.money.entries import MoneyEntry, MoneyPlan
from pi_bunco.money.ledger import Ledger
from pi_bunco.money.prizes import Payout, PrizeToPay, name_prize, name_receiver, propose_prizes, say_entry
from pi_bunco.rules import Award, is_ghost
from pi_bunco.rules.night import Night, say_team
from pi_bunco.rules.words import name_award
from pi_bunco.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """Who gets how much of a prize.

    Attributes
    ----------
    key
        Identifies it in a request.
    name, amount, value
        Who gets it, and how much, or what; the amount in figures, ``""``: it is no money.
    paid
        When and by which device it was paid, in words; ``None``: not yet.
    needs_id
        The guest whose ID must be seen first; ``""``: nobody's.
    may_roll, may_pass
        Whether the host may enter that they have won the roll-off, or are not here.
    """

    key: str
    name: str
    amount: str
    value: str
    paid: Sentence | None
    needs_id: str
    may_roll: bool
    may_pass: bool


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize: its title, what it is, who gets it, why, and what it waits for.

    ``state`` is ``wrong``, ``waits``, ``open`` or ``paid``.
    """

    title: str
    prize: str
    lines: tuple[PayoutLine, ...]
    notes: tuple[Sentence, ...]
    waits: Sentence | None
    state: str


@dataclass(frozen=True, slots=True)
class MoneyGuest:
    """A guest.

    Attributes
    ----------
    name
        Their name.
    paid, raffles
        Whether they have paid the buy-in, and how many raffle tickets.
    here, left
        Whether their ID was seen, and whether they have left.
    """

    name: str
    paid: bool
    raffles: int
    here: bool
    left: bool


@dataclass(frozen=True, slots=True)
class MoneyTeam:
    """A team with its guests and its prizes; number 0: all together.

    ``ready`` are the keys of the prizes that can be paid now, without those of guests who have left. ``sum``
    is what they are together, and ``value`` is the same in figures.
    """

    number: int
    title: str
    guests: tuple[MoneyGuest, ...]
    prizes: tuple[PrizeLine, ...]
    ready: tuple[str, ...]
    sum: str
    value: str

    @property
    def needs_host(self) -> bool:
        """Whether a prize can be paid, or was paid wrongly."""
        return any(prize.state in {"open", "wrong"} for prize in self.prizes)

    @property
    def is_paid(self) -> bool:
        """Whether all prizes are paid."""
        return all(prize.state == "paid" for prize in self.prizes)

    @property
    def waits(self) -> Sentence | None:
        """What all prizes that are not paid wait for, ``None`` if they do not wait for the same."""
        waits = {prize.waits for prize in self.prizes if prize.state != "paid"}
        return waits.pop() if len(waits) == 1 else None

    @property
    def unpaid(self) -> tuple[str, ...]:
        """Who has not paid the buy-in."""
        return tuple(guest.name for guest in self.guests if not guest.paid)

    @property
    def absent(self) -> tuple[str, ...]:
        """Whose ID was not seen, without those who have left."""
        return tuple(guest.name for guest in self.guests if not guest.here and not guest.left)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """An entry of the ledger: its number, when, by which device, what, how much, and the kitty after it."""

    seq: int
    time: str
    device: str
    text: Sentence
    amount: str
    kitty: str


@dataclass(frozen=True, slots=True)
class MoneyView:
    """All that the page shows. Amounts are texts, with the currency.

    Attributes
    ----------
    plan, is_planned, currency, buy_in, raffle
        What is planned, and whether the host has entered it; its currency and amounts, ``""`` for 0.
    kitty, taken, spent, due
        What is in the kitty, what came in, what went out or was paid, and the prizes that are still to pay.
    short
        What the kitty lacks for these prizes; ``""``: nothing.
    teams
        The teams, and first what all have together.
    entries
        The ledger, newest first.
    proposal, is_expected
        The awards with prizes, with their titles; empty if there is no money for them. The prizes are for all
        that is not spent otherwise or, if no money is in the ledger yet (``is_expected``), for all buy-ins.
    seen
        The moment that the page shows.
    """

    plan: MoneyPlan
    is_planned: bool
    currency: str
    buy_in: str
    raffle: str
    kitty: str
    taken: str
    spent: str
    due: str
    short: str
    teams: tuple[MoneyTeam, ...]
    entries: tuple[LedgerLine, ...]
    proposal: tuple[tuple[Award, str], ...]
    is_expected: bool
    seen: str

    @property
    def is_unpaid(self) -> bool:
        """Whether the host keeps a ledger, and a prize can be paid now, or was paid wrongly."""
        return bool(self.entries) and any(team.needs_host for team in self.teams)


def make_money_view(book: Book) -> MoneyView:
    """Return what the page shows of a game."""
    ledger, prizes, night = book.derive(find_ledger), book.derive(find_prizes), book.night
    write, plan = ledger.plan.currency.format, ledger.plan
    taken = sum((entry.amount for entry in ledger.entries if entry.kind == "in"), Decimal(0))
    due = sum((_find_lack(each) for prize in prizes for each in prize.payouts), Decimal(0))
    short = due - ledger.kitty
    pot = sum((entry.change for entry in ledger.entries if entry.kind != "paid"), Decimal(0))
    pot -= sum(
        each.amount or Decimal(0) for prize in prizes if prize.key.what == "drawing" for each in prize.payouts
    )
    pot -= sum(_find_lost(prize) for prize in prizes)
    is_expected = not any(entry.amount for entry in ledger.entries)
    if is_expected:
        pot = plan.buy_in * sum(not is_ghost(name) for name in book.game.players)
    lines = [_make_ledger_line(entry, kitty, night, ledger) for entry, kitty in ledger.iterate_balances()]
    return MoneyView(
        plan=plan,
        is_planned=ledger.is_planned,
        currency=plan.currency.sign,
        buy_in=write(plan.buy_in) if plan.buy_in else "",
        raffle=write(plan.raffle) if plan.raffle else "",
        kitty=write(ledger.kitty),
        taken=write(taken),
        spent=write(taken - ledger.kitty),
        due=write(due),
        short=write(short) if short > 0 and ledger.entries else "",
        teams=tuple(_list_teams(book, ledger, prizes)),
        entries=tuple(lines[::-1]),
        proposal=tuple(_list_proposal(night, prizes, pot, plan.currency)),
        is_expected=is_expected,
        seen=str(get_table_moment(book, HEAD).seen),
    )


def _find_lack(payout: Payout) -> Decimal:
    """Return what somebody still gets: all, or what a payment has too little."""
    paid = payout.paid.amount if payout.paid else Decimal(0)
    return max((payout.amount or Decimal(0)) - paid, Decimal(0))


def _find_lost(prize: PrizeToPay) -> Decimal:
    """Return how much of a prize was paid to people who do not get it now."""
    winners = {payout.receiver for payout in prize.payouts}
    return sum((entry.amount for entry in prize.wrong if entry.receiver not in winners), Decimal(0))


def _list_teams(book: Book, ledger: Ledger, prizes: Sequence[PrizeToPay]) -> Iterator[MoneyTeam]:
    night, several = book.night, len(book.night.groups) > 1
    payers = ledger.list_payers("buy_in")
    tickets = [entry.player for entry in ledger.entries if entry.what == "raffle"]

    def make_team(number: int, title: str, names: Iterable[str]) -> MoneyTeam:
        guests = tuple(
            MoneyGuest(
                name, name in payers, tickets.count(name), name in ledger.here, left=name in night.left
            )
            for name in names
            if not is_ghost(name)
        )
        own = [prize for prize in prizes if find_team(prize) == number]
        ready = [
            (make_key(prize, each), each)
            for prize in own
            for each in prize.open
            if _may_pay(prize, each, ledger) and each.receiver not in night.left
        ]
        total = sum((each.amount or Decimal(0) for _, each in ready), Decimal(0))
        lines = tuple(_make_prize_line(prize, night, ledger) for prize in own)
        keys = tuple(key for key, _ in ready)
        return MoneyTeam(number, title, guests, lines, keys, ledger.plan.currency.format(total), str(total))

    def find_team(prize: PrizeToPay) -> int:
        """Return the team under which a prize stands; 0: under those of everybody."""
        is_of_team = several and prize.key.what != "drawing" and prize.key.group <= len(night.groups)
        return prize.key.group if is_of_team else 0

    groups = [*enumerate(night.groups, 1)]
    alone = (*(() if several else night.groups[0]), *book.guests.waiting)
    yield make_team(0, say("Everybody"), alone)
    if several:
        yield from (make_team(number, say_team(number, night.team_names), group) for number, group in groups)


def make_key(prize: PrizeToPay, payout: Payout) -> str:
    """Return what identifies a payout in a request."""
    group = payout.receiver if isinstance(payout.receiver, int) else prize.key.group
    return f"{prize.key.what}:{prize.key.among}:{group}:{'' if payout.receiver == group else payout.receiver}"


def _may_pay(prize: PrizeToPay, payout: Payout, ledger: Ledger) -> bool:
    return not prize.waits and payout.paid is None and not _find_unseen(payout, ledger)


def _find_unseen(payout: Payout, ledger: Ledger) -> str:
    """Return the guest whose ID must be seen first; ``""``: nobody's."""
    name = payout.receiver
    return name if ledger.plan.ids and isinstance(name, str) and name not in ledger.here else ""


def _make_prize_line(prize: PrizeToPay, night: Night, ledger: Ledger) -> PrizeLine:
    currency, is_open = ledger.plan.currency, bool(prize.open)
    lines = tuple(
        PayoutLine(
            make_key(prize, payout),
            name_receiver(payout.receiver, night),
            prize.prize if payout.amount is None else currency.format(payout.amount),
            "" if payout.amount is None else str(payout.amount),
            _say_paid(payout.paid),
            "" if payout.paid else _find_unseen(payout, ledger),
            may_roll=len(prize.payouts) > 1
            and len(prize.open) == len(prize.payouts)
            and not prize.key.is_of_groups,
            may_pass=payout.paid is None and not prize.key.is_of_groups and prize.key.what != "drawing",
        )
        for payout in prize.payouts
    )
    state = "wrong" if prize.wrong else "waits" if prize.waits else "open" if is_open else "paid"
    title = name_prize(prize.key._replace(group=0), night)  # the team is above it
    waits = prize.waits if is_open or not lines else None
    return PrizeLine(title, prize.prize, lines, prize.notes, waits, state)


def _say_paid(entry: MoneyEntry | None) -> Sentence | None:
    if entry is None:
        return None
    if entry.device:
        return say("paid at {time} by {device}", time=entry.clock, device=entry.device)
    return say("paid at {time}", time=entry.clock)


def _make_ledger_line(entry: MoneyEntry, kitty: Decimal, night: Night, ledger: Ledger) -> LedgerLine:
    write = ledger.plan.currency.format
    return LedgerLine(
        entry.seq,
        entry.clock,
        entry.device,
        say_entry(entry, night),
        write(entry.change) if entry.amount else "",
        write(kitty),
    )


def _list_proposal(
    night: Night, prizes: Sequence[PrizeToPay], pot: Decimal, currency: Currency
) -> Iterator[tuple[Award, str]]:
    """Yield the largest prizes that need at most ``pot``, with what their winners have got already."""
    numbers = _number_awards(night)
    awards = tuple(dict(zip(numbers, (result.award for result in night.awards), strict=True)).values())
    offered, low, high = awards, 0, max(int(pot), 0)
    while low < high:  # larger prizes never need less
        middle = (low + high + 1) // 2
        tried = propose_prizes(awards, len(night.groups), Decimal(middle), currency)
        if _count_needed([tried[number] for number in numbers], prizes, currency) <= pot:
            offered, low = tried, middle
        else:
            high = middle - 1
    for award in offered if low else ():
        each = award.among == "group" and len(night.groups) > 1
        yield award, say("{award}, in each team", award=name_award(award)) if each else name_award(award)


def _number_awards(night: Night) -> list[int]:
    """Return for each result which award it is of, from 0, as the host has offered them.

    One that is given in each team has a result for each of them.
    """
    in_each = [result.group for result in night.awards if result.award.among == "group"]
    numbers = accumulate(
        result.award.among != "group" or result.group == in_each[0] for result in night.awards
    )
    return [number - 1 for number in numbers]


def _count_needed(offered: Sequence[Award], prizes: Sequence[PrizeToPay], currency: Currency) -> Decimal:
    """Return what these prizes need in place of the present ones. A winner keeps what was paid already."""
    needed = Decimal(0)
    for award, prize in zip(offered, prizes, strict=False):  # those of drawings come after
        paid = [each.paid.amount if each.paid else Decimal(0) for each in prize.payouts] or [Decimal(0)]
        amount = read_prize(award.prize, currency) or Decimal(0)
        needed += sum(map(max, split_amount(amount, len(paid), currency), paid), Decimal(0))
    return needed
