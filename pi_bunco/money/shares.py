"""What each of several equal winners gets of a prize, in words. The ledger pays the same shares."""

from pi_bunco.money.amounts import BadAmount, Currency, find_sign, read_prize, split_amount
from pi_bunco.rules.night import AwardResult
from pi_bunco.sentences import say, say_count


def say_share(result: AwardResult) -> str:
    """Return what each winner of an award gets: the prize, or a share of it; ``""`` if it has no prize.

    >>> from pi_bunco.rules import Award
    >>> say_share(AwardResult(Award("most_minis", prize="$50"), None, ("Ann", "Bob"), (), 4))
    '$25 each'
    """
    return share_prize(result.award.prize, max(len(result.winners) + len(result.winning_groups), 1))


def share_prize(prize: str, among: int) -> str:
    """Return what each of so many winners gets of a prize.

    An amount is split as :func:`~pi_bunco.money.amounts.split_amount` does it. Any other prize is shared in
    words.

    >>> share_prize("$100", 2), share_prize("40", 3), share_prize("$100", 1)
    ('$50 each', '13.34 for the first, 13.33 for each of the others', '$100')
    >>> share_prize("a cake", 3), share_prize("", 2)
    ('a cake, shared by 3', '')
    """
    if among == 1 or not prize:
        return prize
    currency = Currency(find_sign((prize,)) or "")
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
