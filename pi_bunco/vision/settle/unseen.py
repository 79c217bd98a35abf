"""Measures for how long nobody saw the mat from one picture to the next."""

from collections import deque
from statistics import median

from pi_bunco.frames import Frame

MIN_UNSEEN = 1.5
"""In so many seconds a whole throw can pass: dice are taken up, thrown, and come to rest.

Between two rests of dice that a filmed hand took up and threw nine times there were 1.5 to 2.5 seconds
(``epanemu_hand_overlay.mp4`` of the measuring videos). The hands of the mock camera need 3.3 or more."""

_KEPT_PAUSES = 31
"""How many of the last pauses between two pictures show the camera's usual pause."""

_MIN_PAUSES = 5
"""From this number of pauses on, the usual one is known."""


class UnseenTimer:
    """Measures the time between two pictures that show something new.

    If pictures stall on their way and then come all at once, their times may be those of their arrival. Then
    most of them are skipped, and their numbers show how much time passed: each stands for the camera's usual
    pause.

    >>> import numpy as np
    >>> timer, mat = UnseenTimer(), np.zeros((2, 2, 3), np.uint8)
    >>> usual = [timer.see(Frame(mat, index, index / 10)) for index in range(10)]
    >>> stall, burst = timer.see(Frame(mat, 10, 3.9)), timer.see(Frame(mat, 39, 3.95))
    >>> round(max(usual), 2), round(stall, 2), round(burst, 2)
    (0.1, 3.0, 2.9)
    """

    def __init__(self) -> None:
        self._last: tuple[float, int] | None = None
        self._pauses: deque[float] = deque(maxlen=_KEPT_PAUSES)

    def see(self, frame: Frame) -> float:
        """Return the seconds between the last picture that showed something new and this one."""
        last, self._last = self._last, (frame.taken, frame.index)
        if last is None:
            return 0.0
        seconds, pictures = frame.taken - last[0], frame.index - last[1]
        usual = median(self._pauses) if len(self._pauses) >= _MIN_PAUSES else 0.0
        self._pauses.append(seconds / pictures)
        return max(seconds, pictures * usual)
