"""A bell without hardware: the page shows its button and makes its sounds."""

from collections import deque
from collections.abc import Callable

from pi_bunco.devices.ports import Lamp, Press, Ring, Stage


class MockBell:
    """A bell without wires, for tests and for a page with a loudspeaker, which needs no other bell.

    Attributes
    ----------
    sounded
        The last fifty rings, oldest first.
    lit
        What the lamp shows.
    down
        Whether the button is held down.

    >>> bell = MockBell()
    >>> bell.on_press(print)
    >>> bell.press()
    Press(stage=<Stage.SHORT: 'short'>, let_go=False, since_start=False)
    Press(stage=<Stage.SHORT: 'short'>, let_go=True, since_start=False)
    >>> bell.sound(Ring.BUNCO)
    >>> list(bell.sounded)
    [<Ring.BUNCO: 'bunco'>]
    """

    def __init__(self) -> None:
        self.sounded: deque[Ring] = deque(maxlen=50)
        self.lit = Lamp.DARK
        self.down = False
        self._listener: Callable[[Press], None] = _ignore

    def press(self, stage: Stage = Stage.SHORT, *, since_start: bool = False) -> None:
        """Press the button up to this stage and let it go; for `since_start` see :class:`Press`."""
        self.hold(stage, since_start=since_start)
        self.down = False
        self._report(Press(stage, let_go=True, since_start=since_start))

    def hold(self, stage: Stage, *, since_start: bool = False) -> None:
        """Press the button up to this stage and do not let it go."""
        self.down = True
        for reached in Stage:
            self._report(Press(reached, since_start=since_start))
            if reached is stage:
                break

    def on_press(self, listener: Callable[[Press], None]) -> None:
        """Call ``listener`` with each :class:`Press`, in the thread that pressed."""
        self._listener = listener

    def sound(self, ring: Ring) -> None:
        """Remember the ring."""
        self.sounded.append(ring)

    def light(self, lamp: Lamp) -> None:
        """Remember what the lamp shows."""
        self.lit = lamp

    def close(self) -> None:
        """Report no more presses."""
        self._listener = _ignore
        self.lit = Lamp.DARK

    def _report(self, press: Press) -> None:
        """Report a press. If nobody saw it begin, report only the last two stages, as a real bell does."""
        if not press.since_start or press.stage in (Stage.OFF, Stage.STUCK):
            self._listener(press)


def _ignore(_: Press) -> None:
    """Ignore a press that nobody listens for."""
