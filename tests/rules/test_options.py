"""Errors in a game's options."""

from typing import Any

import pytest

from pi_bunco.rules import Options, RecordError, load_sheet

TRAVELING = 'null, {"number": 1 to 6}, the same with "bunco_counts", or {"any_mini": true}'


@pytest.mark.parametrize(
    ("slug", "given", "tables", "reason"),
    [
        ("boxed", [], 1, "the options must be an object"),
        ("boxed", None, 1, "the options must be an object"),
        ("boxed", {"goal": 11}, 2, "the option 'goal' is for a single table"),
        ("boxed", {"goal": 0}, 1, "the option 'goal' must be null or a whole number from 1, not 0"),
        ("boxed", {"cup": 1}, 1, "the option 'cup' must be a list of numbers from 1 to 6, not 1"),
        ("boxed", {"calls": True}, 1, "boxed has no option 'calls'; it has cup, goal"),
        ("houseparty", {"calls": True}, 1, "houseparty has no option 'calls'; it has none"),
        ("casino", {"calls": None}, 1, "the option 'calls' must be true or false, not None"),
        ("classic", {"traveling": 4}, 1, f"the option 'traveling' must be {TRAVELING}, not 4"),
    ],
)
def test_wrong_options_are_refused(slug: str, given: Any, tables: int, reason: str) -> None:
    """The reason names the option, the values that it may have, and the value that it had."""
    with pytest.raises(RecordError) as error:
        Options.parse(given, load_sheet(slug), tables)
    assert str(error.value) == reason
