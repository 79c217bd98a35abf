"""Plans of parties, by printed sheets and by house sheets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.chance.party import Plan
from pi_bunco.rules import load_sheet

MakePlan = Callable[..., Plan]


@pytest.fixture(scope="session")
def plan() -> MakePlan:
    """Plan a party by a printed sheet, or by a house sheet with the values of ``differs``."""

    def make(slug: str, players: int, differs: dict[str, Any] | None = None, **keys: Any) -> Plan:
        sheet = load_sheet(slug)
        if differs:
            sheet = replace(sheet, slug="house", title="House", **differs)
        return Plan(sheet, players, **keys)

    return make
