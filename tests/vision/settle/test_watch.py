"""Throws are found in drawn films, with a reader that knows what was drawn."""

from dataclasses import replace

import pytest

from pi_bunco.frames import Frame, Image
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.doubts import COVERED, UNCLEAR, DoubtReason, doubt_leaning
from pi_bunco.vision.settle.shrink import shrink_image
from pi_bunco.vision.watch import Watcher
from tests.vision.settle.film import Drawn, Film, Look, Oracle

FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
SECOND = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def draw_throw(*, plain: bool = False, look: Look | None = None, noise: float = 2) -> Film:
    """Draw an empty mat, a throw, and a short rest."""
    film = Film(plain=plain, noise=noise)
    film.add((), look, times=6)
    film.throw(FIRST, look=look)
    film.add(FIRST, look, times=6)
    return film


def test_throw_is_reported_once_when_it_lies_still() -> None:
    """Dice that roll in are reported once, within five still frames, and are not read while they roll."""
    film = draw_throw()
    rest = max(film.moving) + 1
    film.add(FIRST, times=60)
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert not settled.at_start
    assert rest - 1 <= settled.start_frame <= rest + 1
    assert settled.end_frame - settled.start_frame <= 4
    assert settled.frame.index <= settled.end_frame
    assert not film.moving & set(film.reads)
    assert len(film.reads) <= 5


def test_dice_that_lie_there_at_the_start_are_reported_as_such() -> None:
    """Dice in the first still frames are reported once, with ``at_start``."""
    film = Film()
    film.add(FIRST, times=30)
    (settled,) = film.watch()
    assert settled.at_start
    assert (settled.start_frame, settled.reading.values) == (0, (3, 5, 1))


def test_empty_mat_is_no_throw() -> None:
    """In a film of an empty mat nothing is reported."""
    film = Film()
    film.add((), times=40)
    assert film.list_settled() == []


def test_hand_that_passes_is_no_throw() -> None:
    """If a hand passes over dice that do not move, they are not reported again."""
    film = draw_throw()
    for reach in (40, 120, 180):
        film.pass_hand(FIRST, reach=reach)
        film.add(FIRST, times=8)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize("plain", [False, True])
def test_bumped_camera_is_no_throw(*, plain: bool) -> None:
    """If the camera shakes and moves a little, the dice are not reported again, even on a plain mat."""
    film = draw_throw(plain=plain)
    for shift, turn in (((4, -3), 0.5), ((-5, 8), -1), ((10, 9), 2)):
        for step in range(4):
            film.add(FIRST, Look(shift=(shift[0] + (-1) ** step * 4, shift[1]), turn=turn))
        film.add(FIRST, Look(shift=shift, turn=turn), times=8)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize(
    "after", [Look(gain=0.7), Look(gain=1.15), Look(lamp=0.5), Look(gain=0.85, lamp=-0.4)], ids=str
)
def test_change_of_light_is_no_throw(after: Look) -> None:
    """If a lamp goes on or off, at once or slowly, the same dice are not reported again."""
    film = draw_throw()
    film.add(FIRST, after, times=10)
    for step in range(20):
        film.add(
            FIRST, Look(gain=after.gain + (1 - after.gain) * step / 20, lamp=after.lamp * (1 - step / 20))
        )
    film.add(FIRST, times=10)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_flicker_hides_no_throw_and_makes_none() -> None:
    """If bright bands move over the picture all the time, both throws are found, and nothing else."""
    film = Film()
    phase = 0.0

    def lamp() -> Look:
        nonlocal phase
        phase += 1.3
        return Look(bands=phase)

    draw = film.draw
    film.draw = lambda dice, look: draw(dice, replace(look, bands=lamp().bands))  # type: ignore[method-assign]
    film.add((), times=6)
    film.throw(FIRST)
    film.add(FIRST, times=30)
    film.pass_hand(FIRST, after=())
    film.throw(SECOND)
    film.add(SECOND, times=30)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6))]


