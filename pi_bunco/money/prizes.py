"""The prizes to pay: who gets how much of each award and each drawing, why, and what is paid already."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import cast

from pi_bunco.money.amounts import BadAmount, Currency, read_prize, split_amount
from pi_bunco.money.entries import MoneyEntry, PrizeKey
from pi_bunco.money.ledger import Ledger
from pi_bunco.rules import Award, Game
from pi_bunco.rules.night import AwardResult, Night, find_next_winners, list_open_cards, say_team
from pi_bunco.rules.sheets.parts import Among, AwardFor
from pi_bunco.rules.words import AWARDS, name_award
from pi_bunco.sentences import Sentence, say, say_count, say_list


@dataclass(frozen=True, slots=True)
class Payout:
    """What a guest, or a group by its number, gets of a prize.

    ``amount`` is ``None`` if the prize is no money, and ``paid`` is the entry that says that they have it.
    """

    receiver: str | int
    amount: Decimal | None
    paid: MoneyEntry | None = None


@dataclass(frozen=True, slots=True)
class PrizeToPay:
    """A prize, and who gets it.

    Attributes
    ----------
    key, title, prize
        Which prize, how it is called, and what it is, as text.
    payouts
        Who gets how much; empty if nobody has earned it.
    notes
        Why these guests get it, and what else people must know.
    waits
        Why it cannot be paid now, ``None`` if it can.
    wrong
        The payments that no longer fit, because of a correction.
    """

    key: PrizeKey
    title: Sentence
    prize: str
    payouts: tuple[Payout, ...]
    notes: tuple[Sentence, ...] = ()
    waits: Sentence | None = None
    wrong: tuple[MoneyEntry, ...] = ()

    @property
    def open(self) -> tuple[Payout, ...]:
        """Who has not got their share yet."""
        return tuple(payout for payout in self.payouts if payout.paid is None)


def list_prizes(game: Game, night: Night, ledger: Ledger) -> tuple[PrizeToPay, ...]:
    """Return all prizes of the awards, and then those of the drawings.

    If nobody gets two prizes, a guest gets the largest one, and the first of equal ones. Where a prize is no
    money, it counts as the smallest. Prizes of drawings and of groups do not count.
    """
    amounts = [_read_amount(result.award.prize, ledger.plan.currency)[0] for result in night.awards]
    order = sorted(range(len(amounts)), key=lambda at: -(amounts[at] or 0))
    had: dict[str, PrizeKey] = {}  # the prize of each guest who has one
    if ledger.plan.one_prize:
        paid = [entry for entry in ledger.entries if entry.kind == "paid" and entry.what != "drawing"]
        had = {entry.player: entry.key for entry in reversed(paid) if entry.player}
    found: dict[PrizeKey, PrizeToPay] = {}
    for at in order:
        key = _make_key(night.awards[at])
        if key not in found:  # the same award may be offered twice
            found[key] = _make_prize(game, night, ledger, night.awards[at], had)
            if ledger.plan.one_prize:
                had |= {each.receiver: key for each in found[key].payouts if isinstance(each.receiver, str)}
    keys = dict.fromkeys(map(_make_key, night.awards))
    return (*(found[key] for key in keys), *_list_drawn_prizes(night, ledger))


def _make_key(result: AwardResult) -> PrizeKey:
    return PrizeKey(result.award.what, result.award.among, result.group or 0)


def name_prize(key: PrizeKey, night: Night) -> Sentence:
    """Return how a prize is called."""
    if key.what == "drawing":
        return say("Drawing")
    if key.what not in AWARDS:  # a newer version, or another program, has paid it
        return say("A prize")
    title = name_award(Award(cast("AwardFor", key.what), cast("Among", key.among)))
    if key.group and len(night.groups) > 1:
        return say("{award}, {team}", award=title, team=say_team(key.group, night.team_names))
    return title


def name_receiver(receiver: str | int, night: Night) -> str:
    """Return how a guest or a group is called."""
    return say_team(receiver, night.team_names) if isinstance(receiver, int) else receiver


def say_entry(entry: MoneyEntry, night: Night) -> Sentence:
    """Return in words what an entry of the ledger is for."""
    about = entry.player or entry.note
    if entry.kind in _ABOUT_PRIZES:
        name = name_receiver(entry.receiver, night)
        about = say("{prize}: {name}", prize=name_prize(entry.key, night), name=name)
    title = _TITLES.get((entry.kind, entry.what)) or _ABOUT_PRIZES.get(entry.kind) or _TITLES[entry.kind, ""]
    return say("{what}: {about}", what=title, about=about) if about else title


_ABOUT_PRIZES = {"paid": say("Paid"), "rolled": say("Won the roll-off"), "passed": say("Not here")}
_TITLES = {
    ("in", ""): say("Came in"),
    ("in", "buy_in"): say("Buy-in"),
    ("in", "raffle"): say("Raffle ticket"),
    ("out", ""): say("Went out"),
    ("here", ""): say("Here, ID seen"),
}


def _make_prize(
    game: Game, night: Night, ledger: Ledger, result: AwardResult, had: Mapping[str, PrizeKey]
) -> PrizeToPay:
    key, currency = _make_key(result), ledger.plan.currency
    without: dict[str, Sentence | None] = {
        name: name_prize(other, night) for name, other in had.items() if other != key
    }
    without |= {entry.player: None for entry in ledger.passed if entry.key == key}
    winners: tuple[str | int, ...] = result.winning_groups or find_next_winners(game, result, without)
    notes = [*_explain_moves(result, without, winners)]
    if (rolled := ledger.rolled.get(key)) and rolled.player in winners and len(winners) > 1:
        winners = (rolled.player,)
        notes = [say("{name} has won the roll-off.", name=rolled.player)]
    amount, fault = _read_amount(result.award.prize, currency)
    shares: Sequence[Decimal | None] = [None] * len(winners)
    if amount is not None and winners:
        shares = split_amount(amount, len(winners), currency)
        notes += _explain_split([name_receiver(winner, night) for winner in winners], shares, currency)
    payouts = tuple(
        Payout(winner, share, ledger.find_payment(key, winner))
        for winner, share in zip(winners, shares, strict=True)
    )
    notes += (say("{name} has left.", name=each.receiver) for each in payouts if each.receiver in night.left)
    waits = fault or _find_wait(night, ledger, result, winners)
    if not winners and result.final:
        notes.append(say("Nobody gets it. It stays in the kitty."))
        waits = None
    made = PrizeToPay(key, name_prize(key, night), result.award.prize, payouts, tuple(notes), waits)
    return _add_wrong(made, night, ledger)


def _read_amount(prize: str, currency: Currency) -> tuple[Decimal | None, Sentence | None]:
    """Return the amount of a prize, and what is wrong with it."""
    try:
        return read_prize(prize, currency), None
    except BadAmount as fault:
        return None, say("{what} {remedy}", what=fault.text, remedy=fault.remedy)


def _explain_moves(
    result: AwardResult, without: Mapping[str, Sentence | None], winners: Sequence[str | int]
) -> Iterator[Sentence]:
    """Yield who does not get it, because of another prize or their absence, and who does instead."""
    for name in result.winners:
        if name in without:
            other = without[name]
            yield (
                say("{name} has {prize} already.", name=name, prize=other)
                if other
                else say("{name} is not here.", name=name)
            )
    if next_ones := [
        str(winner) for winner in winners if winner not in (*result.winners, *result.winning_groups)
    ]:
        yield say_count("{names} moves up.", "{names} move up.", len(next_ones), names=say_list(next_ones))


def _explain_split(
    winners: Sequence[str], shares: Sequence[Decimal | None], currency: Currency
) -> Iterator[Sentence]:
    if len(winners) > 1:
        yield say("They are equal and share it.")
    if more := [winner for winner, share in zip(winners, shares, strict=True) if share != shares[-1]]:
        yield say_count(
            "{names} gets {smallest} more, so that nothing is left.",
            "{names} get {smallest} more each, so that nothing is left.",
            len(more),
            names=say_list(more),
            smallest=currency.format(currency.smallest),
        )


def _find_wait(
    night: Night, ledger: Ledger, result: AwardResult, winners: Sequence[str | int]
) -> Sentence | None:
    """Return why a prize cannot be paid yet, ``None`` if it can."""
    if not night.over:
        return say("It is paid when everything is played.")
    if result.unconfirmed:
        return say_count(
            "Staff must confirm {count} entry first.",
            "Staff must confirm {count} entries first.",
            len(result.unconfirmed),
        )
    if not result.final:
        return say("Nobody is named for it yet.")
    cards = list_open_cards(night.cards, result.group) if ledger.plan.cards and winners else ()
    if cards:
        return say_count(
            "{count} card must be totalled again first.",
            "{count} cards must be totalled again first.",
            len(cards),
        )
    return None


def _add_wrong(made: PrizeToPay, night: Night, ledger: Ledger) -> PrizeToPay:
    """Add the payments that no longer fit, each with its difference."""
    due = {payout.receiver: payout.amount or Decimal(0) for payout in made.payouts}
    payments = ledger.list_payments(made.key)
    wrong = tuple(entry for entry in payments if due.get(entry.receiver) != entry.amount)
    write, notes = ledger.plan.currency.format, [*made.notes]
    for entry in wrong:
        more = entry.amount - due.get(entry.receiver, Decimal(0))
        name, paid = name_receiver(entry.receiver, night), write(entry.amount)
        if entry.receiver not in due:
            notes.append(
                say("{name} was paid {paid}, but after a correction it is not theirs.", name=name, paid=paid)
            )
        elif more > 0:
            notes.append(
                say("{name} was paid {paid}: {more} too much.", name=name, paid=paid, more=write(more))
            )
        else:
            less = write(-more)
            notes.append(say("{name} was paid {paid}: {less} too little.", name=name, paid=paid, less=less))
    return replace(made, notes=tuple(notes), wrong=wrong)


def _list_drawn_prizes(night: Night, ledger: Ledger) -> Iterator[PrizeToPay]:
    """Yield the prizes of drawings, if they are money. A guest's second one has the number 2, and so on."""
    times: dict[str, int] = {}
    for drawn in night.drawings.drawn:
        times[drawn.player] = times.get(drawn.player, 0) + 1
        amount, fault = _read_amount(drawn.prize, ledger.plan.currency)
        if amount is not None or fault:
            key = PrizeKey("drawing", "room", times[drawn.player])
            payout = Payout(drawn.player, amount, ledger.find_payment(key, drawn.player))
            made = PrizeToPay(key, name_prize(key, night), drawn.prize, (payout,), waits=fault)
            yield replace(made, wrong=tuple(filter(None, [payout.paid])) if _differs(payout) else ())


