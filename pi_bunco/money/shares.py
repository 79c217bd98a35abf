"""What each of several equal winners gets of a prize, in words. The ledger pays the same shares."""

from pi_bunco.money.amounts import BadAmount, Currency, find_sign, read_prize, split_amount
from pi_bunco.money.ledger import Ledger, find_sign_of_prizes
from pi_bunco.rules.night import AwardResult, Night
from pi_bunco.sentences import say, say_count


def find_currency(ledger: Ledger, night: Night) -> Currency:
    """Return the currency of prizes that name none: the plan's, or that of the other prizes.

    If there is neither, it has no sign and two decimals.
    """
    return ledger.plan.currency if ledger.is_fixed or find_sign_of_prizes(night) else Currency("")


def say_share(result: AwardResult, currency: Currency) -> str:
    """Return what each winner of an award gets: the prize, or a share of it; ``""`` if it has no prize.

    ``currency`` is that of a prize that names none.

    >>> from pi_bunco.rules import Award
    >>> say_share(AwardResult(Award("most_minis", prize="$50"), None, ("Ann", "Bob"), (), 4), Currency())
    '$25 each'
    """
    among = max(len(result.winners) + len(result.winning_groups), 1)
    return share_prize(result.award.prize, among, currency)


def share_prize(prize: str, among: int, currency: Currency) -> str:
    """Return what each of so many winners gets of a prize.

    An amount is split as :func:`~pi_bunco.money.amounts.split_amount` does it. Any other prize is shared in
    words. ``currency`` is that of an amount that names none.

    >>> share_prize("€100", 2, Currency()), share_prize("40", 3, Currency("¥"))
    ('€50 each', '¥14 for the first, ¥13 for each of the others')
    >>> share_prize("a cake", 3, Currency()), share_prize("", 2, Currency())
    ('a cake, shared by 3', '')
    """
    if among == 1 or not prize:
        return prize
    sign = find_sign((prize,))
    if sign is not None:
        currency = Currency(sign)
    try:
        amount = read_prize(prize, currency)
    except BadAmount:
        amount = None
    if amount is None:
        return say("{prize}, shared by {among}", prize=prize, among=among)
    shares = split_amount(amount, among, currency)
    most, least = currency.format(shares[0]), currency.format(shares[-1])
    if most == least:
        return say("{part} each", part=least)
    return say_count(
        "{most} for the first, {least} for each of the others",
        "{most} for each of the first {count}, {least} for each of the others",
        shares.count(shares[0]),
        most=most,
        least=least,
    )