def test_shaky_camera_finds_every_throw_once() -> None:
    """Every throw is found once although the camera moves by a pixel or two all the time."""
    film = Film()
    at = [0.0, 0.0]
    draw = film.draw

    def shaken(dice: tuple[Drawn, ...], look: Look) -> Image:
        for axis in (0, 1):
            at[axis] = 0.8 * at[axis] + float(film.rng.normal(0, 0.8))
        return draw(dice, replace(look, shift=(at[0], at[1]), turn=float(film.rng.normal(0, 0.1))))

    film.draw = shaken  # type: ignore[method-assign]
    film.add((), times=6)
    for dice in (FIRST, SECOND, FIRST):
        film.throw(dice)
        film.add(dice, times=15)
        film.pass_hand(dice, after=())
        film.add((), times=5)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6)), ("read", (3, 5, 1))]


@pytest.mark.parametrize(("moved", "words"), [(1, "one die"), (2, "two dice")])
def test_dice_that_only_partly_moved_are_doubtful(moved: int, words: str) -> None:
    """If a sleeve moves one die or two, the throw is doubtful, and the reason names their number."""
    film = draw_throw()
    after = SECOND[:moved] + FIRST[moved:]
    film.pass_hand(FIRST, after=after)
    film.add(after, times=8)
    first, second = film.watch()
    assert first.reading.status is Status.READ
    assert second.reading.status is Status.DOUBTFUL
    assert second.reading.reason == f"Only {words} moved."
    assert sorted(second.reading.values) == sorted(die.value for die in after)


def test_dice_at_nearly_the_same_places_are_a_new_throw() -> None:
    """Dice with the same values, a third of a die away and turned a little, are a new throw."""
    film = draw_throw()
    again = tuple(
        replace(die, x=die.x + dx, y=die.y + dy, turn=die.turn + 25)
        for die, dx, dy in zip(FIRST, (8, -9, 7), (7, 8, -8), strict=True)
    )
    film.pass_hand(FIRST, after=())
    film.throw(again)
    film.add(again, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (3, 5, 1))]


def test_die_that_lands_at_its_old_place_is_new() -> None:
    """After the mat was empty, a die at its old place counts as thrown."""
    film = draw_throw()
    film.pass_hand(FIRST, after=())
    film.add((), times=8)
    again = (*SECOND[:2], FIRST[2])
    film.throw(again)
    film.add(again, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 1))]


def test_dice_picked_up_one_by_one_and_thrown_count_once() -> None:
    """Nothing is reported while the dice are picked up one by one; the throw that follows is reported."""
    film = draw_throw()
    for left in (2, 1, 0):
        film.pass_hand(FIRST[: left + 1], after=FIRST[:left])
        film.add(FIRST[:left], times=8)
    film.throw(SECOND)
    film.add(SECOND, times=8)
    assert film.list_settled() == [("read", (3, 5, 1)), ("read", (2, 6, 6))]


def test_hand_that_hides_a_die_is_waited_for() -> None:
    """If a hand rests over one of the thrown dice, they are reported after it has left."""
    film = Film()
    film.add((), times=6)
    film.throw(FIRST, look=Look(hand=(80, 60)))
    film.add(FIRST, Look(hand=(80, 60)), times=15)
    for y in range(60, -100, -20):
        film.add(FIRST, Look(hand=(80, y)), moving=True)
    film.add(FIRST, times=8)
    (settled,) = film.watch()
    assert settled.reading.status is Status.READ
    assert settled.start_frame > max(film.moving) - 3


