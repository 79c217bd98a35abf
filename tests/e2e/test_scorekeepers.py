"""The two scorekeepers of the long nights count as the example records say, which were worked out by hand."""

import json
from pathlib import Path

import pytest

from tests.e2e.far_night import score_by_round, score_by_throw

pytestmark = pytest.mark.shared
RECORDS = Path(__file__).parents[3] / "shared" / "records"
KNOWN = {"bell", "throw", "missed", "die_off", "void"}


def can_count(path: Path) -> bool:
    """Return whether a record has only what the scorekeepers know, and no round that goes on."""
    header, *events = map(json.loads, filter(str.strip, path.read_text().splitlines()))
    tables, options = header["tables"], header.get("options", {})
    expected = json.loads(path.with_suffix(".json").read_text())
    return (
        all(len(seats) == 4 for seats in tables)
        and not any(name.startswith("ghost") for seats in tables for name in seats)
        and not (header["rules"] == "boxed" and len(tables) == 1)  # each plays alone
        and options in ({}, {"traveling": {"any_mini": True}}, {"calls": False})
        and {event["event"] for event in events} <= KNOWN
        and expected["status"] != "playing"
        and not expected["unused"]
    )


def test_scorekeepers_count_as_by_hand() -> None:
    """Rounds, roll-offs, moves and cards are those of the records, with both."""
    if not RECORDS.is_dir():
        pytest.skip("the records are not here")
    paths = [path.with_suffix(".jsonl") for path in sorted(RECORDS.glob("*.json"))]
    counted = [path for path in paths if can_count(path)]
    assert len(counted) > 20
    for path in counted:
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        expected = json.loads(path.with_suffix(".json").read_text())
        for scorekeeper in (score_by_throw, score_by_round):
            found = scorekeeper.score(lines)
            for what in ("rounds", "seats", "players", "bag"):
                assert found[what] == expected[what], (path.name, scorekeeper.__name__, what)
