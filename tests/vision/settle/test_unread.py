"""A throw that lay still too briefly to be read is told, and nothing else is taken for one."""

import pytest

from pi_bunco.readings import Doubt
from tests.vision.settle.film import Drawn, Film, Look

FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
SECOND = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))
Told = list[tuple[tuple[int, ...], Doubt | None]]


def watch(film: Film, step: int = 1) -> Told:
    """Return the values and the doubt about all dice that settled, with every `step`th picture."""
    film.frames = film.frames[::step]
    return [(each.reading.values, each.reading.doubt) for each in film.watch()]


def slide(x: float, y: float, turn: float) -> tuple[Drawn, ...]:
    """Return the dice moved by some pixels and degrees."""
    return tuple(Drawn(die.x + x, die.y + y, die.turn + turn, die.value) for die in FIRST)


@pytest.fixture
def film() -> Film:
    """Draw an empty mat."""
    film = Film()
    film.add((), times=20)
    return film


@pytest.mark.parametrize(("rest", "step"), [(1, 1), (4, 4)])
def test_throw_that_went_by_too_fast_is_told_before_the_next(film: Film, rest: int, step: int) -> None:
    """Dice that lie still for two pictures and are thrown again are told, with their guess."""
    film.throw(FIRST)
    film.add(FIRST, times=rest)
    film.throw(SECOND)
    film.add(SECOND, times=40)
    assert watch(film, step) == [((3, 5, 1), Doubt.FAST), ((2, 6, 6), None)]


def test_throw_that_is_taken_up_at_once_is_told(film: Film) -> None:
    """A hand takes the dice before they are read, and leaves the mat empty."""
    film.throw(FIRST)
    film.add(FIRST)
    for y in range(-30, 180, 30):
        film.add(FIRST, Look(hand=(170, y)))
    for y in range(180, -90, -30):
        film.add((), Look(hand=(170, y)))
    film.add((), times=20)
    assert watch(film) == [((3, 5, 1), Doubt.FAST)]


def test_dice_that_rock_before_they_rest_are_one_throw(film: Film) -> None:
    """One die rolls on after all seemed to lie still; the throw is read once."""
    left, *others = FIRST
    film.throw(FIRST)
    film.add(FIRST)
    for step in range(1, 6):
        film.add((Drawn(left.x - 8 * step, left.y + 4 * step, left.turn + 20 * step, 2), *others))
    film.add((Drawn(40, 90, 110, 2), *others), times=20)
    assert watch(film) == [((2, 5, 1), None)]


def test_knocked_table_is_one_throw(film: Film) -> None:
    """All dice slide by less than their size after a knock; the throw is read once."""
    film.throw(FIRST)
    film.add(FIRST)
    for step in range(1, 4):
        film.add(slide(3 * step, 2 * step, 4 * step))
    film.add(slide(9, 6, 12), times=20)
    assert watch(film) == [((3, 5, 1), None)]


def test_hand_that_comes_at_once_and_takes_nothing_is_one_throw(film: Film) -> None:
    """A hand passes over dice that have hardly come to rest; the throw is read once."""
    film.throw(FIRST)
    film.add(FIRST)
    film.pass_hand(FIRST)
    film.add(FIRST, times=20)
    assert watch(film) == [((3, 5, 1), None)]


@pytest.mark.parametrize("pause", [1, 2, 3])
def test_hand_that_arranges_dice_makes_no_alarm(film: Film, pause: int) -> None:
    """A hand pushes the dice about, with pauses; what it leaves is read as before, and nothing is told."""
    film.throw(FIRST)
    film.add(FIRST, times=30)
    for step in range(8):
        dice = slide(6 * step, 5 * step, 9 * step)
        film.add(dice, Look(hand=(170 + 5 * step, 150.0)), moving=True)
        film.add(dice, Look(hand=(170 + 5 * step, 150.0)), times=pause)
    film.pass_hand(dice)
    film.add(dice, times=30)
    assert Doubt.FAST not in [doubt for _, doubt in watch(film)]
