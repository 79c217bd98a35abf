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
        Which prize, what it is called, and what it is, as text.
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

    If the plan allows each guest one prize, they get the one with the largest share, or the first of those.
    A prize that is no money counts as the smallest. Prizes of drawings and of groups do not count. Payments
    whose prize is gone come last.
    """
    amounts = [_read_amount(result.award.prize, ledger.plan.currency)[0] for result in night.awards]
    sharers = [max(len(result.winners), 1) for result in night.awards]
    order = sorted(range(len(amounts)), key=lambda at: -(amounts[at] or Decimal(0)) / sharers[at])
    had: dict[str, PrizeKey] = {}  # the prize of each guest who has one
    if ledger.plan.one_prize:
        paid = [entry for entry in ledger.entries if entry.kind == "paid" and entry.what != "drawing"]
        had = {entry.player: entry.key for entry in reversed(paid) if entry.player}
    keys = _make_keys(night.awards)
    found: dict[PrizeKey, PrizeToPay] = {}
    for at in order:
        key = keys[at]
        found[key] = _make_prize(game, night, ledger, night.awards[at], key, had=had)
        if ledger.plan.one_prize:
            had |= {each.receiver: key for each in found[key].payouts if isinstance(each.receiver, str)}
    prizes = [*(found[key] for key in keys), *_list_drawn_prizes(night, ledger)]
    return (*prizes, *_list_gone(night, ledger, prizes))


def _make_keys(results: Sequence[AwardResult]) -> list[PrizeKey]:
    """Return what identifies each prize."""
    keys: list[PrizeKey] = []
    for result in results:
        key = wanted = PrizeKey(result.award.what, result.award.among, result.group or 0)
        number = 1
        while key in keys:  # the same award may be offered several times
            number += 1
            key = wanted._replace(among=f"{wanted.among}.{number}")
        keys.append(key)
    return keys


def name_prize(key: PrizeKey, night: Night) -> Sentence:
    """Return what a prize is called."""
    if key.what == "drawing":
        return say("Drawing")
    if key.what not in AWARDS:  # a newer version, or another program, has paid it
        return say("A prize")
    title = name_award(Award(cast("AwardFor", key.what), cast("Among", key.among.partition(".")[0])))
    if key.group and len(night.groups) > 1:
        return say("{award}, {team}", award=title, team=say_team(key.group, night.team_names))
    return title


def name_receiver(receiver: str | int, night: Night) -> str:
    """Return what a guest or a group is called."""
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


def _make_prize(  # noqa: PLR0913 - each of another kind
    game: Game,
    night: Night,
    ledger: Ledger,
    result: AwardResult,
    key: PrizeKey,
    *,
    had: Mapping[str, PrizeKey],
) -> PrizeToPay:
    currency = ledger.plan.currency
    without: dict[str, Sentence | None] = {
        name: name_prize(other, night) for name, other in had.items() if other != key
    }
    without |= {entry.player: None for entry in ledger.passed if entry.key == key}
    winners: tuple[str | int, ...] = result.winning_groups or find_next_winners(game, result, without)
    notes = [*_explain_moves(result, without, winners)]
    rolled = ledger.rolled.get(key) if len(winners) > 1 else None
    if rolled and rolled.player in winners:
        if new := [str(winner) for winner in winners if winner not in (*rolled.equals, rolled.player)]:
            names = say_list(new)
            notes.append(say("{names} took no part in the roll-off. Roll again.", names=names))
        else:
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
    if result.award.what == "loser_lottery" and result.winners and not winners:
        notes.append(say("Draw the loser lottery again."))
    if not winners and result.final:
        notes.append(say("Nobody gets it. It stays in the kitty."))
        waits = None
    made = PrizeToPay(key, name_prize(key, night), result.award.prize, payouts, tuple(notes), waits)
    return _add_wrong(made, ledger.list_payments(key), night, ledger)


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
        yield say("They are tied and share it.")
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


def _add_wrong(made: PrizeToPay, payments: Sequence[MoneyEntry], night: Night, ledger: Ledger) -> PrizeToPay:
    """Add those payments of a prize that no longer fit, each with its difference."""
    due = {payout.receiver: payout.amount or Decimal(0) for payout in made.payouts}
    wrong = tuple(entry for entry in payments if due.get(entry.receiver) != entry.amount)
    write, notes = ledger.plan.currency.format, [*made.notes]
    for entry in wrong:
        more = entry.amount - due.get(entry.receiver, Decimal(0))
        name, paid = name_receiver(entry.receiver, night), write(entry.amount) if entry.amount else entry.note
        if entry.receiver not in due:
            notes.append(
                say("{name} was paid {paid}, but the prize is no longer theirs.", name=name, paid=paid)
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
    """Yield the prizes of drawings, if they are money.

    A prize belongs to its break, so that another drawing that is taken back does not move it. A guest's
    second one in a break has the number 2, and so on.
    """
    times: dict[tuple[str, str], int] = {}
    for drawn in night.drawings.drawn:
        place = f"{drawn.at.set}.{drawn.at.round}"
        number = times[place, drawn.player] = times.get((place, drawn.player), 0) + 1
        amount, fault = _read_amount(drawn.prize, ledger.plan.currency)
        if amount is not None or fault:
            key = PrizeKey("drawing", place, number)
            paid = ledger.find_payment(key, drawn.player)
            payout = Payout(drawn.player, amount, paid)
            made = PrizeToPay(key, name_prize(key, night), drawn.prize, (payout,), waits=fault)
            yield _add_wrong(made, (paid,) if paid else (), night, ledger)


def _list_gone(night: Night, ledger: Ledger, prizes: Sequence[PrizeToPay]) -> Iterator[PrizeToPay]:
    """Yield the payments of prizes that are not given any more, such as of a drawing that was taken back."""
    covered = {each.paid.seq for prize in prizes for each in prize.payouts if each.paid}
    covered |= {entry.seq for prize in prizes for entry in prize.wrong}
    for entry in ledger.entries:
        if entry.kind == "paid" and entry.seq not in covered:
            made = PrizeToPay(entry.key, name_prize(entry.key, night), entry.note, ())
            yield _add_wrong(made, (entry,), night, ledger)


def propose_prizes(
    awards: Sequence[Award], groups: int, pot: Decimal, currency: Currency
) -> tuple[Award, ...]:
    """Return the awards with prizes in whole units, together at most ``pot``. The rest stays in the kitty.

    The prizes keep their proportions. If one has none now, the first gets most, and each later one less. A
    prize that is no money, such as a cake, stays as it is.

    >>> awards = [Award("most_buncos", "group", "$100"), Award("most_wins", "group", "$40"), Award("costume")]
    >>> [award.prize for award in propose_prizes(awards[:2], 2, Decimal(500), Currency())]
    ['$178', '$71']
    >>> [award.prize for award in propose_prizes(awards, 1, Decimal(60), Currency())]
    ['$30', '$20', '$10']
    >>> cake = Award("even", prize="a cake")
    >>> [award.prize for award in propose_prizes([awards[0], cake], 1, Decimal(60), Currency())]
    ['$60', 'a cake']
    """
    amounts = [_read_amount(award.prize, currency) for award in awards]
    things = [
        award.prize != "" and found == (None, None) for award, found in zip(awards, amounts, strict=True)
    ]
    weights = [amount or Decimal(0) for amount, _ in amounts]
    if any(not amount and not thing for (amount, _), thing in zip(amounts, things, strict=True)):
        weights = [Decimal(0 if thing else len(awards) - at) for at, thing in enumerate(things)]
    times = [groups if award.among == "group" else 1 for award in awards]
    total = sum(weight * count for weight, count in zip(weights, times, strict=True))
    units = [int(pot * weight / total) if total else 0 for weight in weights]
    return tuple(
        award if thing else replace(award, prize=currency.write(unit) if unit else "")
        for award, thing, unit in zip(awards, things, units, strict=True)
    )
