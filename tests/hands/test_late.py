"""What the judge of late taps finds in a record."""

import json

import pytest

from tests.hands.checks import count_thrown, replay_lines
from tests.hands.evening import NAMES
from tests.hands.late import Meant, _find_place

BEGUN = (
    {"record": "bunco/1", "rules": "classic", "tables": [NAMES[:4], NAMES[4:8]]},
    {"event": "bell"},
    {"event": "throw", "table": 2, "dice": [1, 2, 3]},
)  # fmt: skip
ROLLOFF = (
    {"event": "throw", "table": 2, "dice": [2, 3, 4]},
    {"event": "throw", "table": 2, "dice": [1, 3, 4]},
)
BUNCO = {"event": "throw", "table": 1, "dice": [1, 1, 1]}
LATE = {"event": "throw", "table": 2, "dice": [2, 2, 5]}


def write(*events: object) -> list[str]:
    return [json.dumps(event) for event in events]


@pytest.mark.parametrize(
    ("between", "event", "same"),
    [
        ((), LATE, True),
        (ROLLOFF[:1], LATE, False),
        ((*ROLLOFF, BUNCO), LATE, False),
        ((*ROLLOFF, BUNCO), {"event": "missed", "after": 2, "table": 2, "dice": [2, 2, 5]}, True),
    ],
)
def test_the_place_of_a_late_throw_is_found(
    between: tuple[object, ...], event: dict[str, object], *, same: bool
) -> None:
    """After the next turn has begun or the round has ended, only a missed throw is what was meant."""
    meant = Meant.read(replay_lines(write(*BEGUN)), 2)
    assert meant == Meant(1, 2, "Eve", rolloff=False)
    assert (_find_place(write(*BEGUN, *between), event, 2) == meant) is same


def test_throws_are_counted_by_table_and_dice() -> None:
    """The order of dice does not matter, and corrections are no throws."""
    lines = write(
        *BEGUN, {"event": "correct", "seq": 2, "dice": [1, 1, 1]}, {"event": "x:each", "dice": {"Ann": 4}}
    )
    assert count_thrown(lines) == {(2, (1, 2, 3)): 1, (1, (4,)): 1}
