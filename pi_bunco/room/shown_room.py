"""A room as its pages show it, whether this machine writes its game or follows another one."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pi_bunco.game.book import Book
from pi_bunco.game.commands import Amendment, Command
from pi_bunco.game.corrections import make_preview
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.round_key import RoundKey
from pi_bunco.messages.down import Wanted
from pi_bunco.room.changes import Changes
from pi_bunco.room.presence import DeviceMessage, Presence, PresenceState
from pi_bunco.room.seat_drafts import SeatDrafts
from pi_bunco.room.tv_choice import TvChoice
from pi_bunco.room.usual_rounds import UsualRounds
from pi_bunco.room.view_cache import ViewCache
from pi_bunco.rules import Game
from pi_bunco.rules.night import Consequences
from pi_bunco.sentences import say
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.consequences import (
    ConsequencesView,
    make_consequences_view,
    make_kept_end_view,
    name_throws,
)
from pi_bunco.views.devices import Banner, CameraStatus, KeptSlip
from pi_bunco.views.host import HostView, SeatsView, make_host_facts
from pi_bunco.views.late_throws import LateThrowView, list_late_throws
from pi_bunco.views.money import MoneyView, make_money_view
from pi_bunco.views.retabulation import RetabulationView, make_retabulation
from pi_bunco.views.room import RoomView, make_room_view
from pi_bunco.views.rounds import FoundThrow, RoundView, find_round, find_throw
from pi_bunco.views.show import make_table_view
from pi_bunco.views.table import Alert, TableView

RoomMessage = Command | DeviceMessage
"""What stations and clocks send to a room: commands, and the state of its devices."""


class TableFollower(Protocol):
    """Follows what happens at a table, as its bell does. Its methods must return at once."""

    def hear(self, alerts: Sequence[Alert]) -> None:
        """Take the news of one command. A far Pi passes them before its pages show them."""

    def look(self, view: TableView) -> None:
        """Take what the table's page shows after a command."""


def list_alerts(effect: CommandEffect, table: int) -> tuple[Alert, ...]:
    """Return the news of a command at a table."""
    return tuple(map(make_alert, effect.news.get(table, ())))


