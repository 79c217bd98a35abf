"""CSV for spreadsheets runs nothing."""

import pytest

from pi_bunco.views.evenings import PastGuest
from pi_bunco.web.pages.evenings.sheet import make_csv, make_safe


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "＋", "－", "＠"])
def test_a_sign_of_a_formula_is_text(sign: str) -> None:
    """An apostrophe makes it text."""
    assert make_safe(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("name", ["Ann", "O’Neil", "A=1", "", "Zoë 👩", "1 Ann"])
def test_other_names_stay(name: str) -> None:
    """Most names do."""
    assert make_safe(name) == name


def test_the_last_column_names_the_teams() -> None:
    """A team's name is made safe, too. Without teams there is no such column."""
    guests = (PastGuest("Ann", 3, 1, 2, 1, 40), PastGuest("Bob", 1, 3, 0, 0, 20))
    rows = make_csv(guests, ("Ann",), {"Ann": "=Team", "Bob": "Team 2"}).splitlines()
    assert [row.rpartition(",")[2] for row in rows] == ["Team", "'=Team", "Team 2"]
    assert make_csv(guests, ("Ann",), {}).splitlines()[1] == "Ann,3,1,2,1,40,1"
