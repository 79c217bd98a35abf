"""Whatever happens between two readings of a command, the room gives an answer or a refusal."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import CorrectThrow, EnterDice, NewGame, RingBell, SeatGuests, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from tests.at_night import leave_to_night

GUESTS = tuple(f"Guest {number}" for number in range(1, 9))
BEGIN = NewGame("classic", GUESTS)


class OpenLock:
    """A lock that reports each time when a thread gives it away and holds no other one."""

    held = threading.local()

    def __init__(self, real: Any, report: Callable[[], None]) -> None:
        self._real = real
        self._report = report

    def __enter__(self) -> None:
        self._real.acquire()
        self.held.count = getattr(self.held, "count", 0) + 1

    def __exit__(self, *_: object) -> None:
        self._real.release()
        self.held.count -= 1
        if not self.held.count:
            self._report()


class Interruption:
    """Does something once, in another thread, when a thread gives its locks away for the n-th time."""

    def __init__(self) -> None:
        self.count = 0
        self.errors: list[BaseException] = []
        self._at = -1
        self._act: Callable[[], object] = lambda: None
        self._waits = True
        self._other: threading.Thread | None = None

    def arm(self, at: int, act: Callable[[], object], *, waits: bool) -> None:
        """Set what happens at which moment; ``waits``: whether it waits for the writer."""
        self.count, self._at, self._act, self._waits = 0, at, act, waits

    def report(self) -> None:
        if threading.current_thread() is self._other:
            return
        self.count += 1
        if self.count == self._at:
            self._other = threading.Thread(target=self._do)
            self._other.start()
            if not (self._waits and threading.current_thread().name == "writer"):
                self._other.join()

    def finish(self) -> None:
        if self._other:
            self._other.join()

    def _do(self) -> None:
        try:
            with suppress(Refused):
                self._act()
        except BaseException as error:  # noqa: BLE001 - the test reports it
            self.errors.append(error)


class Stage:
    """A room of two tables between two rounds, with seats that are drawn, and its locks."""

    def __init__(self, folder: Path) -> None:
        self._log = Log(folder)
        keeper = Keeper(self._log, Photos(folder))
        keeper.handle(BEGIN)
        self.room = LiveRoom(keeper, {})
        self.between = Interruption()
        for owner in (keeper, self.room._presence, self.room._drafts, self.room._cache):
            owner._lock = OpenLock(owner._lock, self.between.report)  # type: ignore[assignment]
        for command in (
            RingBell(sure=True),
            EnterDice((1, 3, 2), table=2, token="a"),
            EnterDice((1, 1, 1), token="b"),
        ):
            self.room.ask(command)
        self.room.draw_seats()

    def close(self) -> None:
        self.room.close()
        self._log.close()


def publish_newest(room: LiveRoom) -> None:
    if draft := room.view_seats().draft:
        room.publish_seats(draft.number)


ACTIONS: dict[str, Callable[[LiveRoom], object]] = {
    "a new game": lambda room: room.ask(BEGIN),
    "a bell": lambda room: room.ask(RingBell(sure=True)),
    "a throw": lambda room: room.ask(EnterDice((2, 2, 1), token="t")),
    "an undo": lambda room: room.ask(UndoStep(3)),
    "a correction": lambda room: room.ask(CorrectThrow(3, (1, 1, 2), sure=True)),
    "a preview": lambda room: room.preview_correction(CorrectThrow(3, (1, 2, 3))),
    "a guest": lambda room: room.ask(SeatGuests(("Late",))),
    "drawn seats": lambda room: room.draw_seats(),
    "published seats": publish_newest,
    "a table's page": lambda room: room.get_newest(2, with_results=True),
    "the host's page": lambda room: room.get_newest_host(),
    "the room's page": lambda room: room.get_newest_room(),
    "a round": lambda room: room.list_late_throws(),
}


READINGS = {"a preview", "drawn seats", "a table's page", "the host's page", "the room's page", "a round"}
"""The actions that do not wait for the writer."""


@contextmanager
def set_stage(folder: Path) -> Iterator[Stage]:
    stage = Stage(folder)
    try:
        yield stage
    finally:
        stage.close()


@pytest.mark.parametrize(
    "name", leave_to_night(ACTIONS, [name for name in ACTIONS if name != "published seats"])
)
def test_anything_may_happen_in_between(tmp_path: Path, name: str) -> None:
    """Each other command or reading comes at each moment when a lock is free; nothing fails or goes back."""
    with set_stage(tmp_path / "alone") as stage:
        stage.between.arm(-1, lambda: None, waits=False)
        with suppress(Refused):
            ACTIONS[name](stage.room)
        moments = stage.between.count
    assert moments
    for other, at in product(ACTIONS, range(1, moments + 1)):
        with set_stage(tmp_path / f"{other}-{at}") as stage:
            room = stage.room
            stage.between.arm(at, partial(ACTIONS[other], room), waits=other not in READINGS)
            with suppress(Refused):
                ACTIONS[name](room)
            stage.between.finish()
            assert stage.between.errors == [], (other, at)
            assert room.get_newest(1)[1] == room.view()


@pytest.mark.parametrize("at", range(1, 12))
def test_newer_seats_stay_when_older_ones_are_published(tmp_path: Path, at: int) -> None:
    """Seats that somebody draws while others are published are still there, with their own number."""
    with set_stage(tmp_path) as stage:
        room = stage.room
        drawn = []
        stage.between.arm(at, lambda: drawn.append(room.draw_seats().draft), waits=False)
        with suppress(Refused):
            publish_newest(room)
        stage.between.finish()
        if not drawn:  # publishing has fewer moments
            return
        assert room.view_seats().draft is not None
        assert drawn[0] is not None
        newest = room.draw_seats().draft
        assert newest is not None
        assert newest.number > drawn[0].number


def test_preview_of_a_game_that_has_ended_is_refused(tmp_path: Path) -> None:
    """If a new game begins while a correction's consequences are found, the preview is refused."""
    with set_stage(tmp_path) as stage:
        stage.between.arm(1, lambda: stage.room.ask(BEGIN), waits=True)
        with pytest.raises(Refused, match="Another game has begun"):
            stage.room.preview_correction(CorrectThrow(3, (1, 2, 3)))
