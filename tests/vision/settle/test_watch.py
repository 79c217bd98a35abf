"""Throws found in drawn films, with a reader that knows what was drawn."""

from dataclasses import replace

import pytest

from pi_bunco.frames import Die, Doubt, Frame, Image, Reading, Status
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture
from pi_bunco.vision.doubts import COVERED, doubt_leaning
from pi_bunco.vision.settle.shrink import shrink_image
from pi_bunco.vision.watch import Watcher
from tests.vision.settle.film import Drawn, Film, Look, Oracle

ONE = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
TWO = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def draw_throw(*, plain: bool = False, look: Look | None = None, noise: float = 2) -> Film:
    """Film an empty mat, a throw, and a little rest."""
    film = Film(plain=plain, noise=noise)
    film.add((), look, times=6)
    film.throw(ONE, look=look)
    film.add(ONE, look, times=6)
    return film


def test_throw_is_reported_once_when_it_lies_still() -> None:
    """Dice that roll in are reported once, within five still frames, and never read while they roll."""
    film = draw_throw()
    rest = max(film.moving) + 1
    film.add(ONE, times=60)
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert not settled.at_start
    assert rest - 1 <= settled.start_frame <= rest + 1
    assert settled.end_frame - settled.start_frame <= 4
    assert settled.frame.index <= settled.end_frame
    assert not film.moving & set(film.reads)
    assert len(film.reads) <= 5


def test_dice_that_lie_there_at_the_start_are_reported_as_such() -> None:
    """Dice in the first still frames are reported with ``at_start``, and once only."""
    film = Film()
    film.add(ONE, times=30)
    (settled,) = film.watch()
    assert settled.at_start
    assert (settled.start_frame, settled.reading.values) == (0, (3, 5, 1))


def test_empty_mat_is_no_throw() -> None:
    """An empty mat is looked at and nothing is reported."""
    film = Film()
    film.add((), times=40)
    assert film.list_settled() == []


def test_hand_that_passes_is_no_throw() -> None:
    """A hand over dice that stay where they are does not make them a throw again."""
    film = draw_throw()
    for reach in (40, 120, 180):
        film.pass_hand(ONE, reach=reach)
        film.add(ONE, times=8)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize("plain", [False, True])
def test_bumped_camera_is_no_throw(*, plain: bool) -> None:
    """The camera shakes and then looks a little elsewhere; on a mat without texture too."""
    film = draw_throw(plain=plain)
    for shift, turn in (((4, -3), 0.5), ((-5, 8), -1), ((10, 9), 2)):
        for step in range(4):
            film.add(ONE, Look(shift=(shift[0] + (-1) ** step * 4, shift[1]), turn=turn))
        film.add(ONE, Look(shift=shift, turn=turn), times=8)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize(
    "after", [Look(gain=0.7), Look(gain=1.15), Look(lamp=0.5), Look(gain=0.85, lamp=-0.4)], ids=str
)
def test_change_of_light_is_no_throw(after: Look) -> None:
    """Somebody switches a lamp, at once or slowly: the same dice are not reported again."""
    film = draw_throw()
    film.add(ONE, after, times=10)
    for step in range(20):
        film.add(ONE, Look(gain=after.gain + (1 - after.gain) * step / 20, lamp=after.lamp * (1 - step / 20)))
    film.add(ONE, times=10)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_flicker_hides_no_throw_and_makes_none() -> None:
    """Bright bands wander over the picture all the time; two throws are found, and only two."""
    film = Film()
    phase = 0.0

    def lamp() -> Look:
        nonlocal phase
        phase += 1.3
        return Look(bands=phase)

    draw = film.draw
    film.draw = lambda dice, look: draw(dice, replace(look, bands=lamp().bands))  # type: ignore[method-assign]
    film.add((), times=6)
    film.throw(ONE)
    film.add(ONE, times=30)
    film.pass_hand(ONE, after=())
    film.throw(TWO)
    film.add(TWO, times=30)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6))]


def test_shaky_hand_held_camera_finds_every_throw_once() -> None:
    """A camera that wanders by a pixel or two all the time is no hindrance."""
    film = Film()
    at = [0.0, 0.0]
    draw = film.draw

    def shaken(dice: tuple[Drawn, ...], look: Look) -> Image:
        for axis in (0, 1):
            at[axis] = 0.8 * at[axis] + float(film.rng.normal(0, 0.8))
        return draw(dice, replace(look, shift=(at[0], at[1]), turn=float(film.rng.normal(0, 0.1))))

    film.draw = shaken  # type: ignore[method-assign]
    film.add((), times=6)
    for dice in (ONE, TWO, ONE):
        film.throw(dice)
        film.add(dice, times=15)
        film.pass_hand(dice, after=())
        film.add((), times=5)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6)), ("read", (3, 5, 1))]


