"""The thread that writes the game. It takes commands from a queue in their order.

Cameras, the button and taps put commands into the queue, and may wait for the answer. The writer logs waiting
taps together, since a card needs the same time for many as for one. A throw that could not be logged stays
first in the queue, and the writer tries it again.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command, DiceSettled, GameCommand, NewGame
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say
from pi_bunco.store import LogTrouble

_log = structlog.get_logger()

ANSWER_SECONDS = 10.0
"""The longest time that a tap waits for its answer. A disk that needs longer is failing."""
RETRY_SECONDS = 2.0
"""The time between two attempts to log a throw."""
MAX_TAPS = 50
"""The most taps that are logged together."""
BEAT_SECONDS = 1.0
"""The time between two signs of life without commands."""

_LOST = Trouble(
    say("A throw could not be counted: that failed inside pi-bunco."), say("Enter its dice by tapping.")
)


class GameWriter:
    """The game's one writer.

    Parameters
    ----------
    keeper
        Keeps the game; nobody else may write it from now on. It must have a game.
    publish
        Called with the effect of each command, and with ``None`` if :attr:`trouble` has changed. It must
        return at once.
    follow
        Called after the effect was published; errors there undo nothing.
    beat
        Called before each command, and every second without one.
    warning
        A trouble to report until somebody taps: the log may lack games.
    """

    def __init__(
        self,
        keeper: Keeper,
        publish: Callable[[CommandEffect | None], None],
        follow: Callable[[CommandEffect], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        *,
        warning: Trouble | None = None,
    ) -> None:
        self._keeper = keeper
        self._publish = publish
        self._follow = follow
        self._beat = beat
        self._trouble = self._warning = warning
        self._queue: queue.SimpleQueue[tuple[Command | None, Future[None]]] = queue.SimpleQueue()
        # The command that ended a group of taps, already taken out of the queue.
        self._held: tuple[Command | None, Future[None]] | None = None
        self._unlogged: deque[DiceSettled] = deque()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begin to write.

        Raises
        ------
        pi_bunco.machine.threads.ThreadTrouble
            If no thread can be started.
        """
        start_thread(self._thread)

    @property
    def trouble(self) -> tuple[Trouble, int] | None:
        """Why logging fails, and the number of throws that wait for it; ``None`` if it works."""
        return (self._trouble, len(self._unlogged)) if self._trouble else None

    def ask(self, command: Command) -> None:
        """Wait until a command is executed.

        Raises
        ------
        Refused
            If it does not fit.
        LogTrouble
            If it could not be logged.
        Unanswered
            If it took longer than :data:`ANSWER_SECONDS`. It may be executed later.
        Trouble
            If pi-bunco has a bug.
        """
        try:
            self.send(command).result(ANSWER_SECONDS)
        except TimeoutError as error:
            raise Unanswered from error

    def send(self, command: Command) -> Future[None]:
        """Put a command into the queue without waiting; the future ends when it is executed."""
        done: Future[None] = Future()
        self._queue.put((command, done))
        return done

    def close(self) -> None:
        """Finish what is in the queue and stop."""
        self._queue.put((None, Future()))
        if self._thread.ident is not None:  # it may have failed to start
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._beat()
            try:
                pause = RETRY_SECONDS if self._unlogged else BEAT_SECONDS
                command, done = self._held or self._queue.get(timeout=pause)
            except queue.Empty:
                try:
                    self._log_waiting()
                except LogTrouble:
                    pass  # the next attempt follows
                except Exception:  # noqa: BLE001 - as below
                    _log.exception("a throw that waited failed")
                continue
            self._held = None
            if command is None:
                self._finish()
                return
            if isinstance(command, DiceSettled | NewGame):
                self._answer(command, done, self._do_one(command))
                continue
            taps = [(command, done), *self._take_taps()]
            for (tap, tap_done), outcome in zip(taps, self._do_all([tap for tap, _ in taps]), strict=True):
                self._answer(tap, tap_done, outcome)

    def _finish(self) -> None:
        """Try once more to log the throws that wait. What the disk does not take is lost."""
        try:
            self._log_waiting()
        except LogTrouble as trouble:
            _log.error("throws are lost", throws=len(self._unlogged), why=str(trouble))

    def _take_taps(self) -> list[tuple[GameCommand, Future[None]]]:
        """Take the next taps out of the queue, to log them together with the first."""
        taps: list[tuple[GameCommand, Future[None]]] = []
        while len(taps) < MAX_TAPS - 1 and self._held is None:
            try:
                command, done = self._queue.get_nowait()
            except queue.Empty:
                break
            if command is None or isinstance(command, DiceSettled | NewGame):
                self._held = command, done
            else:
                taps.append((command, done))
        return taps

    def _answer(self, command: Command, done: Future[None], outcome: Exception | None) -> None:
        if outcome is None:
            done.set_result(None)
        elif isinstance(outcome, Trouble):
            done.set_exception(outcome)
        else:  # the table must survive a bug in one command
            _log.error("command failed", command=type(command).__name__, exc_info=outcome)
            done.set_exception(
                Trouble(
                    say("That failed inside pi-bunco: {fault}.", fault=repr(outcome)),
                    say("Nothing was lost; go on."),
                )
            )

    def _do_one(self, command: DiceSettled | NewGame) -> Exception | None:
        waits = isinstance(command, DiceSettled) and not command.item  # another Pi sends its throws again
        try:
            if isinstance(command, DiceSettled) and waits:
                self._unlogged.append(command)
            self._log_waiting()
            if not waits:
                self._handle(command)
        except LogTrouble as trouble:
            return None if waits else trouble
        except Exception as error:  # noqa: BLE001 - the sender gets it
            return error
        return None

    def _do_all(self, taps: list[GameCommand]) -> list[Exception | None]:
        """Execute and log taps together; return the error of each, ``None`` for success."""
        try:
            self._log_waiting()
            outcomes = self._keeper.handle_all(taps)
        except LogTrouble as trouble:
            self._set_trouble(trouble)
            return [trouble] * len(taps)
        except Exception as error:  # noqa: BLE001 - as above
            return [error] * len(taps)
        for tap, outcome in zip(taps, outcomes, strict=True):
            if isinstance(outcome, CommandEffect):
                self._report(tap, outcome)
        return [None if isinstance(outcome, CommandEffect) else outcome for outcome in outcomes]

    def _log_waiting(self) -> None:
        """Log the waiting throws in their order.

        Raises
        ------
        LogTrouble
            If a throw cannot be logged. It stays the first one.
        """
        while self._unlogged:
            try:
                self._handle(self._unlogged[0])
            except LogTrouble:
                raise
            except Refused as refused:
                _log.warning("a throw has no place", why=str(refused))
            except BaseException:
                self._unlogged.popleft()  # or it would fail for ever
                self._set_trouble(_LOST)
                raise
            self._unlogged.popleft()
            if self._trouble:
                self._publish(None)  # the banner says how many throws wait

    def _handle(self, command: Command) -> None:
        try:
            effect = self._keeper.handle(command)
        except LogTrouble as trouble:
            self._set_trouble(trouble)
            raise
        self._report(command, effect)

    def _report(self, command: Command, effect: CommandEffect) -> None:
        # Dice of a camera do not clear the warning: perhaps nobody has looked at a page yet.
        if self._trouble is not self._warning or not isinstance(command, DiceSettled):
            self._set_trouble(None)
        if effect.tables:
            self._publish(effect)
        # The command is logged and shown. An error of the bell or the kept pictures must not undo it.
        try:
            if effect.tables:
                self._follow(effect)
            self._keeper.learn()
        except Exception:  # noqa: BLE001 - likewise
            _log.exception("after a command", command=type(command).__name__)

    def _set_trouble(self, trouble: Trouble | None) -> None:
        if trouble is not self._trouble:
            self._trouble = trouble
            self._publish(None)
