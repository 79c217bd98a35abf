"""Plays patterns on something that sounds or does not, in a thread of its own."""

from collections.abc import Callable
from threading import Condition, Thread

from pi_bunco.devices.bell.patterns import Pattern


class Player:
    """Plays one pattern at a time; a new one cuts off the old.

    Parameters
    ----------
    switch
        Makes it sound at so many hertz, or be silent at 0; called from this object's thread only.

    >>> player = Player(lambda hz: print(f"{hz:g} Hz"))
    >>> player.close()
    """

    def __init__(self, switch: Callable[[float], None]) -> None:
        self._switch = switch
        self._changed = Condition()
        self._next: Pattern | None = None
        self._open = True
        self._thread = Thread(target=self._run, name="bell buzzer", daemon=True)
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Begin a pattern and return at once."""
        with self._changed:
            self._next = pattern
            self._changed.notify()

    def close(self) -> None:
        """Fall silent and end the thread. May be called twice."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while self._cut_off(None) and self._open:
            with self._changed:
                pattern, self._next = self._next, None
            for beep in pattern or ():
                self._switch(beep.hz)
                self._cut_off(beep.on)
                self._switch(0)
                if self._cut_off(beep.off):
                    break

    def _cut_off(self, seconds: float | None) -> bool:
        """Wait; return whether something new came before the time was over."""
        with self._changed:
            return self._changed.wait_for(lambda: self._next is not None or not self._open, seconds)
