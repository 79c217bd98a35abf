"""Whole evenings by hands, to the last prize: all sheets, 2 to 48 people, late taps, a mock camera.

``PI_BUNCO_SEED`` chooses other dice, reloads and delays.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.hands.checks import check_evening
from tests.hands.evening import NAMES, Plan, open_evening
from tests.hands.late import tap_late_somewhere
from tests.hands.prizes import hand_out
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [*DRIVEN, pytest.mark.nightly]

MOCK = (
    *("--camera", "mock", "--speed", "20", "--roles", "on"),
    *("--rules", "classic", "--sets", "1", "--station", "2=none"),
)
PLANS = (
    Plan(rules="boxed", players=2, sets=2, fair=True),
    Plan(rules="boxed", players=5, pin=True),
    Plan(rules="boxed", players=11, pin=True, second_host=True),
    Plan(rules="boxed", players=16, pin=True),
    Plan(rules="classic", players=3),
    Plan(rules="classic", players=7, pin=True, options=((r"Buncos must be called.*", ""),)),
    Plan(rules="classic", players=16, second_tablets=2),
    Plan(rules="casino", players=2),
    Plan(rules="casino", players=5),
    Plan(rules="casino", players=12, pin=True, phones=4),
    Plan(rules="houseparty", players=3, pin=True),
    Plan(rules="houseparty", players=11, pin=True, phones=4),
    Plan(rules="houseparty", players=48, pin=True, second_tablets=2),
    Plan(rules="tournament", players=7, pin=True),
    Plan(rules="tournament", players=12),
    Plan(rules="tournament", players=16, pin=True, phones=4),
    Plan(rules="tournament", players=48, pin=True, second_tablets=1),
    Plan(
        rules="classic",
        players=8,
        pin=True,
        ends_rounds=True,
        program=(*MOCK, "--players", ",".join(NAMES[:8])),
    ),
)


def name_plan(plan: Plan) -> str:
    """Return the name of an evening among the tests."""
    return f"{plan.rules}-{plan.players}{'-mock' if 'mock' in plan.program else ''}"


@pytest.mark.parametrize("plan", PLANS, ids=name_plan)
def test_people_play_an_evening_to_the_last_prize(
    browser: Any, tmp_path: Path, seed: str, plan: Plan
) -> None:
    """They only see and tap. The record replays to what the screens showed, and no tap counts elsewhere."""
    with open_evening(browser, tmp_path, plan, seed) as evening:
        evening.play(tap_late_somewhere)
        hand_out(evening)
        check_evening(evening)
