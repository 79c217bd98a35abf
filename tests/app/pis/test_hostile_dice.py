"""Whatever a far Pi says that its camera saw, the pages go on, and a restart shows the same as before it."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.game.commands import AssignTables, NewGame, RingBell, SettlePi
from pi_bunco.game.line_format import reads_back
from pi_bunco.link.messages import Items, read_from_far
from pi_bunco.readings import Doubt
from tests.app.pis.test_item_desk import EIGHT, HALL_TABLE, OUTBOX, Head

ITEM_NUMBERS = count(1)
INFINITY, NAN = float("inf"), float("nan")
DICE = [
    {"value": value, "confidence": 0.9, "box": [40.0 + 90 * place, 60.0, 90.0 + 90 * place, 110.0]}
    for place, value in enumerate((1, 1, 4))
]
SURE = {"status": "read", "dice": DICE, "reason": "", "doubt": None}
DOUBTFUL = SURE | {"status": "doubtful", "reason": "One leans.", "doubt": "cocked"}
ANY_NUMBER = st.floats() | st.integers() | st.sampled_from([0, 1, -9, 99, 10**25, INFINITY, NAN, "NaN"])
SEEN = st.fixed_dictionaries(
    {
        "reading": st.fixed_dictionaries(
            {
                "status": st.sampled_from(["read", "doubtful", "empty"]),
                "dice": st.just(DICE)
                | st.lists(
                    st.fixed_dictionaries(
                        {
                            "value": st.integers(1, 6) | ANY_NUMBER,
                            "confidence": st.floats(0, 1) | ANY_NUMBER,
                            "box": st.tuples(*[st.floats(0, 300) | ANY_NUMBER] * 4),
                        }
                    ),
                    max_size=5,
                ),
                "reason": st.text(max_size=20),
                "doubt": st.none() | st.sampled_from(Doubt),
            },
            optional={"which": st.integers(-1, 4), "other": st.integers(-1, 8)},
        ),
        "moment": st.sampled_from(["", "1.1-1.playing", "9.1-1.playing", "1.1-1.rolloff"]),
        "age": st.just(0.0) | ANY_NUMBER,
        "index": st.just(1) | st.integers(),
        "size": st.just([320, 240]) | st.tuples(st.integers(), st.integers()),
    },
    optional={
        "at_start": st.booleans(),
        "tumble": st.none()
        | st.fixed_dictionaries({"began": ANY_NUMBER, "fell": st.none() | ANY_NUMBER, "rested": ANY_NUMBER}),
    },
)


def make_seen(**more: Any) -> dict[str, Any]:
    """Return dice that a camera has seen, as an item has them."""
    return {"reading": SURE, "moment": "", "age": 0.0, "index": 1, "size": [320, 240]} | more


def make_doubtful(**more: Any) -> dict[str, Any]:
    """Return dice in doubt."""
    return make_seen(reading=DOUBTFUL | more)


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Head]:
    head = Head(tmp_path_factory.mktemp("head"))
    yield head
    head.room.close()
    head.log.close()


def take(head: Head, seen: dict[str, Any], age: float | None = 0.0) -> str:
    """Let a new game get these dice, and return the name of the line that answers them."""
    room, keeper = head.room, head.keeper
    for command in (NewGame("classic", EIGHT), AssignTables("hall", (HALL_TABLE,)), RingBell()):
        room.ask(command)
    item = {"number": next(ITEM_NUMBERS), "table": HALL_TABLE, "name": "dice", "age": age, "body": seen}
    message = read_from_far(json.dumps({"outbox": OUTBOX, "items": [item], "type": "items"}).encode())
    if message is None:
        return ""
    assert isinstance(message, Items)
    head.desk.take("hall", message)
    room.ask(SettlePi("nobody", 0))  # changes nothing, and comes after them
    for view in (room.view(HALL_TABLE), room.view(), room.view_room(), room.get_newest_host()[1].room):
        json.dumps(asdict(view), default=str, allow_nan=False)
    lines = keeper.book.lines
    assert all(reads_back(line, lines[:number]) for number, line in enumerate(lines))
    assert not room.list_banners()
    return lines[2].name if lines[2:] else ""


@given(seen=SEEN, age=st.none() | st.just(0.0) | st.floats(0))
@pytest.mark.nightly
def test_pages_survive_any_dice_of_a_camera(head: Head, seen: dict[str, Any], age: float | None) -> None:
    """Dice with impossible numbers get an answer; all others are shown, and mean the same after a restart."""
    take(head, seen, age)


@pytest.mark.parametrize(
    "seen",
    [
        make_seen(size=[0, 0]),
        make_seen(size=[-5, 240]),
        make_seen(size=[10**9, 10**9]),
        make_seen(age=INFINITY),
        make_seen(age=NAN),
        make_seen(age=1e308),
        make_seen(age="NaN"),
        make_seen(index=10**30),
        make_seen(tumble={"began": NAN, "fell": None, "rested": 0.0}),
        make_seen(reading=SURE | {"dice": [{**die, "box": [INFINITY] * 4} for die in DICE]}),
        make_seen(reading=SURE | {"dice": [{**die, "confidence": NAN} for die in DICE]}),
        make_doubtful(which=99),
        make_doubtful(which=-1),
        make_doubtful(which=0, other=99),
        make_doubtful(dice=[{**die, "value": 0} for die in DICE]),
        make_doubtful(dice=[{**die, "value": 10**25} for die in DICE]),
    ],
)
def test_impossible_dice_are_answered(head: Head, seen: dict[str, Any]) -> None:
    """They never come into the game, so no page fails, and no copy says something else than the head."""
    assert take(head, seen) == "pi:answer"


def test_possible_dice_come_into_the_game(head: Head) -> None:
    """Also if there are more of them than anybody throws: the table is asked at once."""
    assert take(head, make_seen()) == "throw"
    assert take(head, make_doubtful(which=0, other=6)) == "camera:doubtful"
    assert take(head, make_doubtful(dice=DICE * 40)) == "camera:doubtful"
    assert head.room.view(HALL_TABLE).doubt


@pytest.mark.parametrize("age", [INFINITY, NAN, -1.0])
def test_items_have_a_possible_age(head: Head, age: float) -> None:
    """A message with another one is none."""
    assert take(head, make_seen(), age) == ""
