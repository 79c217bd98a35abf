"""A service for the pages that plays real games, without a camera: taps are logged and scored."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_bunco.game.commands import Amendment, Command, SettlePi
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.game.round_key import RoundKey
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.views.money import MoneyView
from pi_bunco.views.retabulation import RetabulationView
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundView
from pi_bunco.views.table import TableView
from pi_bunco.views.television import TvShow
from tests.web.conftest import FakePageService


class RealService(FakePageService):
    """Passes requests to a live room, and remembers the commands."""

    def __init__(self, folder: Path, room: LiveRoom) -> None:
        super().__init__(folder)
        self._live = room

    def view(self, table: int = HEAD, *, with_results: bool = False) -> TableView:
        return self._live.view(table, with_results=with_results)

    def view_room(self) -> RoomView:
        return self._live.view_room()

    def get_newest_room(self) -> tuple[int, RoomView]:
        return self._live.get_newest_room()

    def get_newest_host(self) -> tuple[int, HostView]:
        return self._live.get_newest_host()

    def view_money(self) -> MoneyView:
        return self._live.view_money()

    def view_retabulation(self) -> RetabulationView:
        return self._live.view_retabulation()

    def view_seats(self) -> SeatsView:
        return self._live.view_seats()

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        return self._live.preview_correction(command)

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:
        return self._live.view_round(table, key)

    def list_late_throws(self) -> tuple[LateThrowView, ...]:
        return self._live.list_late_throws()

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        return self._live.find_throw(table, seq)

    def choose_countdown(self, seconds: int) -> None:
        self._live.choose_countdown(seconds)

    def show_on_tv(self, show: TvShow) -> None:
        self._live.show_on_tv(show)

    def choose_break(self, minutes: int) -> None:
        self._live.choose_break(minutes)

    def draw_seats(self) -> SeatsView:
        return self._live.draw_seats()

    def swap_seats(self, names: tuple[str, str]) -> SeatsView:
        return self._live.swap_seats(names)

    def drop_seats(self) -> SeatsView:
        return self._live.drop_seats()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        return self._live.publish_seats(number, token)

    def ask(self, command: Command) -> TableView:
        self.commands.append(command)
        return self._live.ask(command)

    def settle(self) -> bool:
        """Settle the round for the other Pis, as if all were heard; return whether it was awaited."""
        unsettled = self._live.list_unsettled()
        for pi in unsettled.pis:
            self._live.ask(SettlePi(pi, unsettled.end))
        return bool(unsettled.pis)

    def get_newest(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        return self._live.get_newest(table, with_results=with_results)

    def wait_for_change(self, seen: int, timeout: float) -> int | None:
        return self._live.wait_for_change(seen, timeout)


@contextmanager
def open_service(folder: Path, first: Command, *then: Command) -> Iterator[RealService]:
    """Open a room in a folder, play commands, and yield its service."""
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        keeper.handle(first)
        room = LiveRoom(keeper, {})
        try:
            for command in then:
                room.ask(command)
            yield RealService(folder, room)
        finally:
            room.close()
