"""Prizes that equal winners share."""

import pytest

from pi_bunco.money.amounts import Currency
from pi_bunco.money.shares import share_prize


@pytest.mark.parametrize(
    ("prize", "among", "expected"),
    [
        ("$100", 1, "$100"),
        ("$100", 4, "$25 each"),
        ("$100", 3, "$33.34 for the first, $33.33 for each of the others"),
        ("40", 3, "13.34 for the first, 13.33 for each of the others"),
        ("25", 2, "12.50 each"),
        ("10.50", 2, "5.25 each"),
        ("$1,000,000", 4, "$1,000,000, shared by 4"),
        ("30 €", 4, "€7.50 each"),
        ("€ 30", 4, "€7.50 each"),
        ("EUR 30", 4, "EUR 7.50 each"),
        ("30 USD", 7, "USD 4.29 for each of the first 4, USD 4.28 for each of the others"),
        ("¥100", 3, "¥34 for the first, ¥33 for each of the others"),
        ("", 2, ""),
        ("a cake", 2, "a cake, shared by 2"),
        ("1 mug", 2, "1 mug, shared by 2"),
        ("wine of 2010", 3, "wine of 2010, shared by 3"),
        ("1,00", 2, "0.50 each"),
        ("10.555", 2, "10.555, shared by 2"),
    ],
)
def test_share(prize: str, among: int, expected: str) -> None:
    """An amount is split as the ledger pays it; any other prize is shared in words."""
    assert share_prize(prize, among, Currency("")).replace("\N{NO-BREAK SPACE}", " ") == expected


@pytest.mark.parametrize(
    ("prize", "among", "sign", "expected"),
    [
        ("100", 3, "¥", "¥34 for the first, ¥33 for each of the others"),
        ("100", 3, "HUF", "HUF 34 for the first, HUF 33 for each of the others"),
        ("10", 4, "KWD", "KWD 2.500 each"),
        ("100", 4, "$", "$25 each"),
        ("$100", 4, "¥", "$25 each"),
        ("12.50", 2, "¥", "12.50, shared by 2"),
    ],
)
def test_currency_of_the_plan(prize: str, among: int, sign: str, expected: str) -> None:
    """An amount that names no currency is split in the units of the plan's currency."""
    assert share_prize(prize, among, Currency(sign)).replace("\N{NO-BREAK SPACE}", " ") == expected
