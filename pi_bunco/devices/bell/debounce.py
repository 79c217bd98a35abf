"""From a button's contact that chatters to presses that a person meant. Pure: times come in, presses go out.

gpiozero's own ``bounce_time`` is not used: its mock pins ignore it, so that no test could show that
it works, and the kernel's filter counts a press only after the whole time.
"""

from dataclasses import dataclass, field

PRESS = 0.02
"""Seconds that a contact must be closed, undisturbed, to be a press.

Jack Ganssle, "A Guide to Debouncing", measured 18 kinds of switch: most bounce for less than 7 ms. A
spike that a long wire catches is shorter still; a quick finger stays for 50 ms and more.
"""

RELEASE = 0.05
"""Seconds that it must then be open, undisturbed, before it can be pressed again."""


@dataclass(slots=True)
class Debouncer:
    """One contact and what is known of it.

    A press counts while the finger is still on the button, :data:`PRESS` after the contact came to rest.

    Attributes
    ----------
    closed
        Whether the contact is closed now. A button that is closed from the start was not pressed.

    >>> button = Debouncer()
    >>> [button.edge(closed, at) for closed, at in [(True, 0.0), (False, 0.001), (True, 0.002)]]
    [False, False, False]
    >>> button.due
    0.022
    >>> button.settle(0.022), button.settle(0.023)
    (True, False)
    """

    closed: bool = False
    _since: float = field(default=0.0, init=False)
    _held: bool = field(init=False)

    def __post_init__(self) -> None:
        """Take the contact as it is found."""
        self._held = self.closed

    @property
    def due(self) -> float | None:
        """When to call :meth:`settle`, on the clock of :meth:`edge`; ``None``: not before an edge."""
        if self.closed == self._held:
            return None
        return self._since + (PRESS if self.closed else RELEASE)

    def edge(self, closed: bool, at: float) -> bool:  # noqa: FBT001 - a contact is closed or not
        """Take note of a change; return whether a press had come to count by then."""
        pressed = self.settle(at)
        if closed != self.closed:
            self.closed, self._since = closed, at
        return pressed

    def settle(self, at: float) -> bool:
        """Take note of the time; return whether a press counts now, once for each press."""
        if self.due is None or at < self.due:
            return False
        self._held = self.closed
        return self._held
