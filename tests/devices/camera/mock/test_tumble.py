"""The flight of dice: down to the mat, across it, and to rest."""

import itertools

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import MockLook, ThrowKind
from pi_bunco.devices.camera.mock.die import find_corners
from pi_bunco.devices.camera.mock.lay import lay
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.tumble import Flight, fly


def throw(seed: int, kind: ThrowKind = ThrowKind.PLAIN) -> tuple[Flight, ...]:
    look = MockLook()
    rng = np.random.default_rng(seed)
    rests = lay(look, Lens(look.view, (960, 720)), rng, (2, 4, 6), kind)
    return fly(look, rests, np.array([0.0, -9.0]), rng)


@pytest.mark.parametrize("kind", [ThrowKind.PLAIN, ThrowKind.COCKED, ThrowKind.STACKED])
def test_flight_ends_at_rest(kind: ThrowKind) -> None:
    """Each die comes to rest at its given pose, without a jump."""
    for flight in throw(1, kind):
        last, rest = flight.find_pose(flight.lasts - 1e-4), flight.find_pose(flight.lasts)
        assert rest is flight.rest
        assert np.abs(last.at - rest.at).max() < 0.02
        assert np.abs(last.turn - rest.turn).max() < 0.02


def test_flight_stays_above_the_mat() -> None:
    """No corner of a die goes below the mat."""
    for seed in range(6):
        for flight in throw(seed):
            for time in np.arange(0, flight.lasts, 0.02):
                pose = flight.find_pose(float(time))
                body = find_corners(flight.radius) * flight.size @ pose.turn.T + pose.at
                assert float(body[:, 2].min()) > -1e-4


def test_flight_is_steady() -> None:
    """In a hundredth of a second a die moves less than 1.5 units and turns less than 1 radian."""
    for seed in range(6):
        for flight in throw(seed):
            poses = [flight.find_pose(float(time)) for time in np.arange(0, flight.lasts, 0.01)]
            for one, other in itertools.pairwise(poses):
                assert float(np.linalg.norm((one.at - other.at)[:2])) < 1.5
                assert float(np.trace(one.turn.T @ other.turn)) > 1 + 2 * np.cos(1.0)


def test_flight_tumbles() -> None:
    """In flight a die also shows other faces than at rest."""
    flight = throw(2)[0]
    leans = [float(np.abs(flight.find_pose(time).turn[2]).max()) for time in np.arange(0, flight.lasts, 0.03)]
    assert min(leans) < 0.85
    assert leans[-1] > 0.95