@pytest.mark.parametrize(("moved", "says"), [(1, "one die"), (2, "two dice")])
def test_where_only_some_dice_moved_it_asks(moved: int, says: str) -> None:
    """A sleeve moves one die, or two: the throw is doubtful and the reason says why."""
    film = draw_throw()
    after = TWO[:moved] + ONE[moved:]
    film.pass_hand(ONE, after=after)
    film.add(after, times=8)
    first, second = film.watch()
    assert first.reading.status is Status.READ
    assert second.reading.status is Status.DOUBTFUL
    assert second.reading.reason == f"Only {says} moved."
    assert sorted(second.reading.values) == sorted(die.value for die in after)


def test_dice_rolled_again_to_nearly_the_same_places_count() -> None:
    """The same values a third of a die away, turned a little, are a new throw."""
    film = draw_throw()
    again = tuple(
        replace(die, x=die.x + dx, y=die.y + dy, turn=die.turn + 25)
        for die, dx, dy in zip(ONE, (8, -9, 7), (7, 8, -8), strict=True)
    )
    film.pass_hand(ONE, after=())
    film.throw(again)
    film.add(again, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (3, 5, 1))]


def test_die_that_chances_to_land_where_it_lay_is_thrown() -> None:
    """Once the mat was seen empty, a die that lies at its old place again is a new one."""
    film = draw_throw()
    film.pass_hand(ONE, after=())
    film.add((), times=8)
    again = (*TWO[:2], ONE[2])
    film.throw(again)
    film.add(again, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 1))]


def test_dice_picked_up_one_by_one_and_thrown_count_once() -> None:
    """While dice are taken away nothing is reported; the throw that follows is."""
    film = draw_throw()
    for left in (2, 1, 0):
        film.pass_hand(ONE[: left + 1], after=ONE[:left])
        film.add(ONE[:left], times=8)
    film.throw(TWO)
    film.add(TWO, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6))]


def test_hand_that_hides_a_die_is_waited_for() -> None:
    """A hand rests over one of the dice that were just thrown: they are reported when it has left."""
    film = Film()
    film.add((), times=6)
    film.throw(ONE, look=Look(hand=(80, 60)))
    film.add(ONE, Look(hand=(80, 60)), times=15)
    for y in range(60, -100, -20):
        film.add(ONE, Look(hand=(80, y)), moving=True)
    film.add(ONE, times=8)
    (settled,) = film.watch()
    assert settled.reading.status is Status.READ
    assert settled.start_frame > max(film.moving) - 3


def test_dice_beside_a_hand_that_stays_are_read() -> None:
    """Nobody waits for ever: dice that lie clear of a hand at rest are read."""
    film = Film()
    film.add((), times=6)
    film.throw(ONE, look=Look(hand=(290, 160)))
    film.add(ONE, Look(hand=(290, 160)), times=90)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_dice_beside_a_hand_that_waves_are_read() -> None:
    """A hand that never keeps still at the border does not hold up the dice in the middle for ever."""
    film = Film()
    film.add((), times=6)
    film.throw(TWO, look=Look(hand=(290, 20)))
    for step in range(60):
        film.add(TWO, Look(hand=(290 - 8 * (step % 3), 20 + 9 * (step % 4))))
    waved = film.frames[-1].index
    film.add(TWO, times=20)
    (settled,) = film.watch()
    assert settled.reading.status is Status.READ
    assert settled.end_frame < waved


def test_hand_that_shakes_dice_is_no_throw() -> None:
    """Dice of the last throw that lie beside a waving hand are not reported again."""
    film = draw_throw()
    for step in range(80):
        film.add(ONE, Look(hand=(290 - 8 * (step % 3), 20 + 9 * (step % 4))))
    film.add(ONE, times=20)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize("times", [2, 5])
def test_pictures_sent_several_times_are_not_still(times: int) -> None:
    """A recording that repeats each picture is not still between two of them."""
    film = draw_throw(noise=0)
    film.repeat(times)
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert settled.start_frame > max(film.moving) - times


