"""Nights of 48 guests at twelve tables, played by four Pis as real processes: bad links, killed programs.

``PI_BUNCO_SEED`` chooses other dice and misfortunes. ``PI_BUNCO_NIGHT_MINUTES`` says how long the long night
lasts.
"""

import os
import shutil
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.far_night.night import BY_THREES, LAYOUTS, Night, print_line

pytestmark = pytest.mark.skipif(
    not shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin"),
    reason="Mosquitto is not installed",
)
MINUTES = 60.0
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("tournament", 1, {}),
    ("boxed", 1, {}),
    ("casino", 1, {}),
    ("houseparty", 1, {}),
    ("classic", 1, {"traveling": {"any_mini": True}}),
)
"""The sheet, the sets and the options of the games of the long night."""


@pytest.fixture
def seed() -> str:
    """Return the seed, and print it: pytest shows what was printed if the test fails."""
    seed = os.environ.get("PI_BUNCO_SEED", "1")
    print_line(f"PI_BUNCO_SEED={seed}")
    return seed


def test_short_night(tmp_path: Path, seed: str) -> None:
    """Links are cut or slow, each program is killed: each throw counts once, and nothing final changes."""
    rules = Random(seed).choice(("classic", "houseparty", "casino", "boxed"))
    print_line(rules)
    with closing(Night(tmp_path, seed, rules)) as night:
        print_line(night.play(BY_THREES, rounds=3, once=True))


@pytest.mark.nightly
def test_long_night(tmp_path: Path, seed: str) -> None:
    """The same through whole games of all sheets, with their finals, also if a far Pi has the head table."""
    end = time.monotonic() + 60 * float(os.environ.get("PI_BUNCO_NIGHT_MINUTES", MINUTES))
    luck = Random(seed)
    games = luck.sample(GAMES, len(GAMES))
    with closing(Night(tmp_path, seed, games[0][0])) as night:
        for rules, sets, options in cycle(games):
            night.begin_game(rules, sets, options)
            print_line(f"{rules}: {night.play(luck.choice(LAYOUTS), rounds=0, once=False)}")
            if time.monotonic() > end:
                return
