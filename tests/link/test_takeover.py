"""Another Pi becomes the head: one log remains, and each item is in it once."""

from collections import Counter
from dataclasses import fields, replace

import pytest

from tests.at_night import leave_to_night
from tests.link.far_room import KeeperDesk
from tests.link.takeover_disk import TakeoverRules
from tests.link.takeover_room import TakeoverNight, TakeoverRoom

PART = 50
"""Nights that one test plays, so that several can play at once."""
NIGHTS, NIGHTLY = 200, 1000
KEEPER_NIGHTS = 40
"""Fewer, since real keepers decide about each item."""
LONG_NIGHT = 1500
"""Five minutes."""

FAULTS = {
    "terms": "play",
    "remembers": "sent items to a head of term",
    "names": "play",
    "heads_look": "play",
    "fars_look": "has another log",
    "reopens": "are missing",
    "compares": "are in another order",
    "finds": "was about",
    "own_items": "are missing",
}
"""What is wrong after some nights without a rule."""


def find_fault(seeds: range, night: TakeoverNight, words: str = "") -> str:
    """Return what is wrong after the first bad night, with these words in it; ``""`` if all are good."""
    for seed in seeds:
        why = TakeoverRoom(seed, night).play()
        if why and words in why:
            return f"seed {seed}: {why}"
    return ""


@pytest.mark.parametrize("first", leave_to_night(range(0, NIGHTS, PART), (0,)))
def test_one_log_remains_with_each_item(first: int) -> None:
    """After any night one head plays, all Pis have its log, and it has each item once, in its order."""
    assert find_fault(range(first, first + PART), TakeoverNight()) == ""


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(NIGHTS, NIGHTS + NIGHTLY, 5 * PART))
def test_one_log_remains_in_many_nights(first: int) -> None:
    """The same for a thousand other nights."""
    assert find_fault(range(first, first + 5 * PART), TakeoverNight()) == ""


@pytest.mark.nightly
def test_one_log_remains_in_long_nights() -> None:
    """The same for nights with many heads after each other."""
    assert find_fault(range(4 * PART), TakeoverNight(steps=LONG_NIGHT)) == ""


def test_the_keepers_follow_the_rules() -> None:
    """The same with the keeper that writes a head's log."""
    assert find_fault(range(KEEPER_NIGHTS), TakeoverNight(desk=KeeperDesk)) == ""


@pytest.mark.parametrize("rule", [rule.name for rule in fields(TakeoverRules)])
def test_each_rule_is_needed(rule: str) -> None:
    """Without any one of the rules some nights end badly: what is wrong then is what the rule is for."""
    rules = replace(TakeoverRules(), **{rule: False})
    assert find_fault(range(NIGHTS), TakeoverNight(rules), FAULTS[rule]) != ""


def test_nights_have_what_they_are_for() -> None:
    """Heads die and come back, two are there at once, and older ones take items, all of it often."""
    events: Counter[str] = Counter()
    for seed in range(PART):
        room = TakeoverRoom(seed, TakeoverNight())
        room.play()
        events.update(room.events)
    assert min(events[event] for event in EVENTS) >= 3, events


EVENTS = (
    "a head was killed",
    "a head came back with its whole log",
    "a head came back with an older log",
    "another Pi became the head",
    "one with a shorter copy became the head",
    "two heads had the same term",
    "an older head took items",
    "an older head stopped playing",
    "an older head joined anew",
    "a copy was set aside",
)
"""What happens in the nights."""