@pytest.mark.parametrize("every", [2, 4, 6])
@pytest.mark.parametrize("noise", [0, 2])
def test_slow_boards_leave_pictures_out(every: int, noise: float) -> None:
    """A board that looks at one picture in six reads a throw that lies for 20, though all are the same.

    So slow a board sees nothing of how the dice roll.
    """
    film = Film(noise=noise)
    for dice in ((), ONE, ()):
        film.add(dice, times=20)
    film.frames = film.frames[::every]
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_frames_that_were_dropped_do_not_matter() -> None:
    """A live camera skips every third picture."""
    film = draw_throw()
    film.frames = [frame for frame in film.frames if frame.index % 3]
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)


@pytest.mark.parametrize("quality", [30, 60, 90])
def test_compressed_pictures_are_as_good(quality: int) -> None:
    """JPEG's blocks and the sensor's noise are no motion."""
    look = Look(quality=quality)
    film = draw_throw(look=look, noise=5)
    film.pass_hand(ONE, look)
    film.add(ONE, look, times=20)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_throw_that_stays_unclear_is_reported_as_doubtful_in_time() -> None:
    """A reader that is never sure is asked for five still frames at most, then the doubt is reported."""
    film = draw_throw()

    class Unsure(Oracle):
        def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
            reading = super().read(image, dice=dice, die_size=die_size)
            return replace(reading, status=Status.DOUBTFUL, reason="Glare.") if reading.dice else reading

    (settled,) = film.watch(Watcher(Unsure(film)))
    assert (settled.reading.status, settled.reading.reason) == (Status.DOUBTFUL, "Glare.")
    assert settled.end_frame - settled.start_frame <= 4


class Blind(Oracle):
    """A reader that sees no dice at all."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        super().read(image, dice=dice, die_size=die_size)
        return Reading(Status.EMPTY)


def test_throw_that_the_reader_does_not_see_is_asked_about() -> None:
    """Three things of a die's size that roll in and stay are asked about once, and a hand is none of them."""
    film = draw_throw()
    film.pass_hand(ONE, reach=180)
    film.add(ONE, times=10)
    (settled,) = film.watch(Watcher(Blind(film)))
    assert (settled.reading.status, settled.reading.dice) == (Status.DOUBTFUL, ())
    assert settled.reading.reason == "Something lies there that I cannot read. What do the dice show?"


def test_one_thing_laid_on_the_mat_is_no_throw() -> None:
    """A phone or a coin that nobody takes for dice asks no question."""
    film = Film()
    film.add((), times=6)
    film.pass_hand((), after=ONE[:1])
    film.add(ONE[:1], times=10)
    assert film.watch(Watcher(Blind(film))) == []


def test_pattern_of_the_mat_is_never_a_throw() -> None:
    """A reader that takes a stitch of the cloth for a die, unsurely, makes neither a throw nor a question."""
    film = draw_throw()
    film.pass_hand(ONE, after=())
    film.add((), times=10)
    film.throw(TWO)
    film.add(TWO, times=10)

    class SeesStitches(Oracle):
        def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
            reading = super().read(image, dice=dice, die_size=die_size)
            stitch = Die(2, 0.6, (20, 100, 44, 124))
            return Reading(Status.DOUBTFUL, (stitch, *reading.dice), "I see four dice, not three.")

    found = [settled.reading.values for settled in film.watch(Watcher(SeesStitches(film)))]
    assert found == [(3, 5, 1), (2, 6, 6)]


def test_number_of_dice_may_change_between_throws() -> None:
    """In a die-off two dice are expected from one frame to the next."""
    film = Film()
    film.add((), times=6)
    watcher = Watcher(Oracle(film))
    film.throw(ONE[:2])
    film.add(ONE[:2], times=8)
    watcher.dice = 2
    (settled,) = film.watch(watcher)
    assert (settled.reading.status, settled.reading.values) == (Status.READ, (3, 5))


def test_any_number_of_dice_may_be_thrown() -> None:
    """Without a number, whatever lies there is a throw."""
    film = Film()
    film.add((), times=6)
    film.throw(ONE + TWO)
    film.add(ONE + TWO, times=8)
    (settled,) = film.watch(Watcher(Oracle(film), dice=None))
    assert (settled.reading.status, len(settled.reading.dice)) == (Status.READ, 6)


def test_film_that_ends_early_is_finished() -> None:
    """Two still frames at the end of a film are enough for its last throw."""
    film = draw_throw()
    film.frames = film.frames[:-5]
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_single_picture_is_read() -> None:
    """A film of one picture is still."""
    film = Film()
    film.add(ONE)
    (settled,) = film.watch()
    assert (settled.start_frame, settled.end_frame, settled.reading.values) == (0, 0, (3, 5, 1))


