"""Where the game sits among its threads: commands queue up, one thread plays them, snapshots go out.

Cameras, button and taps only put commands into the queue; the one writer takes them in order. Snapshots are
made when somebody looks, and once for all who do.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.store import LogTrouble
from pi_bunco.table.commands import Command, Seen
from pi_bunco.table.keeper import Keeper
from pi_bunco.table.refused import Refused
from pi_bunco.table.room import RoomSnapshot
from pi_bunco.table.show import Around
from pi_bunco.table.snapshot import Alert, Banner, BellButton, Camera, Snapshot, TimeLeft
from pi_bunco.table.table_lines import HEAD, ROOM
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
    """What one command brought at the head table: the alerts, and what its page shows now."""

    alerts: tuple[Alert, ...]
    snapshot: Snapshot


NO_STATION = Camera("none", "no camera", mock=False)
"""How the camera of a table does that has none."""


class Desk:
    """The game's one writer and its public side.

    Parameters
    ----------
    keeper
        Keeps the game; nobody else calls it from now on. It has a game.
    cameras
        How the camera of each table does at the start; a table that is not there has none.
    hear
        Called by the writer after each command that changed something at the head table; must return at once.
    beat
        Called by the writer before each command, and each second without one.
    doubt
        What the page says until the first command: that the log may lack games.
    """

    def __init__(
        self,
        keeper: Keeper,
        cameras: Mapping[int, Camera],
        hear: Callable[[News], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        *,
        doubt: Trouble | None = None,
    ) -> None:
        self._keeper = keeper
        self._around = Around(NO_STATION)
        self._cameras = dict(cameras)
        self._hear = hear
        self._beat = beat
        self._queue: queue.SimpleQueue[tuple[Said | None, int, Future[None]]] = queue.SimpleQueue()
        self._unlogged: deque[Seen] = deque()
        self._banner = Banner(doubt.text, doubt.remedy) if doubt else None
        self._making = threading.Lock()  # a snapshot is made once for all who look
        self._change = threading.Condition()
        self._number = 1
        self._numbers: dict[int, int] = {}  # the last change of each table; those that are not there: 1
        self._made: dict[tuple[int, bool], tuple[int, Snapshot]] = {}
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        begin(self._thread)

    def snapshot(self, table: int = HEAD, *, whole: bool = False) -> Snapshot:
        """Return what the page of a table shows now.

        Parameters
        ----------
        table
            The number of the table.
        whole
            Whether the results are wanted, though a round is played.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        return self.look(table, whole=whole)[1]

    def room(self) -> RoomSnapshot:
        """Return what is shown of the whole room now."""
        return self._keeper.show_room()

    def changed(self, seen: int, timeout: float) -> int | None:
        """Wait until something has changed at any table since change number ``seen``; return its number.

        Parameters
        ----------
        seen
            The number of the last change that is known, 0 for none.
        timeout
            Seconds; ``None`` is returned when they pass without a change.
        """
        with self._change:
            self._change.wait_for(lambda: self._number > seen, timeout)
            return self._number if self._number > seen else None

    def look(self, table: int, *, whole: bool = False) -> tuple[int, Snapshot]:
        """Return the number of a page's last change, and what it shows since; made once for all who look.

        Parameters and errors are those of :meth:`snapshot`. With the results a page changes with any table.
        """
        topic = ROOM if whole else table
        made = self._made.get((table, whole))
        if made and made[0] == self._numbers.get(topic, 1):
            return made
        with self._making:
            number = self._numbers.get(topic, 1)
            made = self._made.get((table, whole))
            if made is None or made[0] != number:
                made = number, self._show(table, whole=whole)
                self._made[table, whole] = made
            return made

    def ask(self, command: Command) -> Snapshot:
        """Do a command and return what the page of its table shows after it.

        Raises
        ------
        Refused
            If the game cannot take it.
        LogTrouble
            If it could not be logged.
        """
        table = getattr(command, "table", HEAD)
        self._put(command, table).result(PATIENCE)
        try:
            return self.snapshot(table)
        except Refused:  # the table plays no more since
            return self.snapshot()

    def tell(self, said: Said, table: int = HEAD) -> None:
        """Put a command, how a table's camera or the button do or what time is left into the queue; go on."""
        self._put(said, table)

    def close(self) -> None:
        """Finish what is in the queue and stop."""
        self._queue.put((None, HEAD, Future()))
        self._thread.join()

    def _put(self, said: Said, table: int = HEAD) -> Future[None]:
        done: Future[None] = Future()
        self._queue.put((said, table, done))
        return done

    def _run(self) -> None:
        while True:
            self._beat()
            try:
                said, table, done = self._queue.get(timeout=AGAIN if self._unlogged else IDLE)
            except queue.Empty:
                try:
                    self._log_what_waits()
                except Exception:  # noqa: BLE001 - as below
                    _log.exception("a throw that waited failed")
                continue
            if said is None:
                return
            try:
                self._do(said, table)
            except Trouble as trouble:
                done.set_exception(trouble)
            except Exception as error:  # noqa: BLE001 - the table must outlive a fault in one command
                _log.exception("command failed", command=type(said).__name__)
                done.set_exception(
                    Trouble(f"That failed inside pi-bunco: {error!r}.", "Nothing was lost; go on.")
                )
            else:
                done.set_result(None)

    def _do(self, said: Said, table: int) -> None:
        if isinstance(said, Camera):
            self._cameras[table] = said
            self._publish(frozenset((table,)))
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
            happened = self._keeper.handle(command)
        except LogTrouble as trouble:
            self._banner = Banner(trouble.text, trouble.remedy)
            self._publish()
            raise
        mended, self._banner = self._banner is not None, None
        if mended or happened.tables:
            self._publish(None if mended else happened.tables)
        # It is logged and shown: what the bell or the kept pictures make of it takes nothing of that back.
        try:
            if HEAD in happened.tables:
                self._hear(News(happened.alerts.get(HEAD, ()), self.snapshot()))
            self._keeper.learn()
        except Exception:  # noqa: BLE001 - likewise
            _log.exception("after a command", command=type(command).__name__)

    def _show(self, table: int, *, whole: bool) -> Snapshot:
        banner = self._banner
        if banner and self._unlogged:
            waits = "1 throw waits" if len(self._unlogged) == 1 else f"{len(self._unlogged)} throws wait"
            banner = replace(banner, text=f"{banner.text} {waits} to be logged.")
        around = replace(
            self._around,
            camera=self._cameras.get(table, NO_STATION),
            banners=(banner,) if banner else (),
        )
        return self._keeper.show(table, around, whole=whole)

    def _publish(self, tables: Iterable[int] | None = None) -> None:
        """Say that these tables have changed; ``None``: all of them."""
        playing = self._keeper.tables
        left = {table for table, _ in self._made if table not in playing}  # they are no longer there
        changed = (*(playing if tables is None else tables), *left)
        with self._change:
            self._number += 1
            self._numbers |= dict.fromkeys((ROOM, *changed), self._number)
            self._change.notify_all()
