"""A prize that equals share."""

import re

from pi_bunco.sentences import say

_CURRENCY = r"(?:[$€£¥]|[A-Z]{3})?"
_AMOUNT = re.compile(rf"({_CURRENCY} ?)(\d{{1,3}}(?:,\d{{3}}){{1,5}}|\d{{1,18}})(?:\.(\d\d))?( ?{_CURRENCY})")


def share(prize: str, among: int) -> str:
    """Return what each of ``among`` equals gets of a prize.

    An amount is a number of up to 18 digits, with two decimals or none, and a sign ($ € £ ¥) or three
    capital letters of a currency before or after it. It is split evenly to the cent and what is left over is
    named; any other prize is shared in words, and one that is not shared stays whole.

    >>> share("$100", 1), share("$100", 2), share("40", 3)
    ('$100', '$50 each', '13.33 each, 0.01 left over')
    >>> share("a cake", 3), share("", 2)
    ('a cake, shared by 3', '')
    """
    if among == 1 or not prize:
        return prize
    amount = _AMOUNT.fullmatch(prize)
    if amount is None:
        return say("{prize}, shared by {among}", prize=prize, among=among)
    before, whole, cents, after = amount.groups()
    each, left = divmod(int(whole.replace(",", "")) * 100 + int(cents or 0), among)
    part = f"{before}{_money(each)}{after}"
    if not left:
        return say("{part} each", part=part)
    return say("{part} each, {rest} left over", part=part, rest=f"{before}{_money(left)}{after}")


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)
