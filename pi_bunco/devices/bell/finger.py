"""From a contact that chatters to presses of a button: how long it was held, and when let go. Pure.

Nothing happens before the finger lets go, but for warnings: a person who pressed too long can go on
holding, or let go in time, and a button that is stuck does nothing at all.

gpiozero's own ``bounce_time`` is not used: its mock pins ignore it, so no test could show that it works,
and the kernel's filter reports a press only after the whole time.
"""

from dataclasses import dataclass, field, replace

from pi_bunco.devices.ports import Press, Stage

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
        """Begin with the contact as it is."""
        self.held = self.closed

    @property
    def due(self) -> float | None:
        """When to call :meth:`settle`, on the clock of :meth:`edge`; ``None``: not before an edge."""
        if self.closed == self.held:
            return None
        return self.since + (PRESS if self.closed else RELEASE)

    def edge(self, closed: bool, at: float) -> bool:  # noqa: FBT001 - a contact is closed or not
        """Record a change; return whether the contact had come to rest in a new state before it."""
        changed = self.settle(at)
        if closed != self.closed:
            self.closed, self.since = closed, at
        return changed

    def found(self, closed: bool, at: float) -> None:  # noqa: FBT001 - likewise
        """Record the contact's state as it is read; if it differs from the last edge, an edge was lost."""
        if closed != self.closed:
            self.closed, self.since = closed, at

    def settle(self, at: float) -> bool:
        """Return whether the contact has come to rest in a new state by now; see :attr:`held`."""
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
"""After how many seconds under a finger a press comes to each stage. A press of the bell takes a quarter of a
second; nobody holds a button for a second by mistake, or for twenty on purpose."""


class Finger:
    """Follows one button.

    Parameters
    ----------
    closed
        Whether its contact is closed as it is found. Nobody saw that press begin: it is held since before,
        or stuck.
    at
        When that was, in seconds on a clock that never jumps.

    >>> finger = Finger(closed=False, at=0.0)
    >>> finger.edge(closed=True, at=10.0), finger.due
    ([], 10.02)
    >>> finger.step(10.02)
    [Press(stage=<Stage.SHORT: 'short'>, let_go=False, since_start=False)]
    >>> finger.edge(closed=False, at=10.3), finger.step(10.4)
    ([], [Press(stage=<Stage.SHORT: 'short'>, let_go=True, since_start=False)])
    """

    def __init__(self, *, closed: bool, at: float) -> None:
        self._contact = Debouncer(closed, at)
        self._began = at
        self._stage = Stage.SHORT
        self._seen_to_begin = False

    @property
    def down(self) -> bool:
        """Whether the button is held down."""
        return self._contact.held

    @property
    def settling(self) -> bool:
        """Whether the contact has changed and not come to rest yet."""
        return self._contact.due is not None

    @property
    def due(self) -> float | None:
        """When to call :meth:`step`; ``None``: not before an edge."""
        if self.settling:
            return self._contact.due
        later = _after(self._stage)
        return self._began + STAGES[later] if self.down and later else None

    def edge(self, *, closed: bool, at: float) -> list[Press]:
        """Record that the contact closed or opened; return what is to be reported before that."""
        presses = self.step(at)
        self._contact.edge(closed, at)
        return presses

    def found(self, *, closed: bool, at: float) -> list[Press]:
        """Record the contact's state as it is read, if an edge was lost; return what is to be reported."""
        self._contact.found(closed, at)
        return self.step(at)

    def step(self, at: float) -> list[Press]:
        """Return what is to be reported now."""
        since = self._contact.since
        if not self._contact.settle(at):
            # While the contact is open, it is not known yet whether the finger has let go.
            return self._reach_stages(at) if self.down and self._contact.closed else []
        if self.down:
            self._began, self._stage, self._seen_to_begin = since, Stage.SHORT, True
            return [Press(Stage.SHORT), *self._reach_stages(at)]
        return [*self._reach_stages(since), *self._report(Press(self._stage, let_go=True))]

    def _reach_stages(self, at: float) -> list[Press]:
        """Go on to the stages that are due."""
        presses = []
        while (later := _after(self._stage)) and at >= self._began + STAGES[later]:
            self._stage = later
            presses += self._report(Press(later))
        return presses

    def _report(self, press: Press) -> list[Press]:
        """Report a button that was down from the start only once it is held for very long, or stuck."""
        if self._seen_to_begin:
            return [press]
        late = press.stage in (Stage.OFF, Stage.STUCK)
        return [replace(press, since_start=True)] if late else []


def _after(stage: Stage) -> Stage | None:
    stages = list(STAGES)
    at = stages.index(stage) + 1
    return stages[at] if at < len(stages) else None
