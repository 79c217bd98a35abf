"""What goes wrong in the night: links are cut, slow and lossy, programs are killed."""

import threading
from collections.abc import Sequence
from random import Random

from tests.e2e.far_night.room import Room, Unheard, ask

ONCE = ("cut 1", "slow 2", "broker", "cut 2", "far 3", "cut 3", "head")
"""Each misfortune once; a number is the far Pi."""
ALL = tuple(
    sorted({*ONCE, *(f"{kind} {number}" for kind in ("cut", "slow", "lossy", "far") for number in (1, 2, 3))})
)
"""All of them, but a cut of minutes."""
AWAY_SECONDS = 30, 120
"""The shortest and the longest cut of that kind. A whole game lasts about a minute."""
LOSS = 0.3


class Misfortunes(threading.Thread):
    """Lets things go wrong one after the other, with a pause after each.

    Parameters
    ----------
    room
        The room.
    seed
        Chooses their order and how long they last.
    kinds
        What is to go wrong, each once; ``None``: anything, again and again, also two at once, and in some
        games a far Pi is cut off for a long time meanwhile.

    Attributes
    ----------
    story
        What went wrong so far.
    fault
        Why it could not go wrong.
    """

    def __init__(self, room: Room, seed: str, kinds: Sequence[str] | None = None) -> None:
        super().__init__(daemon=True)
        self._room, self._luck = room, Random(f"{seed} misfortunes")
        self._kinds = None if kinds is None else self._luck.sample(kinds, len(kinds))
        self._over = threading.Event()
        self._mending: threading.Timer | None = None
        self.story: list[str] = []
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Let it happen."""
        try:
            for kind in self._kinds or ():
                self._happen(kind)
                self._over.wait(self._luck.uniform(0.5, 1.5))
            if self._kinds is None and self._luck.random() < 0.5:
                self._cut_off(self._luck.choice((1, 2, 3)))
            while self._kinds is None and not self._over.is_set():
                self._happen(*self._luck.sample(ALL, self._luck.choice((1, 1, 1, 2))))
                self._over.wait(self._luck.uniform(0.5, 6))
        except BaseException as error:  # noqa: BLE001 - the test raises it
            self.fault = error

    def end(self) -> None:
        """Let nothing go wrong any more."""
        self._over.set()
        self.join()
        if self._mending:
            self._mending.cancel()
        for link in self._room.links:
            link.delay = link.loss = 0.0
            link.mend(breaks=False)

    def _cut_off(self, number: int) -> None:
        self.story.append(f"away {number}")
        link = self._room.links[number - 1]
        link.cut()
        self._mending = threading.Timer(self._luck.uniform(*AWAY_SECONDS), link.mend, kwargs={"breaks": True})
        self._mending.start()

    def _happen(self, *kinds: str) -> None:
        self.story.append(" + ".join(kinds))
        cut = [kind for kind in kinds if kind.startswith("cut")]
        for kind in cut:
            self._room.links[int(kind[-1]) - 1].cut()
        for kind in kinds:
            if kind not in cut:
                self._happen_at_once(kind)
        if cut:
            self._over.wait(self._luck.uniform(2, 8))
        for kind in cut:
            self._room.links[int(kind[-1]) - 1].mend(breaks=self._luck.random() < 0.5)

    def _happen_at_once(self, kind: str) -> None:
        pause = self._luck.uniform(0, 2)
        match kind.split():
            case ["slow", number]:
                link = self._room.links[int(number) - 1]
                link.delay = 0.0 if link.delay else 0.25
            case ["lossy", number]:
                link = self._room.links[int(number) - 1]
                link.loss = 0.0 if link.loss else LOSS
            case ["broker"]:
                self._room.kill_broker()
            case ["far", number]:
                self._room.kill(self._room.fars[int(number) - 1], pause)
            case ["head"] if self._is_game_on():
                self._room.kill(self._room.head, pause)

    def _is_game_on(self) -> bool:
        """Return whether the game goes on: a program that is started after its end begins another game."""
        try:
            return bool(ask(self._room.head, "/api/room")["moment"]["part"] != "over")
        except Unheard:
            return False
