"""Short evenings by hands, for every run of the tests."""

from pathlib import Path
from typing import Any

import pytest

from tests.hands.checks import check_evening
from tests.hands.evening import Plan, open_evening
from tests.hands.late import tap_late_somewhere
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [*DRIVEN, pytest.mark.nightly]


def test_three_people_roll_off_a_tied_set(browser: Any, tmp_path: Path, seed: str) -> None:
    """Everybody has two wins of six. Two tablets tap in the order and the roll-off, with reloads."""
    plan = Plan(rules="boxed", players=3, fair=True, phones=1)
    with open_evening(browser, tmp_path, plan, seed) as evening:
        evening.play(tap_late_somewhere)
        check_evening(evening)
