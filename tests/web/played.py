"""A room that really plays behind the pages, without a camera: what is tapped is logged and scored."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_bunco.store import Log, Photos
from pi_bunco.table.commands import Command
from pi_bunco.table.desk import Desk
from pi_bunco.table.keeper import Keeper
from pi_bunco.table.room import RoomSnapshot
from pi_bunco.table.snapshot import Snapshot
from pi_bunco.table.table_lines import HEAD
from tests.web.conftest import FakeDesk


class PlayedDesk(FakeDesk):
    """A desk whose answers the rules decide; what was asked is remembered."""

    def __init__(self, folder: Path, desk: Desk) -> None:
        super().__init__(folder)
        self._desk = desk

    def snapshot(self, table: int = HEAD, *, whole: bool = False) -> Snapshot:
        return self._desk.snapshot(table, whole=whole)

    def room(self) -> RoomSnapshot:
        return self._desk.room()

    def ask(self, command: Command) -> Snapshot:
        self.asked.append(command)
        return self._desk.ask(command)

    def look(self, table: int, *, whole: bool = False) -> tuple[int, Snapshot]:
        return self._desk.look(table, whole=whole)

    def changed(self, seen: int, timeout: float) -> int | None:
        return self._desk.changed(seen, timeout)


@contextmanager
def played(folder: Path, first: Command, *then: Command) -> Iterator[PlayedDesk]:
    """Open a table in a folder, and play what is asked."""
    log = Log(folder)
    table = Keeper(log, Photos(folder))
    table.handle(first)
    desk = Desk(table, {})
    try:
        played = PlayedDesk(folder, desk)
        for command in then:
            desk.ask(command)
        yield played
    finally:
        desk.close()
        log.close()
