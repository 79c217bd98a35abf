"""Events as they are read and written."""

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
def test_read_and_written(given: dict[str, Any], event: Event) -> None:
    """Each event is read from its object and goes back to it."""
    assert parse_event(given) == event
    assert event.to_dict() == given
    assert list(parse_event(given).to_dict()) == list(given)


@pytest.mark.parametrize(("given", "event"), EVENTS)
def test_unknown_keys_are_kept(given: dict[str, Any], event: Event) -> None:
    """What nobody knows is kept, where it stood."""
    more = {"time": "20:15"} | given | {"image": "1.jpg", "by": {"name": "camera"}}
    read = parse_event(more)
    assert read == event
    assert list(read.to_dict().items()) == list(more.items())


def test_keys_may_be_added() -> None:
    """An event made by a program carries what it is given, after the known keys."""
    made = Throw(1, (1, 2, 3), raw={"image": "1.jpg"})
    assert list(made.to_dict().items()) == [*THROW.items(), ("image", "1.jpg")]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (None, "must be a JSON object"),
        ([], "must be a JSON object"),
        ("bell", "must be a JSON object"),
        ({}, "'event' must be the name of an event"),
        ({"event": None}, "'event' must be"),
        ({"event": ["bell"]}, "'event' must be"),
        ({"event": "ring"}, "there is no event 'ring'"),
        (THROW | {"table": "1"}, "'table' must be a whole number"),
        (THROW | {"table": True}, "'table' must be a whole number"),
        (THROW | {"table": 1.0}, "'table' must be a whole number"),
        ({"event": "throw", "dice": [1, 2, 3]}, "'table' must be a whole number"),
        ({"event": "throw", "table": 1}, "three whole numbers"),
        (THROW | {"dice": [1, 2]}, "three whole numbers"),
        (THROW | {"dice": [1, 2, 3, 4]}, "three whole numbers"),
        (THROW | {"dice": [0, 2, 3]}, "three whole numbers"),
        (THROW | {"dice": [1, 2, 7]}, "three whole numbers"),
        (THROW | {"dice": [1, 2, True]}, "three whole numbers"),
        (THROW | {"dice": [1, 2, 3.0]}, "three whole numbers"),
        (THROW | {"dice": [1, 2, "3"]}, "three whole numbers"),
        (THROW | {"dice": "123"}, "three whole numbers"),
        (THROW | {"dice": {"A": 1, "B": 2, "C": 3}}, "three whole numbers"),
        ({"event": "die_off", "table": 1, "dice": [1, 6]}, "for each name"),
        ({"event": "die_off", "table": 1, "dice": {"A": 1, "B": 7}}, "for each name"),
        ({"event": "die_off", "table": 1}, "for each name"),
        ({"event": "correct", "dice": [1, 2, 3]}, "'seq' must be a whole number"),
        ({"event": "correct", "seq": 1}, "three whole numbers"),
        ({"event": "correct", "seq": 1, "dice": [1, 2, 3], "called": None}, "'called' must be true or false"),
        ({"event": "correct", "seq": 1, "dice": {"A": 0}}, "for each name"),
        ({"event": "missed", "table": 1, "dice": [1, 2, 3]}, "'after' must be a whole number"),
        ({"event": "missed", "after": 1, "table": 1, "dice": [1, 2, 3], "called": 1}, "'called' must be"),
        ({"event": "void"}, "'seq' must be a whole number"),
        ({"event": "void", "seq": "1"}, "'seq' must be a whole number"),
    ],
)
def test_what_is_no_event(given: Any, reason: str) -> None:
    """Anything else is refused, and the reason names it."""
    with pytest.raises(RecordError, match=reason):
        parse_event(given)