def test_dice_beside_a_hand_that_stays_are_read() -> None:
    """Dice that are not near a resting hand are read although the hand stays."""
    film = Film()
    film.add((), times=6)
    film.throw(FIRST, look=Look(hand=(290, 160)))
    film.add(FIRST, Look(hand=(290, 160)), times=90)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_dice_beside_a_hand_that_waves_are_read() -> None:
    """Dice in the middle are read although a hand at the border never keeps still."""
    film = Film()
    film.add((), times=6)
    film.throw(SECOND, look=Look(hand=(290, 20)))
    for step in range(60):
        film.add(SECOND, Look(hand=(290 - 8 * (step % 3), 20 + 9 * (step % 4))))
    waved = film.frames[-1].index
    film.add(SECOND, times=20)
    (settled,) = film.watch()
    assert settled.reading.status is Status.READ
    assert settled.end_frame < waved


def test_hand_that_shakes_dice_is_no_throw() -> None:
    """Dice of the last throw that lie beside a waving hand are not reported again."""
    film = draw_throw()
    for step in range(80):
        film.add(FIRST, Look(hand=(290 - 8 * (step % 3), 20 + 9 * (step % 4))))
    film.add(FIRST, times=20)
    assert film.list_settled() == [("read", (3, 5, 1))]


@pytest.mark.parametrize("times", [2, 5])
def test_pictures_sent_several_times_are_not_still(times: int) -> None:
    """If a recording repeats each picture, rolling dice do not count as still."""
    film = draw_throw(noise=0)
    film.repeat(times)
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert settled.start_frame > max(film.moving) - times


@pytest.mark.parametrize("every", [2, 4, 6])
@pytest.mark.parametrize("noise", [0, 2])
def test_slow_board_that_skips_pictures_reads_the_throw(every: int, noise: float) -> None:
    """A board that uses only every sixth picture reads a throw that lies still for 20 pictures.

    The film has no rolling dice, because so slow a board would not see them.
    """
    film = Film(noise=noise)
    for dice in ((), FIRST, ()):
        film.add(dice, times=20)
    film.frames = film.frames[::every]
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_frames_that_were_dropped_do_not_matter() -> None:
    """A throw is found although a live camera drops every third picture."""
    film = draw_throw()
    film.frames = [frame for frame in film.frames if frame.index % 3]
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)


@pytest.mark.parametrize("quality", [30, 60, 90])
def test_compressed_pictures_are_as_good(quality: int) -> None:
    """The blocks of JPEG and the noise of the sensor do not count as motion."""
    look = Look(quality=quality)
    film = draw_throw(look=look, noise=5)
    film.pass_hand(FIRST, look)
    film.add(FIRST, look, times=20)
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_throw_that_stays_unclear_is_reported_as_doubtful_in_time() -> None:
    """If the reader is never sure, its doubt is reported within five still frames."""
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
    """If three objects of a die's size roll in and are not read, one question is asked; a hand asks none."""
    film = draw_throw()
    film.pass_hand(FIRST, reach=180)
    film.add(FIRST, times=10)
    (settled,) = film.watch(Watcher(Blind(film)))
    assert (settled.reading.status, settled.reading.dice) == (Status.DOUBTFUL, ())
    assert settled.reading.reason == "Something lies there that I cannot read. What do the dice show?"


def test_one_thing_laid_on_the_mat_is_no_throw() -> None:
    """A single new object that is not read as a die, such as a coin, causes no question."""
    film = Film()
    film.add((), times=6)
    film.pass_hand((), after=FIRST[:1])
    film.add(FIRST[:1], times=10)
    assert film.watch(Watcher(Blind(film))) == []


def test_pattern_of_the_mat_is_never_a_throw() -> None:
    """If the reader takes a stitch of the cloth for an unsure die, that is neither a throw nor a question."""
    film = draw_throw()
    film.pass_hand(FIRST, after=())
    film.add((), times=10)
    film.throw(SECOND)
    film.add(SECOND, times=10)

    class SeesStitches(Oracle):
        def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
            reading = super().read(image, dice=dice, die_size=die_size)
            stitch = Die(2, 0.6, (20, 100, 44, 124))
            return Reading(Status.DOUBTFUL, (stitch, *reading.dice), "I see four dice, not three.")

    found = [settled.reading.values for settled in film.watch(Watcher(SeesStitches(film)))]
    assert found == [(3, 5, 1), (2, 6, 6)]


