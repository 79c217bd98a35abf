"""What the rings sound like."""

from itertools import combinations

import pytest

from pi_bunco.devices.bell.patterns import LONG, PATTERNS, Pattern
from pi_bunco.devices.ports import Ring


def heard(pattern: Pattern) -> tuple[str, ...]:
    """Give what an ear without pitch makes of it: short and long beeps."""
    return tuple("long" if beep.on >= LONG else "short" for beep in pattern)


def test_patterns_are_told_apart_without_pitch() -> None:
    """No two rings have the same beeps; where both are only short ones, their number is far apart."""
    assert set(PATTERNS) == set(Ring)
    for one, other in combinations(PATTERNS.values(), 2):
        if set(heard(one)) == set(heard(other)) == {"short"}:
            assert max(len(one), len(other)) >= 3 * min(len(one), len(other))
        else:
            assert heard(one) != heard(other)


@pytest.mark.parametrize("ring", Ring)
def test_patterns_are_heard_as_meant(ring: Ring) -> None:
    """Short and long beeps are clearly so, gaps are long enough to be heard, and it is soon over."""
    pattern = PATTERNS[ring]
    for beep in pattern:
        assert 0.05 <= beep.on <= LONG / 3 or beep.on >= LONG
        assert 1000 <= beep.hz <= 4000
    assert all(beep.off >= 0.05 for beep in pattern[:-1])
    assert sum(beep.on + beep.off for beep in pattern) <= 3.0
