"""How events are read and written."""

from typing import Any

import pytest

from pi_bunco.rules import (
    Bell,
    Call,
    Correct,
    DieOff,
    EndRound,
    Event,
    Missed,
    Other,
    RecordError,
    Throw,
    Void,
    parse_event,
)

THROW = {"event": "throw", "table": 1, "dice": [1, 2, 3]}

EVENTS: list[tuple[dict[str, Any], Event]] = [
    ({"event": "bell"}, Bell()),
    (THROW, Throw(1, (1, 2, 3))),
    ({"event": "call", "table": 2}, Call(2)),
    ({"event": "die_off", "table": 1, "dice": {"A": 6, "B": 1}}, DieOff(1, {"A": 6, "B": 1})),
    ({"event": "end_round"}, EndRound()),
    ({"event": "correct", "seq": 3, "dice": [1, 2, 3]}, Correct(3, (1, 2, 3))),
    ({"event": "correct", "seq": 3, "dice": [1, 2, 3], "called": True}, Correct(3, (1, 2, 3), called=True)),
    ({"event": "correct", "seq": 3, "dice": {"A": 6, "B": 1}}, Correct(3, {"A": 6, "B": 1})),
    ({"event": "missed", "after": 4, "table": 1, "dice": [1, 2, 3]}, Missed(4, 1, (1, 2, 3))),
    (
        {"event": "missed", "after": 4, "table": 1, "dice": [1, 2, 3], "called": False},
        Missed(4, 1, (1, 2, 3), called=False),
    ),
    ({"event": "void", "seq": 5}, Void(5)),
    ({"event": "camera:doubtful"}, Other("camera:doubtful")),
]


@pytest.mark.parametrize(("given", "event"), EVENTS)
def test_event_round_trip(given: dict[str, Any], event: Event) -> None:
    """Each event is read from its object and written back to the same object."""
    assert parse_event(given) == event
    assert event.to_dict() == given
    assert list(parse_event(given).to_dict()) == list(given)


@pytest.mark.parametrize(("given", "event"), EVENTS)
def test_unknown_keys_are_kept(given: dict[str, Any], event: Event) -> None:
    """Unknown keys keep their values and places."""
    more = {"time": "20:15"} | given | {"image": "1.jpg", "by": {"name": "camera"}}
    read = parse_event(more)
    assert read == event
    assert list(read.to_dict().items()) == list(more.items())


def test_program_adds_keys() -> None:
    """An event that a program makes is written with its additional keys after the known ones."""
    throw = Throw(1, (1, 2, 3), raw={"image": "1.jpg"})
    assert list(throw.to_dict().items()) == [*THROW.items(), ("image", "1.jpg")]


NAMES = "bell, throw, call, die_off, end_round, seating, tally, correct, missed, void"
THREE = "'dice' must be three whole numbers from 1 to 6, not "
CALLED = "'called' must be true or false, not "
EACH = "'dice' must be a whole number from 1 to 6 for each name, not "


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (None, "a line must be a JSON object"),
        ([], "a line must be a JSON object"),
        ("bell", "a line must be a JSON object"),
        ({}, "'event' must be the name of an event, not None"),
        ({"event": None}, "'event' must be the name of an event, not None"),
        ({"event": ["bell"]}, "'event' must be the name of an event, not ['bell']"),
        ({"event": "ring"}, f"there is no event 'ring'; there are {NAMES}"),
        (THROW | {"table": "1"}, "'table' must be a whole number, not '1'"),
        (THROW | {"table": True}, "'table' must be a whole number, not True"),
        (THROW | {"table": 1.0}, "'table' must be a whole number, not 1.0"),
        ({"event": "throw", "dice": [1, 2, 3]}, "'table' must be a whole number, not None"),
        ({"event": "throw", "table": 1}, f"{THREE}None"),
        (THROW | {"dice": [1, 2]}, f"{THREE}[1, 2]"),
        (THROW | {"dice": [1, 2, 3, 4]}, f"{THREE}[1, 2, 3, 4]"),
        (THROW | {"dice": [0, 2, 3]}, f"{THREE}[0, 2, 3]"),
        (THROW | {"dice": [1, 2, 7]}, f"{THREE}[1, 2, 7]"),
        (THROW | {"dice": [True, 2, 3]}, f"{THREE}[True, 2, 3]"),
        (THROW | {"dice": [2, True, 3]}, f"{THREE}[2, True, 3]"),
        (THROW | {"dice": [1, 2, True]}, f"{THREE}[1, 2, True]"),
        (THROW | {"dice": [1, 2, 3.0]}, f"{THREE}[1, 2, 3.0]"),
        (THROW | {"dice": [1, 2, "3"]}, f"{THREE}[1, 2, '3']"),
        (THROW | {"dice": [1, 2, [3]]}, f"{THREE}[1, 2, [3]]"),
        (THROW | {"dice": "123"}, f"{THREE}'123'"),
        (THROW | {"dice": {"A": 1, "B": 2, "C": 3}}, THREE + "{'A': 1, 'B': 2, 'C': 3}"),
        ({"event": "call"}, "'table' must be a whole number, not None"),
        ({"event": "die_off", "table": None, "dice": {}}, "'table' must be a whole number, not None"),
        ({"event": "die_off", "table": 1, "dice": [1, 6]}, f"{EACH}[1, 6]"),
        ({"event": "die_off", "table": 1, "dice": {"A": 1, "B": 7}}, EACH + "{'A': 1, 'B': 7}"),
        ({"event": "die_off", "table": 1, "dice": {"A": True}}, EACH + "{'A': True}"),
        ({"event": "die_off", "table": 1}, f"{EACH}None"),
        ({"event": "correct", "dice": [1, 2, 3]}, "'seq' must be a whole number, not None"),
        ({"event": "correct", "seq": 1}, f"{THREE}None"),
        ({"event": "correct", "seq": 1, "dice": [1, 2, 3], "called": None}, CALLED + "None"),
        ({"event": "correct", "seq": 1, "dice": {"A": 0}}, EACH + "{'A': 0}"),
        ({"event": "missed", "table": 1, "dice": [1, 2, 3]}, "'after' must be a whole number, not None"),
        ({"event": "missed", "after": 1, "dice": [1, 2, 3]}, "'table' must be a whole number, not None"),
        ({"event": "missed", "after": 1, "table": 1, "dice": [1, 2, 9]}, f"{THREE}[1, 2, 9]"),
        ({"event": "missed", "after": 1, "table": 1, "dice": [1, 2, 3], "called": 1}, CALLED + "1"),
        ({"event": "void"}, "'seq' must be a whole number, not None"),
        ({"event": "void", "seq": "1"}, "'seq' must be a whole number, not '1'"),
        ({"event": "void", "seq": 1, "called": True}, "'called' has no place on a void"),
    ],
)
def test_wrong_events_are_refused(given: Any, reason: str) -> None:
    """Anything that is no event is refused, and the reason names what is wrong."""
    with pytest.raises(RecordError) as error:
        parse_event(given)
    assert str(error.value) == reason


def test_plain_throw_keeps_no_object() -> None:
    """A throw with its three keys in the usual order keeps no object; any other throw keeps its object."""
    assert parse_event(THROW).raw == {}
    for given in (dict(reversed(THROW.items())), THROW | {"time": "20:15"}):
        assert parse_event(given).raw is given


def test_equal_throws_share_dice() -> None:
    """Equal throws share one tuple of dice, because a night has many throws."""
    first, second = parse_event(THROW), parse_event(dict(THROW))
    assert isinstance(first, Throw)
    assert isinstance(second, Throw)
    assert first.dice is second.dice
