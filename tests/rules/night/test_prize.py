"""Prizes that tied winners share."""

import pytest

from pi_bunco.rules.night import share_prize


@pytest.mark.parametrize(
    ("prize", "among", "expected"),
    [
        ("$100", 1, "$100"),
        ("$100", 4, "$25 each"),
        ("$100", 3, "$33.33 each, $0.01 left over"),
        ("40", 3, "13.33 each, 0.01 left over"),
        ("25", 2, "12.50 each"),
        ("10.50", 2, "5.25 each"),
        ("$1,000", 3, "$333.33 each, $0.01 left over"),
        ("$1,000,000", 4, "$250000 each"),
        ("30 €", 4, "7.50 € each"),
        ("€ 30", 4, "€ 7.50 each"),
        ("EUR 30", 4, "EUR 7.50 each"),
        ("30 USD", 7, "4.28 USD each, 0.04 USD left over"),
        ("0", 2, "0 each"),
        ("", 2, ""),
        ("a cake", 2, "a cake, shared by 2"),
        ("1 mug", 2, "1 mug, shared by 2"),
        ("wine of 2010", 3, "wine of 2010, shared by 3"),
        ("1,00", 2, "1,00, shared by 2"),
        ("10.5", 2, "10.5, shared by 2"),
    ],
)
def test_share(prize: str, among: int, expected: str) -> None:
    """An amount is split to the cent, with the rest named; any other prize is shared in words."""
    assert share_prize(prize, among) == expected
