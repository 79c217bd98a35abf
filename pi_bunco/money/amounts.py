"""Reads amounts of money that people type, and writes and splits them: decimals, never floats."""

import re
from dataclasses import dataclass
from decimal import Decimal

from pi_bunco.errors import Trouble
from pi_bunco.figures import say_money
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say

MOST = Decimal(999_999)
"""The largest amount; without decimals, it is 1000 times as large. A longer number is a typing error."""
SIGNS = ("$", "€", "£", "¥", "CHF", "₹", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "₩", "KWD", "₺", "₪", "₱")
"""The currencies that the host can choose."""
_DECIMALS = {"¥": 0, "₩": 0, "HUF": 0, "KWD": 3}
"""The decimals of an amount (ISO 4217); all other currencies have two. Hungary has no small coins."""
_ALSO = {"SEK": "kr", "NOK": "kr", "DKK": "kr", "PLN": "zł", "CZK": "Kč", "HUF": "Ft"}
"""How people write a currency instead of its three letters."""
_SIGN = r"[A-Z]{0,2}[$€£¥₹₩₺₪₱₽₫฿]|[A-Z]{3}|kr|zł|Kč|Ft"
_GROUPS = r"[1-9]\d{0,2}(?:(?P<group>[,.'’ \u00a0\u202f])\d{3})(?:(?P=group)\d{3})*"
_SPACE = r"[ \u00a0\u202f]?"
_AMOUNT = re.compile(
    rf"(?P<minus>[-−]?){_SPACE}(?P<before>{_SIGN}|){_SPACE}(?P<minus2>[-−]?){_SPACE}"
    rf"(?P<whole>{_GROUPS}|\d+)(?:(?P<point>[.,])(?P<decimals>\d+))?{_SPACE}(?P<after>{_SIGN}|)",
    re.ASCII,
)


class BadAmount(Trouble):
    """A text is not an amount of money that fits here."""


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency: its sign, or its three letters."""

    sign: str = "$"

    @property
    def decimals(self) -> int:
        """How many decimals an amount has."""
        return _DECIMALS.get(self.sign, 2)

    @property
    def most(self) -> Decimal:
        """The largest amount."""
        return MOST if self.decimals else 1000 * MOST

    @property
    def smallest(self) -> Decimal:
        """The smallest amount, such as a cent."""
        return Decimal(1).scaleb(-self.decimals)

    def format(self, amount: Decimal) -> str:
        r"""Return an amount as people write it. A whole amount has no decimals.

        >>> Currency().format(Decimal("1234.50")), Currency("CHF").format(Decimal(-40))
        ('$1,234.50', '−CHF\xa040')
        """
        places = 0 if amount == amount.to_integral_value() else self.decimals
        return say_money(amount, places, self.sign)

    def write(self, units: int) -> str:
        """Return whole units as :func:`read_amount` reads them in every language: no groups, no local signs.

        >>> Currency().write(1250), Currency("CHF").write(40)
        ('$1250', 'CHF 40')
        """
        return f"{self.sign} {units}" if self.sign.isalpha() else f"{self.sign}{units}"


def read_amount(text: str, currency: Currency, *, may_be_zero: bool = False) -> Decimal:
    """Return the amount in a text, with or without the currency, in the currency's decimals.

    A comma or a point may separate thousands, or the decimals.

    Raises
    ------
    BadAmount
        If the text is no amount, or the amount is not above 0 (``may_be_zero``: below 0), too large, in
        another currency, or has more decimals than the currency.

    >>> [str(read_amount(text, Currency())) for text in ("$20", "12,5", "1,250.05", "1 250 $")]
    ['20.00', '12.50', '1250.05', '1250.00']
    >>> read_amount("1.250", Currency())
    Traceback (most recent call last):
    pi_bunco.money.amounts.BadAmount: “1.250” has too many decimals. An amount in $ has at most 2.
    """
    shown, found = clip_text(text.strip()), _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise BadAmount(
            say("“{text}” is not an amount of money.", text=shown),
            say("Write it in figures, such as {example}.", example=currency.format(Decimal(20))),
        )
    if {found["before"], found["after"]} - {"", currency.sign, _ALSO.get(currency.sign)}:
        raise BadAmount(
            say("“{text}” is in another currency.", text=shown),
            say("Write the amount in {sign}, or choose another currency in the plan.", sign=currency.sign),
        )
    whole, decimals = found["whole"], found["decimals"] or ""
    if found["group"] in _POINTS[currency.sign == "€"] and not decimals and whole.count(found["group"]) == 1:
        whole, _, decimals = whole.partition(found["group"])  # one point before three figures: no thousands
    if len(decimals) > currency.decimals or found["point"] == found["group"] is not None:
        raise BadAmount(
            say("“{text}” has too many decimals.", text=shown),
            say("An amount in {sign} has at most {count}.", sign=currency.sign, count=currency.decimals),
        )
    amount = Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{decimals or '0'}").quantize(currency.smallest)
    if found["minus"] or found["minus2"] or (not amount and not may_be_zero):
        raise BadAmount(
            say("“{text}” is not above zero.", text=shown),
            say("Write an amount above 0. To take an entry back, undo it."),
        )
    if amount > currency.most:
        raise BadAmount(
            say("“{text}” is more than {most}.", text=shown, most=currency.format(currency.most)),
            say("Count the zeros, and write it again."),
        )
    return amount


_POINTS = ((".",), (".", ","))
"""The signs that do not separate thousands if they stand alone; second: in a currency with decimal commas."""


def read_prize(prize: str, currency: Currency) -> Decimal | None:
    """Return the amount of a prize, ``None`` if it is no money.

    Raises
    ------
    BadAmount
        If it is an amount that :func:`read_amount` refuses.

    >>> read_prize("$100", Currency()), read_prize("a cake", Currency()), read_prize("", Currency())
    (Decimal('100.00'), None, None)
    """
    return read_amount(prize, currency) if _AMOUNT.fullmatch(prize.strip()) else None


def find_sign(prizes: tuple[str, ...]) -> str | None:
    """Return the first sign of a currency in amounts, ``None`` if there is none.

    >>> find_sign(("a cake", "50", "€40")), find_sign(("50",))
    ('€', None)
    """
    found = (_AMOUNT.fullmatch(prize.strip()) for prize in prizes)
    signs = ((match["before"] or match["after"]) for match in found if match)
    letters = {also: sign for sign, also in _ALSO.items() if also != "kr"}  # it may be any of three
    return next((letters.get(sign, sign) for sign in signs if sign and sign != "kr"), None)


def split_amount(amount: Decimal, shares: int, currency: Currency) -> tuple[Decimal, ...]:
    """Return equal shares of an amount. The first ones get one unit more, until nothing is left.

    >>> [str(share) for share in split_amount(Decimal(100), 3, Currency())]
    ['33.34', '33.33', '33.33']
    """
    units, left = divmod(int(amount / currency.smallest), shares)
    return tuple((units + (at < left)) * currency.smallest for at in range(shares))
