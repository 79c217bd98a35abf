"""Dice that a far Pi's camera saw reach the head with the times of the throw, not of the far Pi's clock."""

import time

import pytest

from pi_bunco.game.commands import DiceSettled
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.seen import SeenMoment
from pi_bunco.link.seen_dice import read_dice, write_dice
from pi_bunco.readings import Die, Doubt, Reading, Snapshot, Status, Tumble

READ = Reading(Status.READ, tuple(Die(value, 0.99, (10.0 * value, 0.0, 9.0, 9.0)) for value in (1, 1, 4)))
DOUBTFUL = Reading(Status.DOUBTFUL, READ.dice, "One die leans.", Doubt.COCKED, which=1, other=3)


def make(reading: Reading = READ, **more: object) -> DiceSettled:
    """Return dice that were seen at 100 s on the far Pi's clock."""
    fields: dict[str, object] = {
        "tumble": Tumble(98.0, 98.5, 99.5),
        "seen": SeenMoment(3, RoundKey(1, 2), "playing"),
        "table": 7,
    }
    return DiceSettled(reading, Snapshot(b"\xff\xd8", (960, 720), 12, 99.9), **(fields | more))  # type: ignore[arg-type] # the fields' own types


@pytest.mark.parametrize("reading", [READ, DOUBTFUL, Reading(Status.EMPTY)])
def test_reading_arrives_as_it_was(reading: Reading) -> None:
    """Values, boxes, doubt and moment are the same; the picture stays where it was taken."""
    sent = make(reading, at_start=True)
    got = read_dice(write_dice(sent, 100.0), 7, 0.0)
    assert (got.reading, got.seen, got.at_start, got.table) == (reading, sent.seen, True, 7)
    assert (got.snapshot.jpeg, got.snapshot.size, got.snapshot.index) == (b"", (960, 720), 12)


@pytest.mark.parametrize("waited", [0.0, 60.0])
def test_times_are_ages(waited: float) -> None:
    """The throw was as long ago as the far Pi says, also after a minute in its outbox."""
    got = read_dice(write_dice(make(), 100.0), 7, waited)
    now = time.monotonic()
    assert got.tumble
    assert got.tumble.fell
    assert now - got.tumble.rested == pytest.approx(0.5 + waited, abs=5)
    assert got.tumble.rested - got.tumble.fell == pytest.approx(1.0)
    assert got.tumble.fell - got.tumble.began == pytest.approx(0.5)


def test_unknown_times_stay_unknown() -> None:
    """Without a throw, with a hand above it, or after a restart of the far Pi, nobody invents a time."""
    assert read_dice(write_dice(make(tumble=None), 100.0), 7, 0.0).tumble is None
    held = read_dice(write_dice(make(tumble=Tumble(98.0, None, 99.0)), 100.0), 7, 0.0)
    assert held.tumble
    assert held.tumble.fell is None
    assert read_dice(write_dice(make(), 100.0), 7, None).tumble is None


@pytest.mark.parametrize("after", [None, 0, 17])
def test_newest_throw_that_its_copy_had_arrives(after: int | None) -> None:
    """The head finds out from it whether people have tapped the throw in elsewhere."""
    assert read_dice(write_dice(make(after=after), 100.0), 7, 0.0).after == after


def test_body_of_an_older_version_is_read() -> None:
    """It does not say which throw its copy had."""
    body = write_dice(make(after=17), 100.0)
    assert read_dice({key: body[key] for key in body if key != "after"}, 7, 0.0).after is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"reading": 7},
        {"reading": {"status": "sure"}},
        write_dice(make(), 100.0) | {"size": [1]},
        write_dice(make(), 100.0) | {"after": -1},
        write_dice(make(), 100.0) | {"after": "17"},
    ],
)
def test_something_else_is_refused(body: dict[str, object]) -> None:
    """What is no such body raises a value error, which the head answers."""
    with pytest.raises(ValueError, match="validation"):
        read_dice(body, 7, 0.0)
