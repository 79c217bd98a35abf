"""When dice were thrown: from the first thing that moved until they lay still."""

import numpy as np
import pytest

from pi_bunco.frames import Frame, Tumble
from pi_bunco.vision.settle.stillness import Glance
from pi_bunco.vision.settle.tumble import TumbleTimer
from tests.vision.settle.film import Drawn, Film

PICTURE = np.zeros((48, 64, 3), np.uint8)
ONE = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
TWO = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def measure_tumble(film: Film) -> Tumble:
    *_, settled = film.watch()
    assert settled.tumble is not None
    return settled.tumble


@pytest.fixture
def film() -> Film:
    """Film an empty mat, three dice that roll in from the border, a rest."""
    film = Film()
    film.add((), times=10)
    film.throw(ONE)
    film.add(ONE, times=20)
    return film


def test_times_of_a_throw(film: Film) -> None:
    """It began with the first picture that moves, and rested after the last."""
    times = measure_tumble(film)
    first, last = min(film.moving) / 30, max(film.moving) / 30
    assert abs(times.began - first) <= 2 / 30
    assert abs(times.rested - last) <= 3 / 30
    assert times.fell is not None
    assert times.began <= times.fell < times.rested


def test_each_throw_has_its_own_times(film: Film) -> None:
    """A second throw begins after the first has come to rest."""
    first = measure_tumble(film)
    film.add((), times=20)
    start = film.frames[-1].taken
    film.throw(TWO)
    film.add(TWO, times=20)
    assert measure_tumble(film).began >= start > first.rested


def test_a_hand_that_lingers_puts_the_fall_off(film: Film) -> None:
    """As long as something reaches in over the border nobody knows whether the dice have left it."""
    film.add((), times=20)
    film.pass_hand((), reach=150)
    film.throw(TWO)
    film.add(TWO, times=20)
    times = measure_tumble(film)
    assert times.fell is None or times.fell > times.began


def test_dice_that_lay_there_have_no_times() -> None:
    """Nobody saw them thrown."""
    film = Film()
    film.add(ONE, times=30)
    (settled,) = film.watch()
    assert settled.tumble is None


def test_they_fell_when_nothing_reached_in_any_more() -> None:
    """The first moving picture after the last one in which something moved at the border."""
    timer = TumbleTimer()
    inside, border = np.zeros((48, 64), np.uint8), np.zeros((48, 64), np.uint8)
    inside[20:30, 20:30] = 1
    border[0:30, 20:30] = 1
    seen = [border, border, inside, border, inside, inside, None, None]
    for index, moving in enumerate(seen):
        still, mask = (2, inside) if moving is None else (1, moving)
        glance = Glance(index, still, 0, fresh=True, quiet=False, moving=mask)
        timer.see(Frame(PICTURE, index, index / 10), glance)
    assert timer.conclude() == Tumble(0.0, 0.4, 0.6)
    assert timer.conclude() is None
