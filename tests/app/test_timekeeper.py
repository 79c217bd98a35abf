"""The timekeeper: what time is left of a round."""

import threading
import time
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
from pi_bunco.store import Log, Photos
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.table import TimeLimit

BELL = datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


def limit(*, bell: int = 1, rung: bool = False) -> TimeLimit:
    return TimeLimit(bell, minutes=10, since=BELL.isoformat(), rung=rung)


def watch(after_bell: float) -> Watch:
    return Watch(lambda: BELL.timestamp() + after_bell)


def test_a_round_just_begun_has_its_whole_time_and_loses_it_by_the_steady_clock() -> None:
    """Ten minutes at the bell, four of them gone after six, none after ten and never less than none."""
    looked = watch(0)
    assert [looked.find_left(limit(), now) for now in (500, 860, 1100, 1101)] == [600, 240, 0, 0]


def test_a_round_found_at_the_start_has_lost_the_time_that_passed_while_the_table_was_off() -> None:
    """Four minutes after the bell six are left."""
    assert watch(240).find_left(limit(), 7.0) == 360


@pytest.mark.parametrize("after_bell", [-5.0, -1e8, 601.0, 1e8])
def test_a_wall_clock_that_makes_no_sense_gives_the_round_its_whole_time(after_bell: float) -> None:
    """Before the bell, or later than the round may last: nobody's round is cut by a wrong clock."""
    assert watch(after_bell).find_left(limit(), 7.0) == 600


def test_the_next_round_begins_anew() -> None:
    """The watch starts again with each bell."""
    looked = watch(0)
    looked.find_left(limit(bell=1), 0)
    assert looked.find_left(limit(bell=9), 100) == 600


def test_no_limit_and_a_limit_that_the_host_undid_leave_no_time_to_run_out() -> None:
    """Without a limit, or once it has rung for this round, nothing is left to ring."""
    looked = watch(0)
    assert looked.find_left(None, 0) is None
    assert looked.find_left(limit(rung=True), 0) is None


def test_a_bell_without_a_time_gives_the_round_its_whole_time() -> None:
    """A record that was taken in may not say when the bell rang."""
    assert watch(0).find_left(TimeLimit(1, minutes=10, since="", rung=False), 7.0) == 600


class SlowService:
    """A table whose time is up and whose card is slow, twice; then it ends the round."""

    countdown = 0

    def __init__(self) -> None:
        self.answers: list[Exception | None] = [
            TimeoutError(),
            Trouble("The disk is full.", "Make room."),
            None,
        ]
        self.tries: list[float] = []
        self.done = threading.Event()

    def view(self) -> SimpleNamespace:
        over = TimeLimit(1, minutes=0, since=BELL.isoformat(), rung=self.done.is_set())
        can = SimpleNamespace(end_round=True, ring=False)
        return SimpleNamespace(limit=over, minutes_left=0, can=can, phase="playing", bell_in=None)

    def send(self, _: object) -> None: ...

    def ask(self, _: object) -> None:
        self.tries.append(time.monotonic())
        answer = self.answers.pop(0)
        if answer:
            raise answer
        self.done.set()


def test_a_round_that_a_slow_or_full_card_does_not_end_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not at each look, which would write the card full; and the timekeeper outlives it."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(timekeeper, "RETRY_SECONDS", 0.05)
    service = SlowService()
    keeper = Timekeeper(cast("LiveRoom", service))
    assert service.done.wait(10)
    keeper.close()
    assert len(service.tries) == 3
    assert all(later - at >= 0.05 for at, later in pairwise(service.tries))


def test_a_timekeeper_outlives_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails in one look, the next round has its time limit."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    monkeypatch.setattr(timekeeper, "RETRY_SECONDS", 0.001)
    service = SlowService()
    service.answers = [RuntimeError("boom"), None]
    keeper = Timekeeper(cast("LiveRoom", service))
    assert service.done.wait(10)
    keeper.close()


def test_the_countdown_rings_the_bell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After a round the page counts down, and then the next round is on."""
    monkeypatch.setattr(timekeeper, "TICK_SECONDS", 0.001)
    with Log(tmp_path) as log:
        kept = Keeper(log, Photos(tmp_path))
        kept.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        room = LiveRoom(kept, {})
        room.choose_countdown(1)
        keeper = Timekeeper(room)
        room.ask(RingBell())
        room.ask(EnterDice((1, 1, 1)))
        seen = [room.view()]
        deadline = time.monotonic() + 20
        while room.view().phase != "playing" and time.monotonic() < deadline:
            if (now := room.view()) != seen[-1]:
                seen.append(now)
        keeper.close()
        told, round_now = room.view().told, room.view().round
        room.close()
    assert (round_now, told) == (2, "The countdown is over: the bell rang.")
    assert 1 in [view.bell_in for view in seen]
