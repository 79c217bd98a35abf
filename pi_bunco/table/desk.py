"""Where the table sits among its threads: commands queue up, one thread plays them, snapshots go out.

Camera, button and taps only put commands into the queue; the one writer takes them in order.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.store import LogTrouble
from pi_bunco.table.commands import Command, Seen
from pi_bunco.table.refused import Refused
from pi_bunco.table.show import Around
from pi_bunco.table.snapshot import Alert, Banner, BellButton, Camera, Snapshot, TimeLeft
from pi_bunco.table.table import Table
from pi_bunco.threads import begin

_log = structlog.get_logger()

PATIENCE = 10.0
"""Seconds that a tap waits for its answer; a disk that takes longer is failing."""
AGAIN = 2.0
"""Seconds between two tries to log a throw that the disk did not take."""
IDLE = 1.0
"""Seconds after which the writer shows that it lives, when nobody wants anything."""


_LOST = Banner("A throw could not be counted: that failed inside pi-bunco.", "Enter its dice by tapping.")

Said = Command | Camera | TimeLeft | BellButton
"""What the desk is told."""


@dataclass(frozen=True, slots=True)
class News:
    """What one command brought: the alerts, and what the page shows now."""

    alerts: tuple[Alert, ...]
    snapshot: Snapshot


class Desk:
    """The table's one writer and its public side.

    Parameters
    ----------
    table
        The table; nobody else calls it from now on. It has a game.
    camera
        How the camera does at the start.
    hear
        Called by the writer after each command that changed something; must return at once.
    beat
        Called by the writer before each command, and each second without one.
    doubt
        What the page says until the first command: that the log may lack games.
    """

    def __init__(
        self,
        table: Table,
        camera: Camera,
        hear: Callable[[News], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        *,
        doubt: Trouble | None = None,
    ) -> None:
        self._table = table
        self._around = Around(camera)
        self._hear = hear
        self._beat = beat
        self._queue: queue.SimpleQueue[tuple[Said | None, Future[Snapshot]]] = queue.SimpleQueue()
        self._unlogged: deque[Seen] = deque()
        self._banner = Banner(doubt.text, doubt.remedy) if doubt else None
        self._change = threading.Condition()
        self._number = 1
        self._snapshot = self._show()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        begin(self._thread)

    def snapshot(self) -> Snapshot:
        """Give what the page shows now."""
        with self._change:
            return self._snapshot

    def wait(self, seen: int, timeout: float) -> tuple[int, Snapshot] | None:
        """Wait until there is something newer than change number ``seen``.

        Parameters
        ----------
        seen
            The number of the last change that was seen, 0 for none.
        timeout
            Seconds; ``None`` is given when they pass without a change.
        """
        with self._change:
            self._change.wait_for(lambda: self._number > seen, timeout)
            return (self._number, self._snapshot) if self._number > seen else None

    def ask(self, command: Command) -> Snapshot:
        """Do a command and give what the page shows after it.

        Raises
        ------
        Refused
            If the game cannot take it.
        LogTrouble
            If it could not be logged.
        """
        return self._put(command).result(PATIENCE)

    def tell(self, said: Said) -> None:
        """Put a command, how camera or button do or what time is left into the queue and go on."""
        self._put(said)

    def close(self) -> None:
        """Finish what is in the queue and stop."""
        self._queue.put((None, Future()))
        self._thread.join()

    def _put(self, said: Said) -> Future[Snapshot]:
        done: Future[Snapshot] = Future()
        self._queue.put((said, done))
        return done

    def _run(self) -> None:
        while True:
            self._beat()
            try:
                said, done = self._queue.get(timeout=AGAIN if self._unlogged else IDLE)
            except queue.Empty:
                try:
                    self._log_what_waits()
                except Exception:  # noqa: BLE001 - as below
                    _log.exception("a throw that waited failed")
                continue
            if said is None:
                return
            try:
                self._do(said)
            except Trouble as trouble:
                done.set_exception(trouble)
            except Exception as error:  # noqa: BLE001 - the table must outlive a fault in one command
                _log.exception("command failed", command=type(said).__name__)
                done.set_exception(
                    Trouble(f"That failed inside pi-bunco: {error!r}.", "Nothing was lost; go on.")
                )
            else:
                done.set_result(self._snapshot)

    def _do(self, said: Said) -> None:
        if isinstance(said, Camera):
            self._around = replace(self._around, camera=said)
            self._publish()
        elif isinstance(said, BellButton):
            self._around = replace(self._around, button=said)
            self._publish()
        elif isinstance(said, TimeLeft):
            self._around = replace(self._around, minutes_left=said.minutes)
            self._publish()
        elif isinstance(said, Seen):
            self._unlogged.append(said)
            self._log_what_waits()
        elif self._log_what_waits():
            self._handle(said)
        else:
            assert self._banner is not None  # noqa: S101 - throws wait, and the banner says why
            raise LogTrouble(self._banner.text, self._banner.remedy)

    def _log_what_waits(self) -> bool:
        """Log the throws that wait, in their order; tell whether none is left."""
        while self._unlogged:
            try:
                self._handle(self._unlogged[0])
            except LogTrouble:
                return False  # the throw stays the first to be logged
            except Refused as refused:
                _log.warning("a throw has no place", why=str(refused))
            except BaseException:
                self._unlogged.popleft()  # or it would fail for ever
                self._banner = _LOST
                self._publish()
                raise
            self._unlogged.popleft()
        return True

    def _handle(self, command: Command) -> None:
        try:
            alerts = self._table.handle(command)
        except LogTrouble as trouble:
            self._banner = Banner(trouble.text, trouble.remedy)
            self._publish()
            raise
        self._banner = None
        self._publish()
        # It is logged and shown: what the bell or the kept pictures make of it takes nothing of that back.
        try:
            self._hear(News(alerts, self._snapshot))
            self._table.learn()
        except Exception:  # noqa: BLE001 - likewise
            _log.exception("after a command", command=type(command).__name__)

    def _show(self) -> Snapshot:
        banner = self._banner
        if banner and self._unlogged:
            waits = "1 throw waits" if len(self._unlogged) == 1 else f"{len(self._unlogged)} throws wait"
            banner = replace(banner, text=f"{banner.text} {waits} to be logged.")
        return self._table.show(replace(self._around, banners=(banner,) if banner else ()))

    def _publish(self) -> None:
        snapshot = self._show()
        with self._change:
            self._snapshot = snapshot
            self._number += 1
            self._change.notify_all()
