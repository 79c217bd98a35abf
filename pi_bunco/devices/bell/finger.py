"""From a contact's edges to what a finger meant: how long it pressed, and when it let go. Pure.

Nothing happens before the finger lets go, but for warnings: a person who pressed too long can go on
holding, or let go in time, and a button that is stuck does nothing at all.
"""

from dataclasses import replace

from pi_bunco.devices.bell.debounce import Debouncer
from pi_bunco.devices.ports import Press, Stage

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
        self._meant = False  # whether the press was seen to begin

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
        """Take note that the contact closed or opened; give what is to be told before that."""
        told = self.step(at)
        self._contact.edge(closed, at)
        return told

    def found(self, *, closed: bool, at: float) -> list[Press]:
        """Take note of how the contact is found, also where an edge was lost; give what is to be told now."""
        self._contact.found(closed, at)
        return self.step(at)

    def step(self, at: float) -> list[Press]:
        """Take note of the time; give what is to be told now."""
        since = self._contact.since
        if not self._contact.settle(at):
            # While the contact is open, nobody knows yet whether the finger has let go.
            return self._ripen(at) if self.down and self._contact.closed else []
        if self.down:
            self._began, self._stage, self._meant = since, Stage.SHORT, True
            return [Press(Stage.SHORT), *self._ripen(at)]
        return [*self._ripen(since), *self._told(Press(self._stage, let_go=True))]

    def _ripen(self, at: float) -> list[Press]:
        """Come to the stages that are due."""
        told = []
        while (later := _after(self._stage)) and at >= self._began + STAGES[later]:
            self._stage = later
            told += self._told(Press(later))
        return told

    def _told(self, press: Press) -> list[Press]:
        """Report a button that was down from the start only once it is held for very long, or stuck."""
        if self._meant:
            return [press]
        told = press.stage in (Stage.OFF, Stage.STUCK)
        return [replace(press, since_start=True)] if told else []


def _after(stage: Stage) -> Stage | None:
    stages = list(STAGES)
    at = stages.index(stage) + 1
    return stages[at] if at < len(stages) else None
