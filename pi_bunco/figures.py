"""Numbers and amounts as sentences, so that each catalogue writes them as its readers do.

Code that needs them as figures, such as a CSV file, never asks for them here.
"""

from decimal import Decimal

from pi_bunco.sentences import say


def say_number(number: float | Decimal, places: int = 0) -> str:
    """Return a number with separated thousands and so many decimals.

    >>> say_number(21), say_number(1234567), say_number(-12.5, 1)
    ('21', '1,234,567', '−12.5')
    """
    whole, _, decimals = f"{abs(number):,.{places}f}".partition(".")
    text, *groups = whole.split(",")
    for hundreds in groups:
        text = say("{thousands},{hundreds}", thousands=text, hundreds=hundreds)
    if decimals:
        text = say("{whole}.{decimals}", whole=text, decimals=decimals)
    return say("−{number}", number=text) if number < 0 else text


def say_money(amount: Decimal, places: int, sign: str) -> str:
    r"""Return an amount of money with the sign, or the letters, of its currency.

    >>> say_money(Decimal("1234.5"), 2, "$"), say_money(Decimal(-40), 0, "CHF")
    ('$1,234.50', '−CHF\xa040')
    """
    number = say_number(abs(amount), places)
    if sign.isalpha():
        text = say("{currency}\N{NO-BREAK SPACE}{amount}", currency=sign, amount=number)
    else:
        text = say("{sign}{amount}", sign=sign, amount=number)
    return say("−{number}", number=text) if amount < 0 else text
