"""The timekeeper: the time that is left of a round, and the bell at its end."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from pi_bunco.app import timekeeper
from pi_bunco.app.timekeeper import Timekeeper, Watch
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.views.moment import HereView
from pi_bunco.views.table import TimeLimit

BELL = datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


def limit(*, bell: int = 1, rung: bool = False) -> TimeLimit:
    return TimeLimit(bell, minutes=10, since=BELL.isoformat(), rung=rung)


def watch(after_bell: float) -> Watch:
    return Watch(lambda: BELL.timestamp() + after_bell)


def test_new_round_has_its_whole_time() -> None:
    """Of ten minutes all are left at the bell, four after six minutes, and none from ten minutes on."""
    round_watch = watch(0)
    assert [round_watch.find_left(limit(), now) for now in (500, 860, 1100, 1101)] == [600, 240, 0, 0]


def test_round_after_a_restart_has_lost_the_time_since_the_bell() -> None:
    """If the table starts four minutes after the bell, six of ten minutes are left."""
    assert watch(240).find_left(limit(), 7.0) == 360


@pytest.mark.parametrize("after_bell", [-5.0, -1e8, 601.0, 1e8])
def test_round_has_its_whole_time_if_the_clock_is_wrong(after_bell: float) -> None:
    """If the clock is before the bell, or after the end of the round, the whole time is left."""
    assert watch(after_bell).find_left(limit(), 7.0) == 600


def test_each_bell_starts_the_whole_time_again() -> None:
    """After another bell the whole time is left again."""
    round_watch = watch(0)
    round_watch.find_left(limit(bell=1), 0)
    assert round_watch.find_left(limit(bell=9), 100) == 600


def test_round_without_a_limit_has_no_time_left() -> None:
    """Without a limit, or if it has already rung in this round, the time left is ``None``."""
    round_watch = watch(0)
    assert round_watch.find_left(None, 0) is None
    assert round_watch.find_left(limit(rung=True), 0) is None


def test_round_has_its_whole_time_if_the_bell_has_no_time() -> None:
    """In an imported record the bell may have no time; then the whole time is left."""
    assert watch(0).find_left(TimeLimit(1, minutes=10, since="", rung=False), 7.0) == 600


class SlowService:
    """A table whose time is up. Its first two answers are errors; then it ends the round."""

    countdown = 0

    def __init__(self) -> None:
        self.answers: list[Exception | None] = [
            Unanswered(),
            Trouble("The disk is full.", "Make room."),
            None,
        ]
        self.tries: list[float] = []
        self.done = threading.Event()

    def view(self) -> SimpleNamespace:
        over = TimeLimit(1, minutes=0, since=BELL.isoformat(), rung=self.done.is_set())
        can = SimpleNamespace(end_round=True, ring=False)
        return SimpleNamespace(
            limit=over, minutes_left=0, can=can, phase="playing", bell_in=None, here=HereView(), pause=None
        )

    def send(self, _: object) -> None: ...

    def ask(self, _: object) -> None:
        self.tries.append(time.monotonic())
        answer = self.answers.pop(0)
        if answer:
            raise answer
        self.done.set()


def test_timekeeper_tries_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If ending the round fails, the timekeeper tries again after ``RETRY_SECONDS``, not at each tick."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(timekeeper, "RETRY_SECONDS", 0.05)
    service = SlowService()
    keeper = Timekeeper(cast("LiveRoom", service))
    assert service.done.wait(60)
    keeper.close()
    assert len(service.tries) == 3
    assert all(later - at >= 0.05 for at, later in pairwise(service.tries))


def test_timekeeper_survives_an_unexpected_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an unexpected error, the timekeeper still ends the round."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(timekeeper, "RETRY_SECONDS", 0.001)
    service = SlowService()
    service.answers = [RuntimeError("boom"), None]
    keeper = Timekeeper(cast("LiveRoom", service))
    assert service.done.wait(60)
    keeper.close()


def test_the_countdown_rings_the_bell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After a round the page counts down, and then the bell rings and the next round begins."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    with Log(tmp_path) as log:
        kept = Keeper(log, Photos(tmp_path))
        kept.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        room = LiveRoom(kept, {})
        room.choose_countdown(1)
        keeper = Timekeeper(room)
        room.ask(RingBell())
        room.ask(EnterDice((1, 1, 1)))
        views = [room.view()]
        deadline = time.monotonic() + 60
        while room.view().phase != "playing" and time.monotonic() < deadline:
            if (now := room.view()) != views[-1]:
                views.append(now)
        keeper.close()
        last_view = room.view()
        room.close()
    assert (last_view.round, last_view.told) == (2, "The countdown is over: the bell rang.")
    assert 1 in [view.bell_in for view in views]


def test_a_break_ends_when_the_host_has_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The casino's breaks have no length of their own. Its clock is on all pages, and ends with it."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    with Log(tmp_path) as log:
        kept = Keeper(log, Photos(tmp_path))
        kept.handle(NewGame("casino", ("Ann", "Bob", "Cy", "Di")))
        room = LiveRoom(kept, {})
        with pytest.raises(Refused, match="no break now"):
            room.choose_break(15)
        for target in (1, 2):
            room.ask(RingBell())
            room.ask(EnterDice((target, target, target)))
            while room.view().phase == "playing":
                room.ask(EnterDice((6, 6, 5)))
        keeper = Timekeeper(room)
        before = time.time()
        room.choose_break(15)
        wait_until(lambda: room.view_room().break_left == 15)
        assert room.view_room().moment.now == "A break: 15 minutes are left."
        ends = room.get_newest_host()[1].facts.break_ends
        assert ends is not None
        assert 895 <= ends - before <= 930
        room.choose_break(0)
        wait_until(lambda: room.view_room().break_left is None)
        room.choose_break(5)
        room.ask(RingBell())
        wait_until(lambda: room.view_room().break_left is None)
        assert room.find_break_end() is None
        keeper.close()
        room.close()


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, at most a minute."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.001)
