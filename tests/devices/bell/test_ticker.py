"""The real clockwork: a thread that calls its step. Other tests of the bell use no thread."""

from queue import SimpleQueue
from threading import get_ident

import pytest

from pi_bunco.devices.bell import ticker as module
from pi_bunco.devices.bell.ticker import ThreadClockwork

HOUR = 3600.0


def test_ticker_calls_its_step_when_it_is_due_and_when_poked() -> None:
    """A step is called at once, then whenever it is due, and also after a poke."""
    calls: SimpleQueue[tuple[float, int]] = SimpleQueue()
    dues = [0.002, 0.002, HOUR, HOUR, None]

    def step(now: float) -> float | None:
        calls.put((now, get_ident()))
        due = dues.pop(0)
        return None if due is None else now + due

    ticker = ThreadClockwork().start("test", step)
    times, threads = zip(*(calls.get(timeout=30) for _ in range(3)), strict=True)
    assert times[1] >= times[0] + 0.002
    assert times[2] >= times[1] + 0.002
    assert set(threads) != {get_ident()}
    for _ in range(2):
        ticker.poke()
        calls.get(timeout=30)
    ticker.close()
    ticker.close()
    assert calls.empty()
    assert dues == []


def test_ticker_poke_during_a_step_causes_another_step() -> None:
    """A poke that comes while a step runs is followed by one more step."""
    calls: SimpleQueue[float] = SimpleQueue()
    first = iter([True])

    def step(now: float) -> float | None:
        calls.put(now)
        if next(first, False):
            ticker.poke()
        return None

    started = SimpleQueue[None]()
    clockwork = ThreadClockwork()
    ticker = clockwork.start("test", lambda now: (started.get(timeout=30), step(now))[1])
    started.put(None)
    started.put(None)
    assert [calls.get(timeout=30) for _ in range(2)]
    ticker.close()


def test_ticker_retries_a_step_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that fails several times is logged once and tried again until it succeeds."""

    class FakeLog:
        events: SimpleQueue[str] = SimpleQueue()

        def exception(self, event: str, **_: object) -> None:
            self.events.put(event)

    monkeypatch.setattr(module, "_RETRY_AFTER", 0.001)
    monkeypatch.setattr(module, "_log", FakeLog())
    calls: SimpleQueue[float] = SimpleQueue()
    fails = [True, True, True, False]

    def step(now: float) -> float | None:
        if fails.pop(0):
            raise OSError(19, "No such device")
        calls.put(now)
        return None

    ticker = ThreadClockwork().start("test", step)
    assert calls.get(timeout=30)
    ticker.close()
    assert FakeLog.events.qsize() == 1
