"""Parameters of a test of which only some run by day, and all at night."""

from collections.abc import Iterable
from typing import Any

import pytest


def leave_to_night(values: Iterable[Any], by_day: Iterable[Any]) -> list[Any]:
    """Return all values; those that are not named run at night.

    >>> [getattr(each, "values", each) for each in leave_to_night(("a", "b"), ("b",))]
    [('a',), 'b']
    """
    kept = tuple(by_day)
    return [value if value in kept else pytest.param(value, marks=pytest.mark.nightly) for value in values]
