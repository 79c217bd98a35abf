"""The bell of a table without one: its button is a key on the page, and the page sounds."""

from collections import deque
from collections.abc import Callable

from pi_bunco.devices.ports import Lamp, Press, Ring, Stage


class MockBell:
    """A bell without wires. A real backend: with a page and a loudspeaker no other is needed.

    Attributes
    ----------
    sounded
        What it sounded, the last fifty, oldest first.
    lit
        What its lamp shows.
    down
        Whether its button is held down.

    >>> bell = MockBell()
    >>> bell.on_press(print)
    >>> bell.press()
    Press(stage=<Stage.SHORT: 'short'>, let_go=False, since_start=False)
    Press(stage=<Stage.SHORT: 'short'>, let_go=True, since_start=False)
    >>> bell.on_sound(lambda ring: print(f"the page plays {ring}"))
    >>> bell.sound(Ring.BUNCO)
    the page plays bunco
    """

    def __init__(self) -> None:
        self.sounded: deque[Ring] = deque(maxlen=50)
        self.lit = Lamp.DARK
        self.down = False
        self._told: Callable[[Press], None] = _nobody
        self._listeners: list[Callable[[Ring], None]] = []

    def press(self, stage: Stage = Stage.SHORT) -> None:
        """Press the button until this stage and let it go."""
        self.hold(stage)
        self.down = False
        self._told(Press(stage, let_go=True))

    def hold(self, stage: Stage) -> None:
        """Press the button until this stage and do not let it go."""
        self.down = True
        stages = list(Stage)
        for come in stages[: stages.index(stage) + 1]:
            self._told(Press(come))

    def press_since_start(self, stage: Stage) -> None:
        """Hold the button since before the bell was opened until this stage, and let it go."""
        told = [each for each in (Stage.OFF, Stage.STUCK) if [*Stage].index(each) <= [*Stage].index(stage)]
        for come in told:
            self._told(Press(come, since_start=True))
        if stage in told:
            self._told(Press(stage, let_go=True, since_start=True))

    def on_press(self, told: Callable[[Press], None]) -> None:
        """Call ``told`` with each thing that the button does, in the thread that pressed."""
        self._told = told

    def on_sound(self, listener: Callable[[Ring], None]) -> None:
        """Call ``listener`` with each ring that sounds, in the thread that sounds it."""
        self._listeners.append(listener)

    def sound(self, ring: Ring) -> None:
        """Tell everybody who listens."""
        self.sounded.append(ring)
        for listener in self._listeners:
            listener(ring)

    def light(self, lamp: Lamp) -> None:
        """Remember what the lamp shows."""
        self.lit = lamp

    def close(self) -> None:
        """Hear and tell no more."""
        self._told = _nobody
        self._listeners.clear()
        self.lit = Lamp.DARK


def _nobody(_: Press) -> None:
    """Answer a press that nobody waits for."""
