"""Every screen shows the same two sentences at every moment of a night: what happens now, and what comes."""

from pathlib import Path
from typing import Any, get_args

import pytest

from pi_bunco.game.coming import Part
from tests.web.driving import DRIVEN, PATIENCE_MS
from tests.web.moments import NIGHTS, Night, open_night, open_screens, play_night

pytestmark = DRIVEN

PARTS = {
    "classic": {"start", "round", "rolloff", "settling", "between", "over"},
    "casino": {"start", "round", "finishing", "rolloff", "between", "break", "over"},
    "houseparty": {"start", "round", "finishing", "rolloff", "between", "over"},
    "tournament": {
        "start",
        "round",
        "finishing",
        "rolloff",
        "between",
        "break",
        "places",
        "draw",
        "final",
        "over",
    },
    "boxed": {"start", "round", "between", "set_tied", "over"},
}
"""The parts of a night that the game by each sheet must reach."""
SENTENCES = (
    "() => ['now', 'next'].map((name) => document.querySelector(`[data-${name}]`)?.textContent ?? null)"
)


def test_games_reach_every_part() -> None:
    """The games go through every part of a night that there is."""
    assert set().union(*PARTS.values()) == set(get_args(Part))


@pytest.mark.nightly
@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night.rules)
def test_screens_agree_at_every_moment(browser: Any, tmp_path: Path, night: Night) -> None:
    """Television, host, table, phone and results show the room's sentences, marked once on each screen."""
    reached = set()
    with open_night(tmp_path, night) as (service, address):
        pages = open_screens(browser, address, lambda name: "-" not in name)
        for _ in play_night(service, night):
            moment = service.view().moment
            reached.add(moment.part)
            for name, page in pages.items():
                page.wait_for_function(
                    f"(expected) => JSON.stringify(({SENTENCES})()) === JSON.stringify(expected)",
                    arg=[moment.now, moment.next],
                    timeout=PATIENCE_MS,
                )
                assert page.locator("[data-now]").count() == 1, name
                assert page.locator("[data-next]").count() == 1, name
        for page in pages.values():
            page.context.close()
    assert reached == PARTS[night.rules]
