"""Notices a camera that repeats one picture: its pictures arrive, but show nothing that happens."""

import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame, Grey
from pi_bunco.sentences import say
from pi_bunco.vision.dark import MIN_LIGHT_AGAIN

MIN_PICTURES = 10
MIN_SECONDS = 2.0
"""A camera repeats a picture if at least so many are identical for at least so long.

The noise of a sensor changes some pixels from each picture to the next, so two identical ones are rare.
"""

FROZEN = Trouble(
    say("The camera repeats one picture."),
    say(
        "Unplug the camera and plug it in again, or switch a network camera off and on; "
        "until then enter the dice by tapping."
    ),
)

_KEY_INTERVALS = 1.2
"""Between two key frames a stream may leave a calm picture as it is, so it must repeat for longer: by this
factor."""

_MAX_LEVEL = 240
"""Brighter pixels may be as bright as a picture allows, and then noise cannot change them."""

_MIN_SHARE = 0.01
"""Share of the pixels that must be able to show noise. Otherwise a lens cap or a lamp in the lens makes
pictures identical; :mod:`pi_bunco.vision.dark` notices the first."""


class Repetition:
    """Notices when a live camera repeats one picture, and when it shows new ones again.

    Almost all pictures are compared only by their small grey version. Before a camera counts as frozen, all
    pixels of the first and the last picture are compared once.

    Parameters
    ----------
    key_interval
        The longest time between two key frames of the camera's stream, in seconds; 0 if each picture is
        compressed alone.

    Attributes
    ----------
    since
        When the last picture came first, on the clock of :attr:`pi_bunco.frames.Frame.taken`.

    >>> mat = np.full((48, 64, 3), 80, np.uint8)
    >>> repetition = Repetition()
    >>> [repetition.see(Frame(mat, at, at / 5)) for at in (0, 9, 10, 11)]
    [False, False, False, False]
    >>> [repetition.see(Frame(mat, at, at / 5)) for at in range(12, 20)].index(True)
    5
    """

    def __init__(self, key_interval: float = 0.0) -> None:
        self._seconds = max(MIN_SECONDS, _KEY_INTERVALS * key_interval)
        self.since = 0.0
        self._first: Frame | None = None
        self._sample: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._pictures = 0
        self._frozen = False

    @property
    def unchanged(self) -> bool:
        """Whether the last picture was like the one before, so that the camera may be frozen."""
        return self._pictures > 1

    def see(self, frame: Frame) -> bool:
        """Look at the next picture; return whether the camera repeats one picture."""
        sample = _take_sample(frame)
        if self._first is None or not np.array_equal(sample, self._sample):
            self._begin(frame, sample)
            return False
        self._pictures += 1
        if not self._frozen and self._is_long(frame):
            self._frozen = _can_show_noise(sample) and _are_identical(self._first, frame)
            if not self._frozen:
                self._begin(frame, sample)
        return self._frozen

    def _begin(self, frame: Frame, sample: NDArray[np.uint8]) -> None:
        self._first, self._sample, self.since = frame, sample, frame.taken
        self._pictures, self._frozen = 1, False

    def _is_long(self, frame: Frame) -> bool:
        return self._pictures >= MIN_PICTURES and frame.taken - self.since >= self._seconds


def _take_sample(frame: Frame) -> Grey:
    """Return some pixels of a picture, without scaling it."""
    return frame.image[::6, ::6, 1] if frame.small is None else frame.small


def _can_show_noise(sample: Grey) -> bool:
    """Return whether enough pixels are neither black nor white.

    >>> [_can_show_noise(np.full((9, 9), level, np.uint8)) for level in (0, 16, 80, 255)]
    [False, False, True, False]
    """
    return float(np.mean((sample >= MIN_LIGHT_AGAIN) & (sample <= _MAX_LEVEL))) >= _MIN_SHARE


def _are_identical(first: Frame, last: Frame) -> bool:
    return first.intact and last.intact and np.array_equal(first.image, last.image)
