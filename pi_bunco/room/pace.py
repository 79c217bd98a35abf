"""The pace that the host has chosen: the countdown to each bell, and the end of a break."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from pi_bunco.settings.chosen_pace import PaceChoice

_MINUTE_SECONDS = 60
_EVENING_SECONDS = 12 * 3600
_USUAL = PaceChoice()


class HostPace:
    """Knows and keeps what the host has chosen, so that it holds after a power cut, too.

    Parameters
    ----------
    choice
        What the host had chosen before the program started.
    save
        Keeps another choice.
    """

    def __init__(
        self,
        choice: PaceChoice = _USUAL,
        save: Callable[[PaceChoice], None] = lambda _: None,
    ) -> None:
        self._choice, self._save = choice, save
        self._choosing = threading.Lock()  # two hosts may choose at once
        total = _MINUTE_SECONDS * choice.minutes
        elapsed = time.time() - choice.since
        # A Raspberry Pi without network may have another time now. Then the break begins again.
        is_plausible = 0 <= elapsed <= total + _EVENING_SECONDS
        self._break_end = time.monotonic() + (max(total - elapsed, 0) if is_plausible else total)

    @property
    def countdown(self) -> int:
        """How many seconds after a round the next bell rings by itself; 0: somebody rings it."""
        return self._choice.countdown

    def choose_countdown(self, seconds: int) -> None:
        """Ring the bell this many seconds after each round from now on."""
        with self._choosing:
            self._keep(replace(self._choice, countdown=seconds))

    def choose_break(self, minutes: int, game: int, bell: int) -> None:
        """Let the break after this bell of a game end so many minutes from now; 0: as the sheet says."""
        with self._choosing:
            self._break_end = time.monotonic() + _MINUTE_SECONDS * minutes
            self._keep(replace(self._choice, minutes=minutes, since=time.time(), game=game, bell=bell))

    def find_break_end(self, game: int, bell: int) -> float | None:
        """Return when the break after this bell ends, on the steady clock; ``None``: the sheet says it."""
        choice = self._choice
        return self._break_end if choice.minutes and (choice.game, choice.bell) == (game, bell) else None

    def _keep(self, choice: PaceChoice) -> None:
        self._choice = choice
        self._save(choice)
