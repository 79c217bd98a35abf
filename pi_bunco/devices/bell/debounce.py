"""From a contact that chatters to a contact at rest. Pure: times come in, changes go out.

gpiozero's own ``bounce_time`` is not used: its mock pins ignore it, so that no test could show that
it works, and the kernel's filter reports a press only after the whole time.
"""

from dataclasses import dataclass, field

PRESS = 0.02
"""Seconds that a contact must be closed, undisturbed, to be a press.

Jack Ganssle, "A Guide to Debouncing", measured 18 kinds of switch: most bounce for less than 7 ms. A
spike that a long wire catches is shorter still; a quick finger stays for 50 ms and more.
"""

RELEASE = 0.05
"""Seconds that it must then be open, undisturbed, before it counts as let go."""


@dataclass(slots=True)
class Debouncer:
    """One contact and what is known of it.

    Attributes
    ----------
    closed
        Whether the contact is closed now.
    held
        Whether it came to rest closed last: a button that is held down.
    since
        When the contact changed last.

    >>> button = Debouncer()
    >>> [button.edge(closed, at) for closed, at in [(True, 0.0), (False, 0.001), (True, 0.002)]]
    [False, False, False]
    >>> button.due
    0.022
    >>> button.settle(0.022), button.held, button.settle(0.023)
    (True, True, False)
    """

    closed: bool = False
    since: float = 0.0
    held: bool = field(init=False)

    def __post_init__(self) -> None:
        """Take the contact as it is found."""
        self.held = self.closed

    @property
    def due(self) -> float | None:
        """When to call :meth:`settle`, on the clock of :meth:`edge`; ``None``: not before an edge."""
        if self.closed == self.held:
            return None
        return self.since + (PRESS if self.closed else RELEASE)

    def edge(self, closed: bool, at: float) -> bool:  # noqa: FBT001 - a contact is closed or not
        """Take note of a change; return whether the contact had come to rest anew before it."""
        changed = self.settle(at)
        if closed != self.closed:
            self.closed, self.since = closed, at
        return changed

    def found(self, closed: bool, at: float) -> None:  # noqa: FBT001 - likewise
        """Take note of how the contact is found: if no edge told so, one was lost, nobody knows when."""
        if closed != self.closed:
            self.closed, self.since = closed, at

    def settle(self, at: float) -> bool:
        """Take note of the time; return whether the contact has come to rest anew: see :attr:`held`."""
        if self.due is None or at < self.due:
            return False
        self.held = self.closed
        return True
