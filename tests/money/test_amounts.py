"""Amounts that people type are read exactly, or refused with what to do."""

import re
from decimal import Decimal

import pytest

from pi_bunco.languages import find_catalogue, load_catalogues
from pi_bunco.money.amounts import SIGNS, BadAmount, Currency, read_amount, read_prize, split_amount
from pi_bunco.sentences import translate


@pytest.mark.parametrize(
    ("text", "sign", "amount"),
    [
        ("20", "$", "20.00"),
        (" $ 1,250.50 ", "$", "1250.50"),
        ("1.250,50", "€", "1250.50"),
        ("12,5 €", "€", "12.50"),
        ("1 250", "€", "1250.00"),
        ("1’250", "CHF", "1250.00"),
        ("1,250", "¥", "1250"),
        ("1.250", "KWD", "1.250"),
        ("0,005", "KWD", "0.005"),
        ("999999", "$", "999999.00"),
    ],
)
def test_amount_is_read_in_the_currency(text: str, sign: str, amount: str) -> None:
    """An amount may have local signs, and gets the decimals of its currency."""
    assert str(read_amount(text, Currency(sign))) == amount


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ten", "not an amount"),
        ("", "not an amount"),
        ("1e3", "not an amount"),
        ("NaN", "not an amount"),
        ("1,2,3", "not an amount"),
        ("-5", "not above zero"),
        ("−5", "not above zero"),
        ("$-5", "not above zero"),
        ("0", "not above zero"),
        ("1000000000", "more than $999,999"),
        ("1.234", "too many decimals"),
        ("0.001", "too many decimals"),
        ("€5", "another currency"),
        ("5 EUR", "another currency"),
        ("US$5", "another currency"),
    ],
)
def test_bad_amount_is_refused(text: str, why: str) -> None:
    """A word, a negative, huge or too fine amount, and another currency are refused with the reason."""
    with pytest.raises(BadAmount, match=re.escape(why)) as refused:
        read_amount(text, Currency("$"))
    assert refused.value.remedy


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("shares", [1, 2, 3, 7, 11])
def test_split_loses_nothing(sign: str, shares: int) -> None:
    """Shares add up to the amount, differ by one unit at most, and the first ones are larger."""
    currency = Currency(sign)
    parts = split_amount(Decimal(100), shares, currency)
    assert sum(parts) == 100
    assert parts[0] - parts[-1] in {0, currency.smallest}
    assert list(parts) == sorted(parts, reverse=True)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("language", ["en", *load_catalogues()])
def test_what_a_page_shows_can_be_typed(sign: str, language: str) -> None:
    """An amount below 1,000 is read as every language writes it, with its spaces that do not break."""
    currency = Currency(sign)
    for amount in (Decimal(213), Decimal(5).scaleb(-currency.decimals)):
        shown = translate(currency.format(amount), find_catalogue(language))
        assert read_amount(shown, currency) == amount, shown


@pytest.mark.parametrize("sign", SIGNS)
def test_written_units_are_a_prize(sign: str) -> None:
    """A proposed prize is money again, also above 1,000."""
    assert read_prize(Currency(sign).write(12345), Currency(sign)) == 12345
