"""How long a night takes by a sheet is estimated for any sheet, in bounded time."""

from dataclasses import replace

import pytest

from pi_bunco.chance.length import estimate_length
from pi_bunco.rules import SHEETS, Layout, load_sheet


@pytest.mark.parametrize("slug", SHEETS)
def test_printed_sheets_take_an_evening(slug: str) -> None:
    """Twelve guests need between a quarter of an hour and some hours, for all rounds of all sets."""
    sheet = load_sheet(slug)
    length = estimate_length(sheet)
    assert (length.guests, length.rounds) == (12, 6 * sheet.sets)
    assert length.shortest is not None
    assert length.longest is not None
    assert 10 < length.shortest <= length.longest < 240


@pytest.mark.parametrize(
    "change", [{"goal": 10**6, "bunco_ends": False}, {"sets": 10**6}, {"rolloff_goal": 10**6}]
)
def test_endless_sheets_are_given_up(change: dict[str, int]) -> None:
    """A round, a game or a roll-off that does not end does not keep the program busy."""
    sheet = replace(load_sheet("boxed"), slug="house", rolloff="to5", **change)  # type: ignore[arg-type] # any key
    assert estimate_length(sheet).longest is None


def test_fewer_guests_if_twelve_cannot_sit() -> None:
    """The estimate is for as many guests as the sheet takes."""
    layouts = (*[()] * 7, (Layout(4, teams=True),) * 2, *[()] * 5, (Layout(2, teams=False),) * 7)
    assert estimate_length(replace(load_sheet("boxed"), slug="house", layouts=layouts)).guests == 8


def test_the_clock_ends_rounds() -> None:
    """By a sheet with a time limit a round takes at most its minutes, and its last turns."""
    sheet = replace(
        load_sheet("houseparty"), slug="house", round_end="host", bunco_ends=False, round_minutes=8
    )
    length = estimate_length(sheet)
    assert length.longest is not None
    assert 48 <= length.longest < 60
