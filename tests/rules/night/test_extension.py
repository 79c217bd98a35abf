"""The extension events: which are the night's, how their keys read, how their dice are put right."""

from typing import Any

import pytest

from pi_bunco.rules import Bell, Event, Misfit, Other, RecordError
from pi_bunco.rules.events import read_one_each, read_three_dice, read_whole
from pi_bunco.rules.night.extension import (
    CORRECT,
    EXTENSION_EVENTS,
    ExtensionEvent,
    list_extension_events,
    read_text,
    take_each,
)


def test_names() -> None:
    """These names are the night's, and no others."""
    assert EXTENSION_EVENTS == (
        "award:offer",
        "costume:judged",
        "casino:drawing",
        "casino:verified",
        "boxed:order",
        "boxed:throw",
        "tournament:die_off",
        "tournament:drawn",
        "tournament:semi_final",
        "semi_final:bell",
        "semi_final:throw",
        "semi_final:call",
        "semi_final:die_off",
        "semi_final:end_round",
        "semi_final:tally",
        "semi_final:correct",
        "semi_final:missed",
        "final:order",
        "final:throw",
        "night:correct",
    )


def events(*raws: dict[str, Any]) -> list[Event]:
    return [Other(raw["event"], raw=raw) for raw in raws]


THROWS: list[dict[str, Any]] = [
    {"event": "final:throw", "dice": [1, 2, 3], "image": "a.jpg"},
    {"event": "final:order", "dice": {"A": 1, "B": 2}},
    {"event": "casino:drawing", "player": "A"},
]


def read(*corrections: dict[str, Any], voided: frozenset[int] = frozenset()) -> tuple[Any, dict[int, str]]:
    ignored: dict[int, str] = {}
    logged = events(*THROWS, *({"event": CORRECT} | each for each in corrections))
    return list_extension_events(logged, voided, ignored), ignored


def test_dice_are_put_right() -> None:
    """The last correction that stands counts, other keys stay, and it is no event of its own."""
    own, ignored = read(
        {"seq": 1, "dice": [4, 4, 4]}, {"seq": 1, "dice": [5, 5, 5]}, {"seq": 2, "dice": {"B": 6, "A": 3}}
    )
    assert own == (
        ExtensionEvent(1, "final:throw", {"event": "final:throw", "dice": [5, 5, 5], "image": "a.jpg"}),
        ExtensionEvent(2, "final:order", {"event": "final:order", "dice": {"A": 3, "B": 6}}),
        ExtensionEvent(3, "casino:drawing", THROWS[2]),
    )
    assert ignored == {}
    own, ignored = read({"seq": 1, "dice": [4, 4, 4]}, {"seq": 1, "dice": [5, 5, 5]}, voided=frozenset({5}))
    assert own[0].raw["dice"] == [4, 4, 4]


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (
            {"seq": 3, "dice": [1, 1, 1]},
            "event 3 is no earlier throw of the night, so it has no dice to correct",
        ),
        (
            {"seq": 9, "dice": [1, 1, 1]},
            "event 9 is no earlier throw of the night, so it has no dice to correct",
        ),
        (
            {"seq": 4, "dice": [1, 1, 1]},
            "event 4 is no earlier throw of the night, so it has no dice to correct",
        ),
        ({"dice": [1, 1, 1]}, "'seq' must be a whole number, not None"),
        ({"seq": 1, "dice": {"A": 1}}, "'dice' must be three whole numbers from 1 to 6, not {'A': 1}"),
        (
            {"seq": 2, "dice": [1, 1, 1]},
            "'dice' must be a whole number from 1 to 6 for each name, not [1, 1, 1]",
        ),
        ({"seq": 2, "dice": {"A": 1}}, "event 2 showed one die each of A and B"),
    ],
)
def test_a_correction_that_does_not_fit(correction: dict[str, Any], reason: str) -> None:
    """A correction names an earlier throw of the night and shows dice of the same form."""
    own, ignored = read(correction)
    assert ignored == {4: reason}
    assert [event.raw for event in own] == THROWS


def test_a_correction_does_not_act_on_what_comes_later() -> None:
    """A correction stands after what it names."""
    ignored: dict[int, str] = {}
    logged = [Bell(), *events({"event": CORRECT, "seq": 3, "dice": [6, 6, 6]}, THROWS[0])]
    assert list_extension_events(logged, frozenset(), ignored) == (
        ExtensionEvent(3, "final:throw", THROWS[0]),
    )
    assert list(ignored) == [2]


def test_a_voided_throw_has_no_dice() -> None:
    """What did not happen cannot be corrected."""
    _, ignored = read({"seq": 1, "dice": [4, 4, 4]}, voided=frozenset({1}))
    assert list(ignored) == [4]


@pytest.mark.parametrize("value", [None, "1", 1.0, True, [1]])
def test_whole(value: Any) -> None:
    """Only a whole number is one."""
    with pytest.raises(RecordError, match="'set' must be a whole number, not "):
        read_whole({"set": value}, "set")


@pytest.mark.parametrize("value", [None, 1, ["A"]])
def test_text(value: Any) -> None:
    """Only a text is one; what is missing is the default."""
    with pytest.raises(RecordError, match="'player' must be a text, not "):
        read_text({"player": value}, "player")
    with pytest.raises(RecordError, match="'player' must be a text, not None"):
        read_text({}, "player")


@pytest.mark.parametrize("dice", [None, [1, 1], [1, 1, 7], [0, 1, 1], [1, 1, True], [1.0, 1, 1], "111"])
def test_three_dice(dice: Any) -> None:
    """Three dice are a list of three whole numbers from 1 to 6."""
    with pytest.raises(RecordError, match="'dice' must be three whole numbers from 1 to 6, not "):
        read_three_dice({"dice": dice})


@pytest.mark.parametrize("dice", [None, [1, 1], {"A": 7}, {"A": True}])
def test_one_each(dice: Any) -> None:
    """One die each is an object of whole numbers from 1 to 6."""
    with pytest.raises(RecordError, match="'dice' must be a whole number from 1 to 6 for each name, not "):
        read_one_each({"dice": dice})


def test_take_each_goes_on_after_a_misfit() -> None:
    """What does not fit is told with its number, and the rest happens."""
    taken: list[int] = []
    ignored: dict[int, str] = {}

    def take(event: ExtensionEvent) -> None:
        if event.seq == 2:
            raise Misfit("not now")
        taken.append(event.seq)

    take_each([ExtensionEvent(seq, "x:y", {}) for seq in (1, 2, 3)], take, ignored)
    assert (taken, ignored) == ([1, 3], {2: "not now"})
