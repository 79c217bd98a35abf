"""Turns the edges of a bouncing contact into presses: how long the button is held, and when it is released.

This code is pure: it has no clock and no thread.

A press takes effect only when the finger lets go; until then there are only warnings. So somebody who has
pressed too long can still choose when to let go, and a stuck button does nothing.

gpiozero's own ``bounce_time`` is not used: its mock pins ignore it, so no test could show that it works,
and the kernel's filter reports a press only after the whole time.
"""

from dataclasses import dataclass, field, replace
from itertools import pairwise

from pi_bunco.devices.ports import Press, Stage

PRESS_SECONDS = 0.02
"""Seconds that a contact must stay closed to count as a press.

Jack Ganssle, "A Guide to Debouncing", measured 18 kinds of switch: most bounce for less than 7 ms. Spikes
on a long wire are even shorter. A quick finger stays for 50 ms or more.
"""

RELEASE_SECONDS = 0.05
"""Seconds that the contact must then stay open to count as released."""


@dataclass(slots=True)
class Debouncer:
    """The state of one contact.

    Attributes
    ----------
    closed
        Whether the contact is closed now.
    held
        The last stable state: whether the button is held down.
    since
        When the contact last changed.

    >>> button = Debouncer()
    >>> [button.note_edge(closed, at) for closed, at in [(True, 0.0), (False, 0.001), (True, 0.002)]]
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
        """Start with the present state as the stable one."""
        self.held = self.closed

    @property
    def due(self) -> float | None:
        """When to call :meth:`settle`, on the clock of :meth:`note_edge`; ``None``: after the next edge."""
        return (
            None
            if self.closed == self.held
            else self.since + (PRESS_SECONDS if self.closed else RELEASE_SECONDS)
        )

    def note_edge(self, closed: bool, at: float) -> bool:  # noqa: FBT001 - a contact is closed or not
        """Record a change; return whether the contact had reached a new stable state before it."""
        changed = self.settle(at)
        self.note_state(closed, at)
        return changed

    def note_state(self, closed: bool, at: float) -> None:  # noqa: FBT001 - likewise
        """Record the contact's state as just read. If it differs from the last edge, an edge was lost."""
        if closed != self.closed:
            self.closed, self.since = closed, at

    def settle(self, at: float) -> bool:
        """Return whether the contact has reached a new stable state by now; see :attr:`held`."""
        if self.due is None or at < self.due:
            return False
        self.held = self.closed
        return True


STAGES: dict[Stage, float] = {
    Stage.SHORT: 0.0,
    Stage.WARN_END: 1.0,
    Stage.END: 3.0,
    Stage.WARN_OFF: 6.0,
    Stage.OFF: 9.0,
    Stage.STUCK: 20.0,
}
"""Seconds after which a press reaches each stage. An ordinary press takes a quarter of a second; nobody holds
a button for a second by mistake, or for twenty seconds on purpose."""
_NEXT_STAGE = dict(pairwise(STAGES))


class PressTracker:
    """Follows one button, from press to release.

    Parameters
    ----------
    closed
        Whether its contact is closed at the start. If so, nobody saw the press begin: somebody holds the
        button already, or it is stuck.
    at
        The time of the start, in seconds on a clock that never jumps.

    >>> tracker = PressTracker(closed=False, at=0.0)
    >>> tracker.note_edge(closed=True, at=10.0), tracker.due
    ([], 10.02)
    >>> tracker.step(10.02)
    [Press(stage=<Stage.SHORT: 'short'>, let_go=False, since_start=False)]
    >>> tracker.note_edge(closed=False, at=10.3), tracker.step(10.4)
    ([], [Press(stage=<Stage.SHORT: 'short'>, let_go=True, since_start=False)])
    """

    def __init__(self, *, closed: bool, at: float) -> None:
        self._contact = Debouncer(closed, at)
        self._press_began = at
        self._stage = Stage.SHORT
        self._saw_begin = False

    @property
    def down(self) -> bool:
        """Whether the button is held down."""
        return self._contact.held

    @property
    def settling(self) -> bool:
        """Whether the contact has changed and is not stable yet."""
        return self._contact.due is not None

    @property
    def due(self) -> float | None:
        """When to call :meth:`step`; ``None``: not before the next edge."""
        if self.settling:
            return self._contact.due
        later = _NEXT_STAGE.get(self._stage)
        return self._press_began + STAGES[later] if self.down and later else None

    def note_edge(self, *, closed: bool, at: float) -> list[Press]:
        """Record that the contact closed or opened; return the presses to report that came before."""
        presses = self.step(at)
        self._contact.note_edge(closed, at)
        return presses

    def note_state(self, *, closed: bool, at: float) -> list[Press]:
        """Record the contact's state as just read, in case an edge was lost; return the presses to report."""
        self._contact.note_state(closed, at)
        return self.step(at)

    def step(self, at: float) -> list[Press]:
        """Return the presses to report now."""
        since = self._contact.since
        if not self._contact.settle(at):
            # While the contact is open, it is still unknown whether the finger has let go.
            return self._reach_stages(at) if self.down and self._contact.closed else []
        if self.down:
            self._press_began, self._stage, self._saw_begin = since, Stage.SHORT, True
            return [Press(Stage.SHORT), *self._reach_stages(at)]
        return [*self._reach_stages(since), *self._report(Press(self._stage, let_go=True))]

    def _reach_stages(self, at: float) -> list[Press]:
        """Advance to the stages that are due; return the presses to report."""
        presses = []
        while (later := _NEXT_STAGE.get(self._stage)) and at >= self._press_began + STAGES[later]:
            self._stage = later
            presses += self._report(Press(later))
        return presses

    def _report(self, press: Press) -> list[Press]:
        """Return the press, unless the button was down from the start and is not held very long yet."""
        if self._saw_begin:
            return [press]
        return [replace(press, since_start=True)] if press.stage in (Stage.OFF, Stage.STUCK) else []
