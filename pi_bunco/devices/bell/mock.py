"""The bell of a table without one: its button is a key on the page, and the page sounds."""

from collections import deque
from collections.abc import Callable

from pi_bunco.devices.ports import Ring


class MockBell:
    """A bell without wires. A real backend: whoever has a page and a loudspeaker needs no other.

    Attributes
    ----------
    sounded
        What it sounded, the last fifty, oldest first.

    >>> bell = MockBell()
    >>> bell.on_press(lambda: print("the round starts"))
    >>> bell.press()
    the round starts
    >>> bell.on_sound(lambda ring: print(f"the page plays {ring}"))
    >>> bell.sound(Ring.BUNCO)
    the page plays bunco
    """

    def __init__(self) -> None:
        self.sounded: deque[Ring] = deque(maxlen=50)
        self._ring: Callable[[], None] = _nobody
        self._listeners: list[Callable[[Ring], None]] = []

    def press(self) -> None:
        """Press the button, as the page's key does."""
        self._ring()

    def on_press(self, ring: Callable[[], None]) -> None:
        """Call ``ring`` at each press, in the thread that pressed."""
        self._ring = ring

    def on_sound(self, listener: Callable[[Ring], None]) -> None:
        """Call ``listener`` with each ring that sounds, in the thread that sounds it."""
        self._listeners.append(listener)

    def sound(self, ring: Ring) -> None:
        """Tell everybody who listens."""
        self.sounded.append(ring)
        for listener in self._listeners:
            listener(ring)

    def close(self) -> None:
        """Hear and tell no more."""
        self._ring = _nobody
        self._listeners.clear()


def _nobody() -> None:
    """Answer a press that nobody waits for."""
