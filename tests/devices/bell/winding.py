"""A clockwork that a test winds on by hand: hours pass in no time, and always the same way."""

from pi_bunco.devices.bell.ticker import Step


class Wound:
    """One step that is called when the hand comes to it."""

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
    """A clock whose hand a test moves; fits :class:`pi_bunco.devices.bell.ticker.Clockwork`."""

    def __init__(self) -> None:
        self._now = 100.0
        self.wound: list[Wound] = []

    def get_time(self) -> float:
        return self._now

    def start(self, name: str, step: Step) -> Wound:
        assert name
        self.wound.append(Wound(step, self._now))
        return self.wound[-1]

    def wind(self, seconds: float) -> None:
        """Let this time pass: each step is called at its due, in the order of the dues."""
        end = self._now + seconds
        while ready := [one for one in self.wound if one.open and one.due is not None and one.due <= end]:
            first = min(ready, key=lambda one: one.due or 0.0)
            self._now = max(self._now, first.due or 0.0)
            first.poked = False
            due = first.step(self._now)
            first.due = self._now if first.poked else due  # a step that pokes itself is called again
        self._now = end