def test_number_of_dice_may_change_between_throws() -> None:
    """The number of expected dice may change while a film runs, as for a die-off."""
    film = Film()
    film.add((), times=6)
    watcher = Watcher(Oracle(film))
    film.throw(FIRST[:2])
    film.add(FIRST[:2], times=8)
    watcher.dice = 2
    (settled,) = film.watch(watcher)
    assert (settled.reading.status, settled.reading.values) == (Status.READ, (3, 5))


def test_any_number_of_dice_may_be_thrown() -> None:
    """If no number of dice is expected, six dice are a throw."""
    film = Film()
    film.add((), times=6)
    film.throw(FIRST + SECOND)
    film.add(FIRST + SECOND, times=8)
    (settled,) = film.watch(Watcher(Oracle(film), dice=None))
    assert (settled.reading.status, len(settled.reading.dice)) == (Status.READ, 6)


def test_film_that_ends_early_is_finished() -> None:
    """Two still frames at the end of a film are enough for its last throw."""
    film = draw_throw()
    film.frames = film.frames[:-5]
    assert film.list_settled() == [("read", (3, 5, 1))]


def test_single_picture_is_read() -> None:
    """The dice in a film of a single picture are read."""
    film = Film()
    film.add(FIRST)
    (settled,) = film.watch()
    assert (settled.start_frame, settled.end_frame, settled.reading.values) == (0, 0, (3, 5, 1))


def test_pictures_of_another_size_start_anew() -> None:
    """If the size of the pictures changes, the watcher begins again as with a new camera."""
    film = Film()
    film.add(FIRST, times=8)
    for frame in list(film.frames):
        image = frame.image[:200].copy()
        film.drawn[id(image)] = film.drawn[id(frame.image)]
        film.frames.append(Frame(image, frame.index + 100, 0))
    assert [settled.at_start for settled in film.watch()] == [True, True]


class Glared(Oracle):
    """A reader that reads the left die as a four in every other frame, as if glare were a pip."""

    glare = (3, 4)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        if not reading.dice:
            return reading
        left, *others = reading.dice
        value = self.glare[len(self.film.reads) % len(self.glare)]
        return replace(reading, dice=(replace(left, value=value), *others))


def test_glare_that_moves_is_asked_about() -> None:
    """If sure frames show different values of the left die, the question names this die and both values."""
    film = draw_throw()
    (settled,) = film.watch(Watcher(Glared(film)))
    assert settled.reading.status is Status.DOUBTFUL
    assert settled.reading.doubt is Doubt.UNSURE
    assert settled.reading.reason == "Is the first die from the left a three or a four?"
    assert settled.reading.dice[0].value in Glared.glare


class Noisy(Oracle):
    """A reader that is in doubt about each frame; the mean of some frames is read."""

    doubt = UNCLEAR
    values: tuple[int, ...] = (3, 5, 1)
    confidence = 0.99

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        if id(image) not in self.film.drawn or not reading.dice:
            return reading
        noisy = (
            replace(die, value=value, confidence=self.confidence)
            for die, value in zip(reading.dice, self.values, strict=False)
        )
        return self.doubt.make_reading(tuple(noisy))


def test_mean_of_noisy_frames_is_read() -> None:
    """If each frame is in doubt and their mean is not, the throw is read, once."""
    film = draw_throw()
    film.add(FIRST, times=20)
    (settled,) = film.watch(Watcher(Noisy(film)))
    assert (settled.reading.status, settled.reading.values) == (Status.READ, (3, 5, 1))