def _differs(payout: Payout) -> bool:
    return payout.paid is not None and payout.paid.amount != (payout.amount or 0)


def propose_prizes(
    awards: Sequence[Award], groups: int, pot: Decimal, currency: Currency
) -> tuple[Award, ...]:
    """Return the awards with prizes in whole units, together at most ``pot``. The rest stays in the kitty.

    The prizes have the proportions of those now. Without amounts, the first award gets most.

    >>> awards = [Award("most_buncos", "group", "$100"), Award("most_wins", "group", "$40"), Award("costume")]
    >>> [award.prize for award in propose_prizes(awards[:2], 2, Decimal(500), Currency())]
    ['$178', '$71']
    >>> [award.prize for award in propose_prizes(awards, 1, Decimal(60), Currency())]
    ['$30', '$20', '$10']
    """
    amounts = [_read_amount(award.prize, currency)[0] for award in awards]
    weights = [amount or Decimal(len(awards) - at) for at, amount in enumerate(amounts)]
    if None in amounts:
        weights = [Decimal(len(awards) - at) for at in range(len(awards))]
    times = [groups if award.among == "group" else 1 for award in awards]
    total = sum(weight * count for weight, count in zip(weights, times, strict=True))
    units = [int(pot * weight / total) for weight in weights] if total else []
    return tuple(
        replace(award, prize=currency.format(Decimal(unit)) if unit else "")
        for award, unit in zip(awards, units, strict=True)
    )
