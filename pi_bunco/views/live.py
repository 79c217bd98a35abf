"""A room while it is played: it passes commands on to the writer, and returns views to pages and programs.

A view is made when a page or program first needs it. All pages and programs share it until a change makes a
new one necessary.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.commands import Amendment, ChangeSeats, Command
from pi_bunco.game.corrections import make_preview
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.seats import SeatDraft, still_fits
from pi_bunco.game.writer import GameWriter
from pi_bunco.messages.down import Wanted
from pi_bunco.rules import Game
from pi_bunco.rules.night import Consequences
from pi_bunco.sentences import say, say_count
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.consequences import (
    ConsequencesView,
    make_consequences_view,
    make_kept_end_view,
    name_throws,
)
from pi_bunco.views.devices import (
    Banner,
    BellButton,
    BreakLeft,
    CameraStatus,
    DiceMotion,
    TimeLeft,
    TimeToBell,
)
from pi_bunco.views.host import HostView, SeatsView, make_seats_view
from pi_bunco.views.late_throws import LateThrowView, list_late_throws
from pi_bunco.views.room import RoomView, make_room_view
from pi_bunco.views.rounds import FoundThrow, RoundView, find_round, find_throw
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import Alert, TableView

View = TypeVar("View")
RoomMessage = Command | CameraStatus | DiceMotion | TimeLeft | BreakLeft | TimeToBell | BellButton
"""What stations and clocks send to a room: commands, and the state of its devices."""

NO_CAMERA = CameraStatus("none", say("no camera"), mock=False)
"""The camera state of a table without a camera."""


@dataclass(frozen=True, slots=True)
class HeadNews:
    """The effect of one command on the head table: the alerts, and what its page shows now."""

    alerts: tuple[Alert, ...]
    view: TableView


class LiveRoom:
    """A room while it is played: its writer, the state of its devices, and its views.

    Parameters
    ----------
    keeper
        Keeps the game, which must have begun. From now on only this room's writer may write it.
    cameras
        The state of each table's camera at the start. A table that is missing here has no camera.
    follow_head
        Called by the writer after each command that changed something at the head table. It must return at
        once.
    beat
        Called by the writer before each command, and every second without one.
    warning
        The trouble that pages show until somebody taps, because the log may lack games.
    """

    def __init__(
        self,
        keeper: Keeper,
        cameras: Mapping[int, CameraStatus],
        follow_head: Callable[[HeadNews], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        *,
        warning: Trouble | None = None,
    ) -> None:
        self._keeper = keeper
        self._follow_head = follow_head
        self._devices = DeviceStatus(NO_CAMERA)
        self._devices_lock = threading.Lock()  # several devices may report at once
        self._cameras = dict(cameras)
        self._countdown = 0
        self._moving: frozenset[int] = frozenset()
        self._kept_photos = keeper.keeps_photos  # as the pages show it
        self._draft: tuple[int, SeatDraft | None] = (0, None)
        self._views_lock = threading.Lock()  # a view is made once for everybody
        self._change = threading.Condition()
        self._change_number = 1
        self._change_numbers: dict[int, int] = {}  # of each table; 1 for a table that is not in it
        self._views: dict[tuple[int, bool], tuple[int, Any]] = {}
        self._writer = GameWriter(keeper, self._publish_effect, self._report_news, beat, warning=warning)
        self._writer.start()

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
        return self.look(table, with_results=with_results)[1]

    def look(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        """Return the number of a page's last change, and what the page has shown since then.

        Parameters and errors are those of :meth:`view`. A page with the results changes with any table.
        """
        return self._get_newest(
            (table, with_results), lambda: self._make_view(table, with_results=with_results)
        )

    def _get_newest(self, page: tuple[int, bool], make: Callable[[], View]) -> tuple[int, View]:
        """Return a view with the number of its last change. It is made again only after a change."""
        table, with_results = page
        topic = ROOM if with_results else table
        newest: tuple[int, View] | None = self._views.get(page)
        if newest is None or newest[0] != self._change_numbers.get(topic, 1):
            with self._views_lock:
                number = self._change_numbers.get(topic, 1)
                newest = self._views.get(page)
                if newest is None or newest[0] != number:
                    newest = self._views[page] = number, make()
        return newest

    def copy_game(self) -> Game:
        """Return a copy of the game. It stays as it is when the game goes on."""
        return self._keeper.read(lambda book: book.game.copy())

    def view_room(self) -> RoomView:
        """Return what the page of the whole room shows now."""
        return self.look_at_room()[1]

    def look_at_room(self) -> tuple[int, RoomView]:
        """Return the number of the last change at any table, and the state of the room since then."""
        return self._get_newest(
            (ROOM, True),
            lambda: make_room_view(
                self._keeper, self._countdown, self._devices.bell_in, self._devices.break_left
            ),
        )

    def look_at_host(self) -> tuple[int, HostView]:
        """Return the number of the last change at any table, and what the host's page shows since then."""
        number, room = self.look_at_room()
        return number, HostView(room, self.view_seats(), self.view())

    def draw_seats(self) -> SeatsView:
        """Draw new seats and return them. They are logged only when somebody publishes them.

        Raises
        ------
        Refused
            If nobody can change seats now.
        """
        draft = self._keeper.draw_seats()
        with self._devices_lock:
            self._draft = (self._draft[0] + 1, draft)
        self._publish(())
        return self.view_seats()

    def view_seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last if they are not published."""
        number, draft = self._draft
        return self._keeper.read(lambda book: make_seats_view(book, number, draft))

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Log the seats that were drawn last.

        Raises
        ------
        Refused
            If other seats were drawn since then, or somebody has come or left.
        LogTrouble
            If they could not be logged.
        """
        newest, draft = self._draft
        if draft is None or number != newest:
            raise Refused(
                say("These are not the seats that were drawn last."), say("Look at the seats again.")
            )
        if not self._keeper.read(lambda book: still_fits(book, draft)):
            raise Refused(
                say("Guests have come or left since these seats were drawn."), say("Draw the seats again.")
            )
        self._writer.ask(ChangeSeats(draft.tables, token=token))
        with self._devices_lock:
            if self._draft[0] == newest:  # somebody may have drawn others meanwhile
                self._draft = (newest, None)
        self._publish(())
        return self.view_seats()

    @property
    def countdown(self) -> int:
        """How many seconds after a round the next bell rings by itself; 0: it does not."""
        return self._countdown

    def choose_countdown(self, seconds: int) -> None:
        """Ring the bell this many seconds after each round from now on; 0: somebody has to ring it."""
        self._countdown = seconds
        self._publish()

    def find_wanted(self, table: int) -> Wanted:
        """Return what a table's camera should look for. Nobody throws at a table that does not play now."""
        try:
            here = self._keeper.read(lambda book: get_table_moment(book, table))
        except Refused:
            return Wanted()
        return Wanted(here.dice, str(here.seen), begun=here.phase != "ready")

    def wait_for_change(self, known: int, timeout: float) -> int | None:
        """Wait for a change at any table after change number ``known``, and return its number.

        Parameters
        ----------
        known
            The number of the last known change; 0 for none.
        timeout
            How many seconds to wait. Then ``None`` is returned.
        """
        with self._change:
            self._change.wait_for(lambda: self._change_number > known, timeout)
            return self._change_number if self._change_number > known else None

    def ask(self, command: Command) -> TableView:
        """Do a command, and return what the page of its table shows afterwards.

        Raises
        ------
        Refused
            If the game cannot take it.
        LogTrouble
            If it could not be logged.
        """
        self._writer.ask(command)
        try:
            return self.view(getattr(command, "table", HEAD))
        except Refused:  # the command ended this table
            return self.view()

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

    def send(self, message: RoomMessage, table: int = HEAD) -> None:
        """Send a command, or the state of a camera, the button or a clock, without waiting for its effect."""
        match message:
            case CameraStatus():
                self._cameras[table] = message
                self._publish((table,))
            case DiceMotion():
                self._moving = self._moving | {table} if message.moving else self._moving - {table}
                self._publish((table,))
            case BellButton():
                self._update_devices(button=message)
            case TimeToBell():
                self._update_devices(bell_in=message.seconds)
            case BreakLeft():
                self._update_devices(break_left=message.minutes)
            case TimeLeft():
                self._update_devices(minutes_left=message.minutes)
            case _:
                self._writer.send(message)

    def _update_devices(self, **changes: Any) -> None:
        """Change the state of devices that all tables share, such as the button."""
        with self._devices_lock:
            self._devices = replace(self._devices, **changes)
        self._publish()

    def close(self) -> None:
        """Finish the commands that wait, and stop."""
        self._writer.close()

    def _publish_effect(self, effect: CommandEffect | None) -> None:
        kept_photos, self._kept_photos = self._kept_photos, self._keeper.keeps_photos
        if effect is None or self._kept_photos != kept_photos:
            self._publish()  # every page has the banner
        else:
            self._publish(effect.tables)

    def _report_news(self, effect: CommandEffect) -> None:
        """Report what a command has changed at the head table."""
        if HEAD in effect.tables:
            alerts = tuple(map(make_alert, effect.news.get(HEAD, ())))
            self._follow_head(HeadNews(alerts, self.view()))

    def _make_view(self, table: int, *, with_results: bool) -> TableView:
        devices = replace(
            self._devices,
            camera=self._cameras.get(table, NO_CAMERA),
            banners=self._list_banners(),
            moving=table in self._moving,
        )
        return make_table_view(self._keeper, table, devices, with_results=with_results)

    def explain_lost_photos(self) -> Trouble | None:
        """Return since when photos of throws are not kept, and why, ``None`` if they are kept."""
        return self._keeper.explain_lost_photos()

    def _list_banners(self) -> tuple[Banner, ...]:
        trouble = self._explain_writer() or self.explain_lost_photos()
        return (Banner(trouble.text, trouble.remedy),) if trouble else ()

    def _explain_writer(self) -> Trouble | None:
        """Return why the game cannot be logged, and how many throws wait, ``None`` if it can."""
        if not (found := self._writer.trouble):
            return None
        trouble, waiting = found
        if not waiting:
            return trouble
        waits = say_count("{count} throw waits to be logged.", "{count} throws wait to be logged.", waiting)
        return Trouble(say("{trouble} {waits}", trouble=trouble.text, waits=waits), trouble.remedy)

    def _publish(self, tables: Iterable[int] | None = None) -> None:
        """Note that these tables have changed; ``None``: all of them."""
        playing = self._keeper.tables
        removed = {table for table, _ in list(self._views) if table not in playing}
        changed = (*(playing if tables is None else tables), *removed)
        with self._change:
            self._change_number += 1
            self._change_numbers |= dict.fromkeys((ROOM, *changed), self._change_number)
            self._change.notify_all()
