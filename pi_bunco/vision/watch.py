"""Finds throws in a sequence of pictures: when dice have come to rest, and which of them are new."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Grey
from pi_bunco.readings import Doubt, Reading, Status, Tumble
from pi_bunco.vision.doubts import BADLY_PLACED, TOO_FAST, doubt_unseen
from pi_bunco.vision.reader import Reader
from pi_bunco.vision.settle.diesize import DieSize
from pi_bunco.vision.settle.scene import MIN_NEW, MIN_SURE, Judgement, Scene, Sight, Verdict, is_clear
from pi_bunco.vision.settle.shrink import shrink_frame
from pi_bunco.vision.settle.stillness import Glance, Stillness
from pi_bunco.vision.settle.tumble import TumbleTimer
from pi_bunco.vision.settle.unread import Unread
from pi_bunco.vision.settle.unseen import MIN_UNSEEN, UnseenTimer
from pi_bunco.vision.settle.vote import Ballot, average_pictures, elect, is_decided, is_undisputed

_FIRST_READ = 3
"""The still frame that is read first, counted from 1."""

_MAX_READS = 3
"""At most this many still frames are read."""

_MIN_READS = 2
"""This many readings are enough if the dice are not still for long enough to have more."""

_SLOW_FRAMES = 5
"""After this many frames the second different picture may be read, because pictures come slowly."""

_HAND_RESTS_FRAMES = 10
"""After this many still frames dice are read although a hand is at them, if it does not move."""

_HAND_STAYS_FRAMES = 60
"""After this many still frames, a thing that reaches in becomes part of the scene."""

_CALM_FRAMES = 15
"""Whenever only hands have moved for this many frames, the dice beside them are read."""


@dataclass(frozen=True, slots=True, eq=False)
class SettledDice:
    """Dice that have come to rest and have not been reported before.

    Attributes
    ----------
    start_frame
        Index of the first frame in which they are still.
    end_frame
        Index of the last frame that was read.
    reading
        The reading of these dice.
    frame
        The frame of the reading; boxes are in pixels of this frame.
    at_start
        Whether they were there in the first still frames, so that no throw was seen.
    tumble
        When they were thrown; ``None``: not seen.
    """

    start_frame: int
    end_frame: int
    reading: Reading
    frame: Frame
    at_start: bool
    tumble: Tumble | None = None


class Watcher:
    """Watches a mat for throws.

    Parameters
    ----------
    reader
        Reads the dice once they are still.
    dice
        How many dice there must be; ``None`` for any number. May be changed between frames.
    live
        Whether things may happen between two frames that nobody sees. In a recording they cannot.
    """

    def __init__(self, reader: Reader, *, dice: int | None = 3, live: bool = True) -> None:
        self.dice = dice
        self.live = live
        self._reader = reader
        self._size = DieSize()
        self._shape: tuple[int, ...] = ()
        self._stillness: Stillness | None = None
        self._scene: Scene | None = None
        self._last: tuple[Frame, Grey, float] | None = None
        self._start = 0
        self._judged = False
        self._sight: Sight | None = None
        self._ballots: list[Ballot] = []
        self._next_read = _FIRST_READ
        self._beside: list[Ballot] = []
        self._timer = TumbleTimer()
        self._unseen_timer = UnseenTimer()
        self._out_of_sight = 0.0
        self._busy = 0.0
        self._unseen = 0.0
        self._unread: Unread | None = None

    @property
    def moving(self) -> bool:
        """Whether something moves, or has come to rest but has not been judged yet."""
        return self._stillness is not None and not self._judged

    def see(self, frame: Frame) -> list[SettledDice]:
        """Look at the next frame, and return the dice that have settled with it.

        That is at most one throw, after an earlier one that went by too fast.
        """
        grey, scale = shrink_frame(frame)
        last, self._last = self._last, (frame, grey, scale)
        rested = self._timer.peek()
        settled: list[SettledDice] = []
        if self._stillness is None or frame.shape != self._shape:
            self._shape = frame.shape
            self._stillness = Stillness(grey, frame.index)
            self._scene = None
            glance = self._stillness.glance
            self._begin(glance)
        else:
            glance = self._stillness.see(grey, frame.index)
            self._timer.see(frame, glance)
        if glance.fresh:
            self._note_unseen(frame, grey, glance)
        if glance.start != self._start:
            # Something moves again, perhaps soon: the camera shakes, or the player is in a hurry.
            if not self._judged and self._is_enough() and not self._must_wait(_HAND_RESTS_FRAMES - 1):
                settled = self._conclude()
            elif last is not None:
                self._note_unread(*last, rested)
            self._begin(glance)
        if not self._judged and glance.fresh and self._is_due(glance, frame.index) and frame.intact:
            settled += self._look(frame, grey, scale, glance)
        if glance.still < _FIRST_READ and glance.fresh:
            settled += self._look_beside(frame, grey, scale, glance)
        return settled

    def lose_sight(self, seconds: float) -> None:
        """Note that the frames before the next one showed nothing of the mat for so many seconds."""
        self._out_of_sight = seconds

    def note_busy(self, seconds: float) -> None:
        """Note how long this board was busy with the last frame, in seconds.

        No frame was seen meanwhile, but that is no reason for doubt: a slow board would ask about each throw.
        """
        self._busy += seconds

    def _note_unseen(self, frame: Frame, grey: Grey, glance: Glance) -> None:
        """Note if a whole throw may have passed before this frame, because the mat differs."""
        seconds = max(self._unseen_timer.see(frame) - self._busy, self._out_of_sight)
        self._out_of_sight = self._busy = 0.0
        if not self.live or seconds < MIN_UNSEEN or glance.still > 1:
            return
        if self._scene is None or not self._scene.lies_unchanged(grey):
            self._unseen = max(self._unseen, seconds)

    def _note_unread(self, frame: Frame, grey: Grey, scale: float, rested: Tumble | None) -> None:
        """Remember dice that fell, lay still for a moment, and move again before they were judged."""
        if rested is not None and rested.fell is not None and self._scene is not None and not self._judged:
            self._unread = self._unread or Unread(self._start, frame, grey, scale, rested)

    def _is_due(self, glance: Glance, index: int) -> bool:
        """Return whether to read this frame."""
        slow = glance.still >= _FIRST_READ - 1 and index - glance.start >= _SLOW_FRAMES
        if self._next_read == _FIRST_READ:
            return slow or glance.still >= _FIRST_READ + (not glance.quiet)
        return glance.still >= self._next_read

    def finish(self) -> list[SettledDice]:
        """Return the dice that settled with the last frame; call this when there are no more frames."""
        if self._last is None or self._stillness is None or self._judged:
            return []
        alone = self._scene is None and self._last[0].index == self._start
        if self._stillness.glance.still < _FIRST_READ - 1 and not alone:
            return []
        if not self._ballots:
            if not self._last[0].intact:
                return []
            self._read(*self._last)
        return self._conclude()

    def _is_enough(self) -> bool:
        """Return whether the readings so far are enough if no further frame can be read."""
        any_read = any(ballot.reading.status is Status.READ for ballot in self._ballots)
        return any_read or len(self._ballots) >= _MIN_READS

    def _begin(self, glance: Glance) -> None:
        """Begin a new still time, because something moved."""
        self._start = glance.start
        self._judged = False
        self._sight = None
        self._ballots = []
        self._next_read = _FIRST_READ

    def _look(self, frame: Frame, grey: Grey, scale: float, glance: Glance) -> list[SettledDice]:
        if self._scene is not None and self._sight is None:
            self._sight = self._scene.compare(grey, scale, frame.image)
            if self._sight.change.none:
                self._scene = self._scene.update(self._sight)
                self._judged = True
                self._timer.conclude()
                self._unseen = 0.0
                return self._tell_unread(Reading(Status.EMPTY), grey, scale)
        self._read(frame, grey, scale)
        if (
            not is_decided(self._ballots)
            and len(self._ballots) < _MAX_READS
            and glance.still < self._next_read + _MAX_READS - 1
        ):
            return []
        if self._must_wait(glance.still):
            self._next_read = _HAND_RESTS_FRAMES if glance.still < _HAND_RESTS_FRAMES else _HAND_STAYS_FRAMES
            self._ballots = []
            return []
        return self._conclude()

    def _look_beside(self, frame: Frame, grey: Grey, scale: float, glance: Glance) -> list[SettledDice]:
        """Read dice that have been at rest for long although a hand still moves beside them."""
        if glance.calm < _CALM_FRAMES:
            self._beside = []
        if (
            self._scene is None
            or glance.calm < _CALM_FRAMES
            or glance.calm % _CALM_FRAMES
            or not frame.intact
        ):
            return []
        reading = self._reader.read(frame.image, dice=self.dice, die_size=self._size.edge)
        sight = self._scene.compare(grey, scale, frame.image)
        if reading.status is not Status.READ or not is_clear(reading, sight, glance.moving):
            self._beside = []
            return []
        # Each ballot holds a whole picture, so no more than needed are kept.
        self._beside = [*self._beside, Ballot(frame, grey, scale, reading)][-_MIN_READS:]
        if not is_decided(self._beside) or len(self._beside) < _MIN_READS:
            return []
        judged = self._scene.judge(reading, sight, self.dice)
        if judged.verdict is not Verdict.THROW:
            return []
        missed = self._tell_unread(reading, grey, scale)
        self._scene = judged.scene
        first = self._beside[0].frame.index
        tumble = self._timer.interrupt(frame)
        reading = self._doubt_unseen(judged.reading)
        return [*missed, SettledDice(first, frame.index, reading, frame, at_start=False, tumble=tumble)]

    def _doubt_unseen(self, reading: Reading) -> Reading:
        """Return the reading of new dice; doubtful if a throw may have passed before them that nobody saw."""
        unseen, self._unseen = self._unseen, 0.0
        if not unseen or reading.status is not Status.READ:
            return reading
        return doubt_unseen(unseen).make_reading(reading.dice)

    def _tell_unread(self, later: Reading, grey: Grey, scale: float) -> list[SettledDice]:
        """Return the throw that went by too fast, unless its dice are those that lie there now."""
        unread, self._unread = self._unread, None
        if unread is None or self._scene is None or unread.shows(later, grey, scale):
            return []
        sight = unread.compare(self._scene)
        if sight is None:
            return []
        reading = self._reader.read(unread.frame.image, dice=self.dice, die_size=self._size.edge)
        dice = unread.find_throw(reading, self._scene, sight, self.dice)
        if not dice or unread.shows(later, grey, scale, reading):
            return []
        told, end = TOO_FAST.make_reading(dice), unread.frame.index
        return [SettledDice(unread.start, end, told, unread.frame, at_start=False, tumble=unread.tumble)]

    def _must_wait(self, still: int) -> bool:
        """Return whether a hand may still hide dice or pick them up."""
        if self._scene is None or self._sight is None or still >= _HAND_STAYS_FRAMES:
            return False
        reading = elect(self._ballots)[1]
        if reading.doubt is Doubt.COVERED:
            return True
        hand = self._scene.find_hand(reading, self._sight)
        if hand is None:
            return False
        visible = sum(die.confidence >= MIN_NEW for die in reading.dice)
        if reading.status is not Status.READ and (self.dice is None or visible < self.dice):
            return True
        return still < _HAND_RESTS_FRAMES and not is_clear(reading, self._sight, hand)

    def _read(self, frame: Frame, grey: Grey, scale: float) -> None:
        reading = self._reader.read(frame.image, dice=self.dice, die_size=self._size.edge)
        self._ballots.append(Ballot(frame, grey, scale, reading))

    def _judge(self, scene: Scene, ballots: list[Ballot], best: Ballot, reading: Reading) -> Judgement:
        """Judge what the elected reading means.

        If it is a throw in doubt, the mean of all pictures is read too: noise and the blocks of JPEG change
        from one picture to the next, and the dice do not.
        """
        sight = scene.compare(best.grey, best.scale, best.frame.image)
        judged = scene.judge(reading, sight, self.dice)
        doubtful = reading.status is Status.DOUBTFUL and reading.doubt not in BADLY_PLACED
        if judged.verdict is Verdict.THROW and doubtful and len(ballots) > 1:
            mean = self._reader.read(average_pictures(ballots), dice=self.dice, die_size=self._size.edge)
            if is_undisputed(mean, ballots):
                self._size.learn(mean)
                return scene.judge(mean, sight, self.dice)
        return judged

    def _conclude(self) -> list[SettledDice]:
        """Judge what the frames that were read in this still time mean."""
        ballots, self._ballots = self._ballots, []  # free the memory: each ballot holds a whole picture
        best, reading = elect(ballots)
        # The time spent waiting for a hand does not count as still time.
        waited = self._next_read > _FIRST_READ
        start = ballots[0].frame.index - _MAX_READS + 1 if waited else self._start
        end = ballots[-1].frame.index
        self._judged = True
        tumble = self._timer.conclude()
        self._size.learn(reading)
        missed = self._tell_unread(reading, best.grey, best.scale)
        if self._scene is None:
            self._unseen = 0.0
            self._scene = Scene.begin(reading, best.grey, best.scale, best.frame.image)
            if all(die.confidence < MIN_SURE for die in reading.dice):
                return []
            return [SettledDice(start, end, reading, best.frame, at_start=True)]
        judged = self._judge(self._scene, ballots, best, reading)
        self._scene = judged.scene
        reading = self._doubt_unseen(judged.reading)
        if judged.verdict is Verdict.NOTHING:
            return missed
        return [*missed, SettledDice(start, end, reading, best.frame, at_start=False, tumble=tumble)]