def test_pictures_of_another_size_start_anew() -> None:
    """A camera that comes back with another size is looked at as a new one."""
    film = Film()
    film.add(ONE, times=8)
    for frame in list(film.frames):
        image = frame.image[:200].copy()
        film.seen[id(image)] = film.seen[id(frame.image)]
        film.frames.append(Frame(image, frame.index + 100, 0))
    assert [settled.at_start for settled in film.watch()] == [True, True]


class Glared(Oracle):
    """Takes glare that wanders over the left die for a pip, in every other frame that it reads."""

    glare = (3, 4)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        if not reading.dice:
            return reading
        left, *others = reading.dice
        shown = self.glare[len(self.film.reads) % len(self.glare)]
        return replace(reading, dice=(replace(left, value=shown), *others))


def test_glare_that_moves_is_asked_about() -> None:
    """Frames that are each sure, and show the left die differently, make a question that names it."""
    film = draw_throw()
    (settled,) = film.watch(Watcher(Glared(film)))
    assert settled.reading.status is Status.DOUBTFUL
    assert settled.reading.doubt is Doubt.UNSURE
    assert settled.reading.reason == "Is the first die from the left a three or a four?"
    assert settled.reading.dice[0].value in Glared.glare


class Leaning(Oracle):
    """Sees that the second die leans, and knows no value."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        guessed = tuple(replace(die, confidence=0.1) for die in reading.dice)
        return doubt_leaning(1, 3).make_reading(guessed) if reading.status is Status.READ else reading


def test_die_that_leans_is_reported_with_its_kind() -> None:
    """What most frames show of how the dice lie goes on to the table, once."""
    film = draw_throw()
    film.add(ONE, times=20)
    (settled,) = film.watch(Watcher(Leaning(film)))
    assert (settled.reading.doubt, settled.reading.values) == (Doubt.COCKED, (3, 5, 1))
    assert settled.reading.reason == "The second die from the left leans: throw again."


class Covered(Oracle):
    """Says so when a hand lies over the dice, however it looks to the watcher."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        frame = self.film.reads[-1]
        return COVERED.make_reading(reading.dice) if frame in self.film.moving or frame < 40 else reading


def test_covered_dice_are_waited_for() -> None:
    """While the reader says that they are covered, the watcher waits for a better look."""
    film = draw_throw()
    film.add(ONE, times=90)
    (settled,) = film.watch(Watcher(Covered(film)))
    assert (settled.reading.status, settled.reading.values) == (Status.READ, (3, 5, 1))
    assert settled.end_frame >= 40


class Slow:
    """Unpacks a drawn picture when asked, and notes when; or finds it broken."""

    def __init__(self, film: Film, frame: Frame, unpacked: list[int], *, breaks: bool) -> None:
        self._image, self._index, self._breaks = frame.image, frame.index, breaks
        self._unpacked = unpacked
        self._film = film

    def __call__(self) -> Image:
        self._unpacked.append(self._index)
        if self._breaks:
            raise Damaged("it breaks off")
        return self._image


def pack(film: Film, broken: range = range(0)) -> list[int]:
    """Pack the pictures of a film, those in ``broken`` damaged; return those that are unpacked."""
    unpacked: list[int] = []
    film.frames = [
        replace(
            frame,
            picture=PackedPicture(
                Slow(film, frame, unpacked, breaks=frame.index in broken), (frame.shape[0], frame.shape[1], 3)
            ),
            small=shrink_image(frame.image)[0],
        )
        for frame in film.frames
    ]
    return unpacked


def test_pictures_are_unpacked_only_where_they_are_read() -> None:
    """Of a mat at rest, a throw and a mat at rest only those few are unpacked that dice are read in."""
    film = draw_throw()
    film.add(ONE, times=60)
    unpacked = pack(film)
    assert film.list_settled() == [("read", (3, 5, 1))]
    assert sorted(set(film.reads)) == unpacked
    assert len(unpacked) <= 7


def test_a_picture_that_is_broken_after_all_is_not_read() -> None:
    """The first still pictures break when they are unpacked: the next one that does not is read."""
    film = draw_throw()
    film.add(ONE, times=10)
    rest = max(film.moving) + 1
    pack(film, broken=range(rest, rest + 5))
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert settled.end_frame >= rest + 5
    assert not set(film.reads) & set(range(rest, rest + 5))


def test_a_film_whose_last_picture_is_broken_ends_without_it() -> None:
    """Nothing is read from it, and nothing is reported."""
    film = Film()
    film.add(ONE)
    pack(film, broken=range(1))
    assert film.list_settled() == []
