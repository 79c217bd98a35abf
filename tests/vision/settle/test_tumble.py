"""The times of a throw: when something began to move, when the dice fell, and when they were still."""

import numpy as np
import pytest

from pi_bunco.frames import Frame
from pi_bunco.readings import Tumble
from pi_bunco.vision.settle.stillness import Glance
from pi_bunco.vision.settle.tumble import TumbleTimer
from tests.vision.settle.film import Drawn, Film

PICTURE = np.zeros((48, 64, 3), np.uint8)
FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
SECOND = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def measure_tumble(film: Film) -> Tumble:
    """Return the times of the last throw of a film."""
    *_, settled = film.watch()
    assert settled.tumble is not None
    return settled.tumble


@pytest.fixture
def film() -> Film:
    """Draw an empty mat, three dice that roll in from the border, and a rest."""
    film = Film()
    film.add((), times=10)
    film.throw(FIRST)
    film.add(FIRST, times=20)
    return film


def test_throw_has_the_times_of_its_motion(film: Film) -> None:
    """A throw begins with the first picture in which something moves, and rests after the last one."""
    times = measure_tumble(film)
    began, rested = min(film.moving) / 30, max(film.moving) / 30
    assert abs(times.began - began) <= 2 / 30
    assert abs(times.rested - rested) <= 3 / 30
    assert times.fell is not None
    assert times.began <= times.fell < times.rested


def test_each_throw_has_its_own_times(film: Film) -> None:
    """A second throw begins after the first has come to rest."""
    first = measure_tumble(film)
    film.add((), times=20)
    start = film.frames[-1].taken
    film.throw(SECOND)
    film.add(SECOND, times=20)
    assert measure_tumble(film).began >= start > first.rested


def test_dice_fall_after_the_hand_has_left(film: Film) -> None:
    """If a hand reaches in first, the throw begins with the hand. The dice fall after it has left."""
    film.add((), times=20)
    start = film.frames[-1].taken
    film.pass_hand((), reach=150)
    left = film.frames[-1].taken
    film.throw(SECOND)
    film.add(SECOND, times=20)
    times = measure_tumble(film)
    assert start < times.began < left
    assert times.fell is not None
    assert left < times.fell < times.rested


def test_dice_that_lie_there_at_the_start_have_no_times() -> None:
    """Dice that were not seen in motion have no times."""
    film = Film()
    film.add(FIRST, times=30)
    (settled,) = film.watch()
    assert settled.tumble is None


def test_dice_fall_when_nothing_reaches_in_any_more() -> None:
    """The fall is the first picture with motion after the last motion at the border."""
    timer = TumbleTimer()
    inside, border = np.zeros((48, 64), np.uint8), np.zeros((48, 64), np.uint8)
    inside[20:30, 20:30] = 1
    border[0:30, 20:30] = 1
    motions = [border, border, inside, border, inside, inside, None, None]
    for index, moving in enumerate(motions):
        still, mask = (2, inside) if moving is None else (1, moving)
        glance = Glance(index, still, 0, fresh=True, quiet=False, moving=mask)
        timer.see(Frame(PICTURE, index, index / 10), glance)
    assert timer.conclude() == Tumble(0.0, 0.4, 0.6)
    assert timer.conclude() is None
