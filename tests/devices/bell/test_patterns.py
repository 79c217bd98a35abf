"""The sounds of the rings, and how the lamp blinks."""

from itertools import combinations

import pytest

from pi_bunco.devices.bell.patterns import LIGHTS, LONG_SECONDS, SOUNDS, STAGE_WORDS, Pattern
from pi_bunco.devices.bell.press_tracker import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage

TICKING = {Ring.WARN_END, Ring.WARN_OFF}
HELD_NOTES = {*TICKING, Ring.LET_GO}
"""Rings that sound only while a finger is on the button."""


def list_lengths(pattern: Pattern) -> tuple[str, ...]:
    """Return for each beep whether it is short or long; pitch is ignored."""
    return tuple("long" if beep.on >= LONG_SECONDS else "short" for beep in pattern)


def find_duration(pattern: Pattern) -> float:
    return sum(beep.on + beep.off for beep in pattern)


def test_patterns_every_ring_has_its_sound() -> None:
    """``SOUNDS`` has one entry for each ring, in the order of ``Ring``, which the documents also use."""
    assert list(SOUNDS) == list(Ring)


def test_patterns_differ_without_pitch() -> None:
    """No two rings have the same beeps; of two with short beeps only, one has at least twice as many."""
    for one, other in combinations(set(Ring) - HELD_NOTES, 2):
        if set(list_lengths(SOUNDS[one].pattern)) == set(list_lengths(SOUNDS[other].pattern)) == {"short"}:
            few, many = sorted((len(SOUNDS[one].pattern), len(SOUNDS[other].pattern)))
            assert many >= 2 * few, (one, other)
        else:
            assert list_lengths(SOUNDS[one].pattern) != list_lengths(SOUNDS[other].pattern), (one, other)


@pytest.mark.parametrize("ring", sorted(set(Ring) - HELD_NOTES))
def test_patterns_have_clear_beeps(ring: Ring) -> None:
    """A beep is clearly short or clearly long, gaps can be heard, and a ring lasts 3 seconds at most."""
    pattern = SOUNDS[ring].pattern
    for beep in pattern:
        assert 0.05 <= beep.on <= LONG_SECONDS / 3 or beep.on >= LONG_SECONDS
        assert 1000 <= beep.hz <= 4000
    assert all(beep.off >= 0.05 for beep in pattern[:-1])
    assert find_duration(pattern) <= 3.0


@pytest.mark.parametrize(
    ("ring", "first", "last", "at_once"),
    [(Ring.WARN_END, Stage.WARN_END, Stage.END, 1), (Ring.WARN_OFF, Stage.WARN_OFF, Stage.OFF, 2)],
)
def test_patterns_warnings_tick_until_the_next_stage(
    ring: Ring, first: Stage, last: Stage, at_once: int
) -> None:
    """A warning ticks faster and faster, singly or in pairs, until its stage begins."""
    pattern = SOUNDS[ring].pattern
    assert {beep.on for beep in pattern} == {pattern[0].on}
    assert pattern[0].on <= LONG_SECONDS / 3
    pauses = [beep.off for beep in pattern[at_once - 1 :: at_once]]
    assert pauses == sorted(pauses, reverse=True)
    assert pauses[-1] <= pauses[0] / 3
    assert len(pattern) >= 8
    assert 0 <= find_duration(pattern) - (STAGES[last] - STAGES[first]) <= 0.3


def test_patterns_let_go_lasts_until_the_next_warning() -> None:
    """The ring ``LET_GO`` is one beep, from the stage ``END`` to the next warning."""
    (beep,) = SOUNDS[Ring.LET_GO].pattern
    assert beep.on == STAGES[Stage.WARN_OFF] - STAGES[Stage.END]


def test_patterns_lights_differ_by_their_rhythm() -> None:
    """The five lights are dark, steady, slow, quick, and pairs with a pause."""
    assert set(LIGHTS) == set(Lamp)
    slow, quick, pair = (LIGHTS[lamp].pattern for lamp in (Lamp.READY, Lamp.DOUBT, Lamp.STUCK))
    assert LIGHTS[Lamp.DARK].pattern == ()
    assert [beep.off for beep in LIGHTS[Lamp.PLAYING].pattern] == [0.0]
    assert find_duration(slow) >= 4 * find_duration(quick)
    assert pair[-1].off >= 4 * pair[0].off
    assert len(pair) == 2


def test_patterns_are_described_in_words() -> None:
    """Each ring and each light has its own description and its own meaning, and each stage an action."""
    for signals in (SOUNDS.values(), LIGHTS.values()):
        assert len({signal.description for signal in signals}) == len(signals)
        assert len({signal.means for signal in signals}) == len(signals)
    assert list(STAGE_WORDS) == list(Stage)
