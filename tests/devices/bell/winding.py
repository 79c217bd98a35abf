"""A clockwork whose time a test moves by hand, so that no test waits."""

from pi_bunco.devices.bell.ticker import Step


class WoundStep:
    """A step that is called when the clock reaches its due."""

    def __init__(self, step: Step, now: float) -> None:
        self.step = step
        self.due: float | None = now
        self.open = True
        self.poked = False

    def poke(self) -> None:
        self.poked = True
        self.due = 0.0

    def close(self) -> None:
        self.open = False


class Hand:
    """A :class:`~pi_bunco.devices.bell.ticker.Clockwork` whose time only :meth:`wind` moves."""

    def __init__(self) -> None:
        self._now = 100.0
        self.wound: list[WoundStep] = []

    def get_time(self) -> float:
        return self._now

    def start(self, name: str, step: Step) -> WoundStep:
        assert name
        self.wound.append(WoundStep(step, self._now))
        return self.wound[-1]

    def wind(self, seconds: float) -> None:
        """Let so many seconds pass; call each step when it is due, the earliest first."""
        end = self._now + seconds
        while ready := [
            step for step in self.wound if step.open and step.due is not None and step.due <= end
        ]:
            first = min(ready, key=lambda step: step.due or 0.0)
            self._now = max(self._now, first.due or 0.0)
            first.poked = False
            due = first.step(self._now)
            first.due = self._now if first.poked else due  # a step that pokes itself is called again
        self._now = end
