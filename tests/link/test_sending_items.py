"""Each item of a far Pi comes into the head's log once, in its order, through losses, cuts and restarts."""

from dataclasses import fields, replace

import pytest

from tests.link.far_room import FarRoom, KeeperDesk, Night, Rules

SCHEDULES = 200
NIGHTLY_SCHEDULES = 1000
KEEPER_SCHEDULES = 30
"""Fewer, since a real keeper decides about each item."""


def find_fault(seeds: range, night: Night) -> str:
    """Return what is wrong after the first bad night, ``""`` if all are good."""
    for seed in seeds:
        if why := FarRoom(seed, night).play():
            return f"seed {seed}: {why}"
    return ""


def test_each_item_is_logged_once() -> None:
    """After any night the log has each item once, in the order of its Pi, and the outboxes are empty."""
    assert find_fault(range(SCHEDULES), Night()) == ""


@pytest.mark.nightly
def test_each_item_is_logged_once_in_many_nights() -> None:
    """The same for a thousand other nights."""
    assert find_fault(range(SCHEDULES, SCHEDULES + NIGHTLY_SCHEDULES), Night()) == ""


@pytest.mark.parametrize("rule", [rule.name for rule in fields(Rules)])
def test_each_rule_is_needed(rule: str) -> None:
    """Without any one of the rules, items are lost, come twice or stay in an outbox in some nights."""
    rules = replace(Rules(), **{rule: False})
    assert find_fault(range(SCHEDULES), Night(rules)) != ""


@pytest.mark.parametrize(
    "has_new_games",
    [
        False,
        True,
    ],
)
def test_the_keeper_follows_the_rules(has_new_games: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """The same with the keeper that writes the head's log."""
    night = Night(desk=KeeperDesk, has_new_games=has_new_games)
    assert find_fault(range(KEEPER_SCHEDULES), night) == ""
