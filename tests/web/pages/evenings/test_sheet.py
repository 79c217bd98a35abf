"""CSV for spreadsheets runs nothing."""

import pytest

from pi_bunco.web.pages.evenings.sheet import make_safe


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "＋", "－", "＠"])
def test_a_sign_of_a_formula_is_text(sign: str) -> None:
    """An apostrophe makes it text."""
    assert make_safe(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("name", ["Ann", "O’Neil", "A=1", "", "Zoë 👩", "1 Ann"])
def test_other_names_stay(name: str) -> None:
    """Most names do."""
    assert make_safe(name) == name
