"""What the rings sound like and what the lamp does."""

from itertools import combinations

import pytest

from pi_bunco.devices.bell.patterns import DOES, LIGHTS, LONG, SOUNDS, Pattern
from pi_bunco.devices.bell.press_tracker import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage

TICKING = {Ring.WARN_END, Ring.WARN_OFF}
HELD = {*TICKING, Ring.LET_GO}
"""What sounds only while a finger is on the button."""


def heard(pattern: Pattern) -> tuple[str, ...]:
    """Return what an ear without pitch makes of it: short and long beeps."""
    return tuple("long" if beep.on >= LONG else "short" for beep in pattern)


def length(pattern: Pattern) -> float:
    return sum(beep.on + beep.off for beep in pattern)


def test_patterns_every_ring_has_its_sound() -> None:
    """One row a ring, in the order of the rings, which is the order of the documents."""
    assert list(SOUNDS) == list(Ring)


def test_patterns_are_told_apart_without_pitch() -> None:
    """No two rings have the same beeps; where both are only short ones, their number is far apart."""
    for one, other in combinations(set(Ring) - HELD, 2):
        if set(heard(SOUNDS[one].pattern)) == set(heard(SOUNDS[other].pattern)) == {"short"}:
            few, many = sorted((len(SOUNDS[one].pattern), len(SOUNDS[other].pattern)))
            assert many >= 2 * few, (one, other)
        else:
            assert heard(SOUNDS[one].pattern) != heard(SOUNDS[other].pattern), (one, other)


@pytest.mark.parametrize("ring", sorted(set(Ring) - HELD))
def test_patterns_are_heard_as_meant(ring: Ring) -> None:
    """Short and long beeps are clearly so, gaps are long enough to be heard, and it is soon over."""
    pattern = SOUNDS[ring].pattern
    for beep in pattern:
        assert 0.05 <= beep.on <= LONG / 3 or beep.on >= LONG
        assert 1000 <= beep.hz <= 4000
    assert all(beep.off >= 0.05 for beep in pattern[:-1])
    assert length(pattern) <= 3.0


@pytest.mark.parametrize(
    ("ring", "first", "last", "at_once"),
    [(Ring.WARN_END, Stage.WARN_END, Stage.END, 1), (Ring.WARN_OFF, Stage.WARN_OFF, Stage.OFF, 2)],
)
def test_patterns_warnings_tick_until_it_is_so(ring: Ring, first: Stage, last: Stage, at_once: int) -> None:
    """A warning ticks faster and faster, one by one or in pairs, for as long as there is time to let go."""
    pattern = SOUNDS[ring].pattern
    assert {beep.on for beep in pattern} == {pattern[0].on}
    assert pattern[0].on <= LONG / 3
    pauses = [beep.off for beep in pattern[at_once - 1 :: at_once]]
    assert pauses == sorted(pauses, reverse=True)
    assert pauses[-1] <= pauses[0] / 3
    assert len(pattern) >= 8
    assert 0 <= length(pattern) - (STAGES[last] - STAGES[first]) <= 0.3


def test_patterns_the_word_to_let_go_sounds_as_long_as_it_holds() -> None:
    """The steady tone is one beep, which lasts from the end of the warning to the next one."""
    (beep,) = SOUNDS[Ring.LET_GO].pattern
    assert beep.on == STAGES[Stage.WARN_OFF] - STAGES[Stage.END]


def test_patterns_lights_are_told_apart_by_their_rhythm() -> None:
    """Dark, steady, slow, quick, and pairs with a pause: no two lights flash alike."""
    assert set(LIGHTS) == set(Lamp)
    slow, quick, pair = (LIGHTS[lamp].pattern for lamp in (Lamp.READY, Lamp.DOUBT, Lamp.STUCK))
    assert LIGHTS[Lamp.DARK].pattern == ()
    assert [beep.off for beep in LIGHTS[Lamp.PLAYING].pattern] == [0.0]
    assert length(slow) >= 4 * length(quick)
    assert pair[-1].off >= 4 * pair[0].off
    assert len(pair) == 2


def test_patterns_each_is_told_in_words() -> None:
    """Every ring and every light has words of its own for what is heard or seen and what it means."""
    for signals in (SOUNDS.values(), LIGHTS.values()):
        assert len({signal.noticed for signal in signals}) == len(signals)
        assert len({signal.means for signal in signals}) == len(signals)
    assert list(DOES) == list(Stage)
