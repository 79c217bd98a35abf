"""Throws that may have passed while the camera showed nothing new are asked about."""

from dataclasses import replace

import pytest

from pi_bunco.frames import Frame
from pi_bunco.readings import Doubt
from pi_bunco.vision.watch import SettledDice, Watcher
from tests.at_night import leave_to_night
from tests.vision.settle.film import Drawn, Film, Look, Oracle

RATE = 30
FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
SECOND = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def begin(noise: float = 2) -> Film:
    """Draw a throw, and a rest in which the camera's noise becomes known."""
    film = Film(noise=noise)
    film.add((), times=40)
    film.throw(FIRST)
    film.add(FIRST, times=40)
    return film


def throw_hidden(film: Film, seconds: float) -> slice:
    """Draw a second throw that takes so many seconds from the hand that reaches in; return its pictures."""
    start = len(film.frames)
    film.pass_hand(FIRST, after=())
    film.throw(SECOND)
    film.add(SECOND, times=round(seconds * RATE) - (len(film.frames) - start))
    hidden = slice(start, len(film.frames))
    film.add(SECOND, times=30)
    return hidden


def freeze(film: Film, hidden: slice) -> None:
    """Replace pictures by the one before them."""
    shown = film.frames[hidden.start - 1]
    film.frames[hidden] = [
        replace(shown, index=frame.index, taken=frame.taken) for frame in film.frames[hidden]
    ]


def drop(film: Film, hidden: slice) -> None:
    """Let the camera deliver nothing for a while; the numbers of its pictures go on without a gap."""
    del film.frames[hidden]
    film.frames = [replace(frame, index=index) for index, frame in enumerate(film.frames)]
    film.drawn = {id(frame.image): film.drawn[id(frame.image)] for frame in film.frames}


def burst(film: Film, hidden: slice, *, own_times: bool) -> None:
    """Let the pictures come at once after a stall, so that only the first and the last are looked at."""
    first, *_, last = film.frames[hidden]
    if not own_times:
        first = replace(first, taken=last.taken - 0.005)
    film.frames[hidden] = [first, last]


def ask(settled: list[SettledDice]) -> list[tuple[tuple[int, ...], Doubt | None]]:
    """Return the values and the doubt about all dice that settled."""
    return [(each.reading.values, each.reading.doubt) for each in settled]


READ = [((3, 5, 1), None), ((2, 6, 6), None)]
ASKED = [((3, 5, 1), None), ((2, 6, 6), Doubt.UNSEEN)]


@pytest.mark.parametrize("kind", ["nothing comes", "burst", "burst with own times", "freeze"])
@pytest.mark.parametrize("seconds", leave_to_night((1.0, 3.0, 10.0), (1.0, 10.0)))
def test_dice_after_a_stall_are_asked_about_if_a_whole_throw_may_have_passed(
    kind: str, seconds: float
) -> None:
    """After one second the dice count, since no second throw fits in. After three or ten the page asks."""
    film = begin()
    hidden = throw_hidden(film, seconds)
    match kind:
        case "nothing comes":
            drop(film, hidden)
        case "freeze":
            freeze(film, hidden)
        case _:
            burst(film, hidden, own_times="own" in kind)
    assert ask(film.watch()) == (READ if seconds < 1.5 else ASKED)


@pytest.mark.parametrize(("busy", "expected"), [(3.0, "read"), (0.5, "asked")])
def test_time_in_which_a_slow_board_looked_is_no_stall(busy: float, expected: str) -> None:
    """The dice count if the board itself was busy for as long as nothing was seen, but not if for less."""
    film = begin()
    drop(film, throw_hidden(film, 3.0))
    watcher, settled = Watcher(Oracle(film)), []
    for frame, after in zip(film.frames, [*film.frames[1:], film.frames[-1]], strict=True):
        settled += watcher.see(frame)
        if after.taken - frame.taken > 1:
            watcher.note_busy(busy)
    assert ask(settled) == (READ if expected == "read" else ASKED)


