"""The night's extension events: their names, their keys and the corrections of their dice."""

from typing import Any

import pytest

from pi_bunco.rules import Bell, Event, Misfit, Other, RecordError
from pi_bunco.rules.events import read_one_each, read_three_dice, read_whole
from pi_bunco.rules.night.extension import (
    EXTENSION_EVENTS,
    NIGHT_CORRECTION,
    ExtensionEvent,
    list_extension_events,
    read_text,
    take_each,
)


def test_names_of_extension_events() -> None:
    """The night has exactly these extension events."""
    assert EXTENSION_EVENTS == (
        "award:offer",
        "costume:judged",
        "award:drawn",
        "team:named",
        "casino:drawing",
        "casino:verified",
        "casino:doubted",
        "casino:retabulated",
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


def make_events(*raws: dict[str, Any]) -> list[Event]:
    return [Other(raw["event"], raw=raw) for raw in raws]


THROWS: list[dict[str, Any]] = [
    {"event": "final:throw", "dice": [1, 2, 3], "image": "a.jpg"},
    {"event": "final:order", "dice": {"A": 1, "B": 2}},
    {"event": "casino:drawing", "player": "A"},
]


def read_corrections(
    *corrections: dict[str, Any], voided: frozenset[int] = frozenset()
) -> tuple[Any, dict[int, str]]:
    ignored: dict[int, str] = {}
    logged = make_events(*THROWS, *({"event": NIGHT_CORRECTION} | each for each in corrections))
    return list_extension_events(logged, voided, ignored), ignored


def test_corrected_dice() -> None:
    """The last standing correction counts, other keys stay, and the correction is no event of the list."""
    listed, ignored = read_corrections(
        {"seq": 1, "dice": [4, 4, 4]}, {"seq": 1, "dice": [5, 5, 5]}, {"seq": 2, "dice": {"B": 6, "A": 3}}
    )
    assert listed == (
        ExtensionEvent(1, "final:throw", {"event": "final:throw", "dice": [5, 5, 5], "image": "a.jpg"}),
        ExtensionEvent(2, "final:order", {"event": "final:order", "dice": {"A": 3, "B": 6}}),
        ExtensionEvent(3, "casino:drawing", THROWS[2]),
    )
    assert ignored == {}
    listed, ignored = read_corrections(
        {"seq": 1, "dice": [4, 4, 4]}, {"seq": 1, "dice": [5, 5, 5]}, voided=frozenset({5})
    )
    assert listed[0].raw["dice"] == [4, 4, 4]


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (
            {"seq": 3, "dice": [1, 1, 1]},
            "event 3 is not an earlier throw outside the rounds, so it has no dice to correct",
        ),
        (
            {"seq": 9, "dice": [1, 1, 1]},
            "event 9 is not an earlier throw outside the rounds, so it has no dice to correct",
        ),
        (
            {"seq": 4, "dice": [1, 1, 1]},
            "event 4 is not an earlier throw outside the rounds, so it has no dice to correct",
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
def test_wrong_corrections_are_ignored(correction: dict[str, Any], reason: str) -> None:
    """A correction must name an earlier throw of the night and have dice of the same form."""
    listed, ignored = read_corrections(correction)
    assert ignored == {4: reason}
    assert [event.raw for event in listed] == THROWS


def test_correction_needs_earlier_event() -> None:
    """A correction of a later event is ignored."""
    ignored: dict[int, str] = {}
    logged = [Bell(), *make_events({"event": NIGHT_CORRECTION, "seq": 3, "dice": [6, 6, 6]}, THROWS[0])]
    assert list_extension_events(logged, frozenset(), ignored) == (
        ExtensionEvent(3, "final:throw", THROWS[0]),
    )
    assert list(ignored) == [2]


def test_voided_throw_cannot_be_corrected() -> None:
    """A voided throw cannot be corrected."""
    _, ignored = read_corrections({"seq": 1, "dice": [4, 4, 4]}, voided=frozenset({1}))
    assert list(ignored) == [4]


@pytest.mark.parametrize("value", [None, "1", 1.0, True, [1]])
def test_read_whole(value: Any) -> None:
    """Only a whole number is accepted."""
    with pytest.raises(RecordError, match="'set' must be a whole number, not "):
        read_whole({"set": value}, "set")


@pytest.mark.parametrize("value", [None, 1, ["A"]])
def test_read_text(value: Any) -> None:
    """Only a text is accepted, and a missing key is an error."""
    with pytest.raises(RecordError, match="'player' must be a text, not "):
        read_text({"player": value}, "player")
    with pytest.raises(RecordError, match="'player' must be a text, not None"):
        read_text({}, "player")


@pytest.mark.parametrize("dice", [None, [1, 1], [1, 1, 7], [0, 1, 1], [1, 1, True], [1.0, 1, 1], "111"])
def test_read_three_dice(dice: Any) -> None:
    """Three dice are a list of three whole numbers from 1 to 6."""
    with pytest.raises(RecordError, match="'dice' must be three whole numbers from 1 to 6, not "):
        read_three_dice({"dice": dice})


@pytest.mark.parametrize("dice", [None, [1, 1], {"A": 7}, {"A": True}])
def test_read_one_each(dice: Any) -> None:
    """One die each is an object of whole numbers from 1 to 6."""
    with pytest.raises(RecordError, match="'dice' must be a whole number from 1 to 6 for each name, not "):
        read_one_each({"dice": dice})


def test_take_each_goes_on_after_a_misfit() -> None:
    """An event that does not fit is listed with its reason, and the others are taken."""
    taken: list[int] = []
    ignored: dict[int, str] = {}

    def take(event: ExtensionEvent) -> None:
        if event.seq == 2:
            raise Misfit("not now")
        taken.append(event.seq)

    take_each([ExtensionEvent(seq, "x:y", {}) for seq in (1, 2, 3)], take, ignored)
    assert (taken, ignored) == ([1, 3], {2: "not now"})
