"""The timekeeper: it ends a round whose sheet has a time limit, and rings after a countdown.

It acts like a host. The rules have no clock: the record says that the host ended the round or rang the bell.
"""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from math import ceil

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import CLOCK, COUNTDOWN, EndRoundNow, RingBell
from pi_bunco.game.seen import SeenMoment
from pi_bunco.machine.threads import start_thread
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.views.devices import BreakLeft, TimeLeft, TimeToBell
from pi_bunco.views.table import TableView, TimeLimit

TICK_SECONDS = 0.5
"""How often to look at the clock."""
RETRY_SECONDS = 10.0
"""How long to wait before another try to end a round, since each try uses the disk."""
_SINGLE_SECONDS, _STEP_SECONDS = 10, 5
"""The last seconds are shown one by one, and the seconds before them in steps."""
_MINUTE_SECONDS = 60

_log = structlog.get_logger()


class Countdown:
    """The countdown until the bell rings by itself.

    It starts at the end of a round, but not before a game's first bell and not in a break. It runs once for
    each round: a host who undoes the bell must ring it themselves. A throw in doubt delays the bell, not the
    clock.

    >>> round_up_seconds(61.3), round_up_seconds(58.0), round_up_seconds(9.2), round_up_seconds(0.0)
    (65, 60, 10, 0)
    """

    def __init__(self) -> None:
        self._round: tuple[str, int, int] | None = None
        self._ends: float | None = None

    def find_left(self, view: TableView, seconds: int, now: float) -> float | None:
        """Return the seconds until the bell, ``None`` without a countdown.

        Parameters
        ----------
        view
            What the head table's page shows.
        seconds
            The countdown that the host has chosen, 0 for none.
        now
            Seconds on a steady clock.
        """
        if not (seconds and view.phase == "ready" and view.rounds and not view.rest):
            self._ends = None
            return None
        this_round = (view.game, view.set, view.round)
        if this_round != self._round:
            self._round, self._ends = this_round, now + seconds
        return None if self._ends is None else max(self._ends - now, 0.0)


def round_up_seconds(left: float) -> int:
    """Round up the seconds that a page shows: to steps, and in the last seconds to one."""
    return ceil(left) if left <= _SINGLE_SECONDS else _STEP_SECONDS * ceil(left / _STEP_SECONDS)


class Watch:
    """The time left in the round, on a clock that never jumps.

    Parameters
    ----------
    wall
        Returns the seconds since 1970. It is called once a round, to find how long ago the bell rang.
    """

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        self._bell_seq: int | None = None
        self._ends = 0.0

    def find_left(self, limit: TimeLimit | None, now: float) -> float | None:
        """Return the seconds that are left at ``now`` on the steady clock, ``None`` without a limit.

        The time while the table was off counts too. If the wall clock is implausible, as on a Pi that has no
        network time yet, the round's time starts again.
        """
        if limit is None or limit.rung:
            self._bell_seq = None
            return None
        if limit.bell != self._bell_seq:
            self._bell_seq = limit.bell
            total = limit.minutes * _MINUTE_SECONDS
            elapsed = self._wall() - datetime.fromisoformat(limit.since).timestamp() if limit.since else 0.0
            self._ends = now + total - (elapsed if 0 <= elapsed <= total else 0)
        return max(self._ends - now, 0.0)


class Timekeeper:
    """Watches the clock in a separate thread.

    Parameters
    ----------
    room
        The table. The timekeeper shows its time left and ends its round.
    """

    def __init__(self, room: LiveRoom) -> None:
        self._room = room
        self._watch, self._break_watch = Watch(), Watch()
        self._countdown = Countdown()
        self._break_shown: tuple[int | None, float | None] = (None, None)  # what is left, and what was chosen
        self._last_failure = ""
        self._retry_at = 0.0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)
        start_thread(self._thread)

    def close(self) -> None:
        """Stop watching."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(TICK_SECONDS):
            try:
                self._keep_limit(self._room.view(), time.monotonic())
                self._keep_countdown(self._room.view(), time.monotonic())
                self._keep_break(self._room.view(), time.monotonic())
            except Exception:  # noqa: BLE001 - the next round has a time limit too
                _log.exception("the timekeeper failed")
                self._stopping.wait(RETRY_SECONDS)

    def _keep_limit(self, view: TableView, now: float) -> None:
        left = self._watch.find_left(view.limit, now)
        minutes = None if left is None else ceil(left / _MINUTE_SECONDS)
        if minutes != view.minutes_left:
            self._room.send(TimeLeft(minutes))
        # A doubtful throw of this round is answered first.
        if left == 0 and view.can.end_round:
            self._ask(EndRoundNow(by=CLOCK, seen=SeenMoment.parse(view.here.seen)), now)

    def _keep_countdown(self, view: TableView, now: float) -> None:
        left = self._countdown.find_left(view, self._room.countdown, now)
        seconds = None if left is None else round_up_seconds(left)
        if seconds != view.bell_in:
            self._room.send(TimeToBell(seconds))
        if left == 0 and view.can.ring:
            self._ask(RingBell(by=COUNTDOWN, seen=SeenMoment.parse(view.here.seen), sure=True), now)

    def _keep_break(self, view: TableView, now: float) -> None:
        left = self._break_watch.find_left(view.pause, now)
        if (chosen := self._room.find_break_end()) is not None:
            left = max(chosen - now, 0.0)
        minutes = None if left is None else ceil(left / _MINUTE_SECONDS)
        if (minutes, chosen) != self._break_shown:
            self._break_shown = minutes, chosen
            self._room.send(BreakLeft(minutes, None if left is None else round(time.time() + left)))

    def _ask(self, command: EndRoundNow | RingBell, now: float) -> None:
        if now < self._retry_at:
            return
        try:
            self._room.ask(command)
            self._last_failure = ""
        except Trouble as error:  # a throw came first, or the disk is full or slow
            # Counted from the failure, since a slow disk may have taken many seconds to fail.
            self._retry_at, why = time.monotonic() + RETRY_SECONDS, repr(error)
            if why != self._last_failure:
                self._last_failure = why
                _log.info("the time is up, but nothing could be done", why=why)