@pytest.mark.parametrize(
    ("doubt", "values", "confidence"),
    [(UNCLEAR, (4, 5, 1), 0.99), (UNCLEAR, (4, 5, 1), 0.4), (doubt_leaning(1, 3), (3, 5, 1), 0.99)],
    ids=["other value", "other value, unsure", "leaning"],
)
def test_mean_does_not_outvote_frames(doubt: DoubtReason, values: tuple[int, ...], confidence: float) -> None:
    """The doubt stays if frames show another value than the mean, however unsure, or a die that leans."""
    film = draw_throw()
    reader = Noisy(film)
    reader.doubt, reader.values, reader.confidence = doubt, values, confidence
    (settled,) = film.watch(Watcher(reader))
    assert (settled.reading.doubt, settled.reading.values) == (doubt.doubt, values)


class Leaning(Oracle):
    """A reader that reports a leaning second die, with guessed values."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        guessed = tuple(replace(die, confidence=0.1) for die in reading.dice)
        return doubt_leaning(1, 3).make_reading(guessed) if reading.status is Status.READ else reading


def test_die_that_leans_is_reported_with_its_kind() -> None:
    """If most frames show a leaning die, this doubt is reported once."""
    film = draw_throw()
    film.add(FIRST, times=20)
    (settled,) = film.watch(Watcher(Leaning(film)))
    assert (settled.reading.doubt, settled.reading.values) == (Doubt.COCKED, (3, 5, 1))
    assert settled.reading.reason == "The second die from the left leans: throw again."


class Covered(Oracle):
    """A reader that reports covered dice during motion and in the first 40 frames."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        reading = super().read(image, dice=dice, die_size=die_size)
        frame = self.film.reads[-1]
        return COVERED.make_reading(reading.dice) if frame in self.film.moving or frame < 40 else reading


def test_covered_dice_are_waited_for() -> None:
    """While the reader reports covered dice, the watcher waits."""
    film = draw_throw()
    film.add(FIRST, times=90)
    (settled,) = film.watch(Watcher(Covered(film)))
    assert (settled.reading.status, settled.reading.values) == (Status.READ, (3, 5, 1))
    assert settled.end_frame >= 40


class RecordedUnpacking:
    """Unpacks a drawn picture and records its index; or raises if the picture is damaged."""

    def __init__(self, frame: Frame, unpacked: list[int], *, breaks: bool) -> None:
        self._image, self._index, self._breaks = frame.image, frame.index, breaks
        self._unpacked = unpacked

    def __call__(self) -> Image:
        self._unpacked.append(self._index)
        if self._breaks:
            raise Damaged("it breaks off")
        return self._image


def pack(film: Film, broken: range = range(0)) -> list[int]:
    """Pack the pictures of a film; return a list that gets the indices of those that are unpacked.

    The pictures in ``broken`` are damaged.
    """
    unpacked: list[int] = []
    film.frames = [
        replace(
            frame,
            picture=PackedPicture(
                RecordedUnpacking(frame, unpacked, breaks=frame.index in broken),
                (frame.shape[0], frame.shape[1], 3),
            ),
            small=shrink_image(frame.image)[0],
        )
        for frame in film.frames
    ]
    return unpacked


def test_only_pictures_that_are_read_are_unpacked() -> None:
    """Of a film with one throw only the few pictures are unpacked in which dice are read."""
    film = draw_throw()
    film.add(FIRST, times=60)
    unpacked = pack(film)
    assert film.list_settled() == [("read", (3, 5, 1))]
    assert sorted(set(film.reads)) == unpacked
    assert len(unpacked) <= 7


def test_damaged_pictures_are_not_read() -> None:
    """If the first still pictures are damaged, the next undamaged one is read."""
    film = draw_throw()
    film.add(FIRST, times=10)
    rest = max(film.moving) + 1
    pack(film, broken=range(rest, rest + 5))
    (settled,) = film.watch()
    assert settled.reading.values == (3, 5, 1)
    assert settled.end_frame >= rest + 5
    assert not set(film.reads) & set(range(rest, rest + 5))


def test_film_of_one_damaged_picture_reports_nothing() -> None:
    """If the only picture of a film is damaged, nothing is reported."""
    film = Film()
    film.add(FIRST)
    pack(film, broken=range(1))
    assert film.list_settled() == []
