"""How dice fly: down to the mat, over it, and to their rest."""

import itertools

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import MockLook, ThrowKind
from pi_bunco.devices.camera.mock.die import find_corners
from pi_bunco.devices.camera.mock.lay import lay
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.tumble import Flight, fly


def thrown(seed: int, kind: ThrowKind = ThrowKind.PLAIN) -> tuple[Flight, ...]:
    look = MockLook()
    rng = np.random.default_rng(seed)
    rests = lay(look, Lens(look.view, (960, 720)), rng, (2, 4, 6), kind)
    return fly(look, rests, np.array([0.0, -9.0]), rng)


@pytest.mark.parametrize("kind", [ThrowKind.PLAIN, ThrowKind.COCKED, ThrowKind.STACKED])
def test_flight_ends_at_rest(kind: ThrowKind) -> None:
    """Each die comes to lie exactly where and how it is said to, without a jump."""
    for flight in thrown(1, kind):
        last, rest = flight.find_pose(flight.lasts - 1e-4), flight.find_pose(flight.lasts)
        assert rest is flight.rest
        assert np.abs(last.at - rest.at).max() < 0.02
        assert np.abs(last.turn - rest.turn).max() < 0.02


def test_flight_stays_above_the_mat() -> None:
    """No corner of a die is ever below the mat."""
    for seed in range(6):
        for flight in thrown(seed):
            for time in np.arange(0, flight.lasts, 0.02):
                pose = flight.find_pose(float(time))
                body = find_corners(flight.radius) * flight.size @ pose.turn.T + pose.at
                assert float(body[:, 2].min()) > -1e-4


def test_flight_is_steady() -> None:
    """From one hundredth of a second to the next a die moves and turns only so far."""
    for seed in range(6):
        for flight in thrown(seed):
            poses = [flight.find_pose(float(time)) for time in np.arange(0, flight.lasts, 0.01)]
            for one, other in itertools.pairwise(poses):
                assert float(np.linalg.norm((one.at - other.at)[:2])) < 1.5
                assert float(np.trace(one.turn.T @ other.turn)) > 1 + 2 * np.cos(1.0)


def test_flight_tumbles() -> None:
    """On its way a die shows other faces than in the end."""
    flight = thrown(2)[0]
    leans = [float(np.abs(flight.find_pose(time).turn[2]).max()) for time in np.arange(0, flight.lasts, 0.03)]
    assert min(leans) < 0.85
    assert leans[-1] > 0.95