class ShownRoom(ABC):
    """The views of a room, each made once for each change.

    Parameters
    ----------
    keeper
        Keeps the game, which must have begun.
    cameras
        The state of each table's camera at the start. A table that is missing here has no camera.

    Attributes
    ----------
    head
        The address of the Pi that this one follows; ``""``: none.
    countdown
        How many seconds after a round the next bell rings by itself; 0: somebody has to ring it.
    """

    head = ""
    _drafts: SeatDrafts

    def __init__(self, keeper: Keeper, cameras: Mapping[int, CameraStatus]) -> None:
        self._keeper = keeper
        self.countdown = 0
        self._tv = TvChoice()
        self._presence = Presence(cameras)
        self._changes = Changes()
        self._cache = ViewCache(self._changes)
        self._usual_rounds = UsualRounds(lambda: self._publish(()))

    def view(self, table: int = HEAD, *, with_results: bool = False) -> TableView:
        """Return what the page of a table shows now.

        Parameters
        ----------
        table
            The number of the table.
        with_results
            Whether to include the results while a round is played.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        return self.get_newest(table, with_results=with_results)[1]

    def get_newest(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        """Return the number of a page's last change, and what the page has shown since then.

        Parameters and errors are those of :meth:`view`. A page with the results changes with any table.
        """
        return self._cache.get(
            (table, with_results), lambda: self._make_view(table, with_results=with_results)
        )

    def copy_game(self) -> Game:
        """Return a copy of the game. It stays as it is when the game goes on."""
        return self._keeper.read(lambda book: book.game.copy())

    def view_room(self) -> RoomView:
        """Return what the page of the whole room shows now."""
        return self.get_newest_room()[1]

    def get_newest_room(self) -> tuple[int, RoomView]:
        """Return the number of the last change at any table, and the state of the room since then."""
        devices = self._presence
        return self._cache.get(
            (ROOM, True),
            lambda: replace(
                make_room_view(
                    self._keeper, self.countdown, devices.bell_in, devices.break_left, self._tv.find
                ),
                sound=devices.state.shared.sound,
            ),
        )

    def get_newest_host(self) -> tuple[int, HostView]:
        """Return the number of the last change at any table, and what the host's page shows since then."""
        number, room = self.get_newest_room()
        ends, now = self._presence.break_ends, time.time()
        facts = self._keeper.read(lambda book: make_host_facts(book, self._usual_rounds.get(book), ends, now))
        return number, HostView(room, self.view_seats(), self.view(), facts=facts)

    def view_money(self) -> MoneyView:
        """Return the money of the evening."""
        return self._keeper.read(lambda book: book.derive(make_money_view))

    def view_retabulation(self) -> RetabulationView:
        """Return which cards on paper agree with what was counted."""
        return self._keeper.read(lambda book: book.derive(make_retabulation))

    def view_seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last if they are not published."""
        return self._drafts.view()

    def wait_for_change(self, known: int, timeout: float) -> int | None:
        """Wait for a change at any table, see :meth:`Changes.wait`."""
        return self._changes.wait(known, timeout)

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        """Return what a correction would change. The game does not wait for this.

        Raises
        ------
        Refused
            If the game would not take it.
        """
        game, preview = self._keeper.read(lambda book: (book.number, make_preview(book, command)))
        consequences = preview.find_consequences() if preview else Consequences()
        end = make_kept_end_view(preview) if preview else None

        def name_lost(book: Book) -> tuple[str, ...]:
            if book.number != game:
                raise Refused(say("Another game has begun meanwhile."), say("Look at the table again."))
            return name_throws(book, consequences.unused)

        return make_consequences_view(consequences, self._keeper.read(name_lost), end)

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:
        """Return a round at a table, ``None`` if it was not played there."""
        return self._keeper.read(lambda book: find_round(book, table, key))

    def list_late_throws(self) -> tuple[LateThrowView, ...]:
        """Return the throws that were tapped too late, and about which the host is asked."""
        return self._keeper.read(list_late_throws)

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        """Return a throw at a table in any round by its number, ``None`` if there is none."""
        return self._keeper.read(lambda book: find_throw(book, table, seq))

    def plays(self, table: int) -> bool:  # noqa: ARG002 - another Pi may not play all tables
        """Return whether dice can be entered here for a table."""
        return True

    def list_kept(self, table: int) -> tuple[KeptSlip, ...]:  # noqa: ARG002 - as above
        """Return what was entered at a table and is not in the game yet."""
        return ()

    def measure_age(self, table: int = ROOM) -> float:  # noqa: ARG002 - as above
        """Return for how many seconds the head was not heard; 0: it is, or this Pi plays the table."""
        return 0.0

    @abstractmethod
    def ask(self, command: Command) -> TableView:
        """Do a command, and return what the page of its table shows afterwards."""

    @abstractmethod
    def send(self, message: RoomMessage, table: int = HEAD) -> None:
        """Send a command, or the state of a device, without waiting for its effect."""

    def find_wanted(self, table: int) -> Wanted:
        """Return what a table's camera should look for. Nobody throws at a table that does not play now."""
        try:
            here = self._keeper.read(lambda book: get_table_moment(book, table))
        except Refused:
            return Wanted()
        return Wanted(here.dice, str(here.seen), begun=here.phase != "ready")

    @property
    def devices(self) -> PresenceState:
        """The state of all devices."""
        return self._presence.state

    @abstractmethod
    def list_banners(self) -> tuple[Banner, ...]:
        """Return what people can put right, above everything else on each page."""

    def list_banners_at(self, table: int) -> tuple[Banner, ...]:  # noqa: ARG002 - another Pi may have some
        """Return the banners on the page of one table."""
        return self.list_banners()

    def _make_view(self, table: int, *, with_results: bool) -> TableView:
        devices = self._presence.get_status(table, self.list_banners_at(table), self.list_kept(table))
        return make_table_view(self._keeper, table, devices, with_results=with_results)

    def _publish(self, tables: Iterable[int] | None = None) -> None:
        """Note that these tables have changed; ``None``: all of them."""
        playing = self._keeper.tables
        removed = {table for table in self._cache.list_tables() if table not in playing}
        self._changes.note((*(playing if tables is None else tables), *removed))