def test_burst_in_which_every_picture_is_looked_at_hides_nothing() -> None:
    """If the pictures of a stall come at once with their own times, and all are looked at, the dice count."""
    film = begin()
    throw_hidden(film, 3)
    assert ask(film.watch()) == READ


@pytest.mark.parametrize("kind", ["stall", "freeze"])
def test_same_dice_after_a_stall_are_no_throw(kind: str) -> None:
    """If the dice lie as before, nothing is asked, and the next throw counts."""
    film = begin()
    start = len(film.frames)
    film.add(FIRST, Look(gain=0.8), times=90)
    hidden = slice(start, len(film.frames))
    film.add(FIRST, Look(gain=0.8), times=20)
    film.pass_hand(FIRST, after=())
    film.throw(SECOND)
    film.add(SECOND, times=20)
    (drop if kind == "stall" else freeze)(film, hidden)
    assert ask(film.watch()) == READ


def test_stall_while_the_hand_reaches_in_hides_no_throw() -> None:
    """If all dice still lie in their places when the pictures come again, none was thrown meanwhile."""
    film = begin()
    start = len(film.frames)
    film.add(FIRST, times=60)
    hidden = slice(start, len(film.frames))
    for y in range(-30, 180, 30):
        film.add(FIRST, Look(hand=(170, y)))
    film.throw(SECOND, look=Look(hand=(170, 150)), frames=10)
    for y in range(150, -90, -30):
        film.add(SECOND, Look(hand=(170, y)))
    film.add(SECOND, times=20)
    drop(film, hidden)
    assert ask(film.watch()) == READ


def test_freeze_in_a_throw_reads_no_rolling_dice() -> None:
    """Dice in a repeated picture do not lie still: they are read when new pictures come, and asked about."""
    film = begin()
    film.pass_hand(FIRST, after=())
    film.throw(SECOND)
    film.add(SECOND, times=90)
    frozen = slice(len(film.frames) - 97, len(film.frames) - 1)
    rolling = film.frames[frozen.start - 1].index
    assert rolling in film.moving
    freeze(film, frozen)
    film.add(SECOND, times=20)
    assert ask(film.watch()) == ASKED
    assert rolling not in film.reads


def test_freeze_from_the_first_picture_is_asked_about() -> None:
    """If the camera was out of sight from the start, dice that lie differently afterwards are asked about."""
    film = Film()
    film.add(FIRST)
    film.add(SECOND, times=90)
    freeze(film, slice(1, 91))
    film.add(SECOND, times=20)
    watcher = Watcher(Oracle(film))
    settled = [each for frame in film.frames[:91] for each in watcher.see(frame)]
    watcher.lose_sight(3.0)
    settled += [each for frame in film.frames[91:] for each in watcher.see(frame)]
    assert ask(settled) == ASKED
    assert settled[0].at_start


def test_pictures_without_noise_are_no_freeze() -> None:
    """A camera whose pictures never have noise shows identical ones of dice at rest; its throws count."""
    film = begin(noise=0)
    film.add(FIRST, times=120)
    film.pass_hand(FIRST, after=())
    film.add((), times=120)
    film.throw(SECOND)
    film.add(SECOND, times=120)
    assert ask(film.watch()) == READ


def test_recording_hides_nothing() -> None:
    """Every picture of a recording is looked at, however long that takes."""
    film = begin()
    throw_hidden(film, 3)
    film.frames = [replace(frame, taken=2.0 * frame.index) for frame in film.frames]
    assert ask(film.watch(Watcher(Oracle(film), live=False))) == READ


def test_slow_camera_hides_nothing() -> None:
    """A board that looks at four pictures a second asks about no throw."""
    film = begin()
    lying: tuple[Drawn, ...] = FIRST
    for dice in (SECOND, FIRST):
        film.pass_hand(lying, after=())
        film.throw(dice)
        film.add(dice, times=100)
        lying = dice
    seen: list[Frame] = film.frames[::7]
    film.frames = seen
    assert Doubt.UNSEEN not in [doubt for _, doubt in ask(film.watch())]
