"""A room that really plays behind the pages, without a camera: what is tapped is logged and scored."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_bunco.game.commands import Amendment, Command
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.store import Log, Photos
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundKey, RoundView
from pi_bunco.views.table import TableView
from tests.web.conftest import FakePageService


class PlayedService(FakePageService):
    """A service whose answers the rules decide; what was asked is remembered."""

    def __init__(self, folder: Path, service: LiveRoom) -> None:
        super().__init__(folder)
        self._service = service

    def view(self, table: int = HEAD, *, with_results: bool = False) -> TableView:
        return self._service.view(table, with_results=with_results)

    def view_room(self) -> RoomView:
        return self._service.view_room()

    def look_at_room(self) -> tuple[int, RoomView]:
        return self._service.look_at_room()

    def look_at_host(self) -> tuple[int, HostView]:
        return self._service.look_at_host()

    def view_seats(self) -> SeatsView:
        return self._service.view_seats()

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        return self._service.preview_correction(command)

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:
        return self._service.view_round(table, key)

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        return self._service.find_throw(table, seq)

    def choose_countdown(self, seconds: int) -> None:
        self._service.choose_countdown(seconds)

    def draw_seats(self) -> SeatsView:
        return self._service.draw_seats()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        return self._service.publish_seats(number, token)

    def ask(self, command: Command) -> TableView:
        self.asked.append(command)
        return self._service.ask(command)

    def look(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        return self._service.look(table, with_results=with_results)

    def wait_for_change(self, seen: int, timeout: float) -> int | None:
        return self._service.wait_for_change(seen, timeout)


@contextmanager
def played(folder: Path, first: Command, *then: Command) -> Iterator[PlayedService]:
    """Open a table in a folder, and play what is asked."""
    log = Log(folder)
    table = Keeper(log, Photos(folder))
    table.handle(first)
    service = LiveRoom(table, {})
    try:
        played = PlayedService(folder, service)
        for command in then:
            service.ask(command)
        yield played
    finally:
        service.close()
        log.close()
