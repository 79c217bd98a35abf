"""The room as pages, stations and programs use it: they ask the writer, and look at views.

A view is made when somebody looks, once for all who do, and again only after something in it has changed.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Amendment, ChangeSeats, Command
from pi_bunco.game.corrections import make_preview
from pi_bunco.game.keeper import Happened, Keeper
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import SeatDraft, fits_still
from pi_bunco.game.writer import GameWriter
from pi_bunco.rules import Game
from pi_bunco.rules.night import Consequences
from pi_bunco.sentences import say, say_count
from pi_bunco.views.alerts import alert
from pi_bunco.views.devices import Banner, BellButton, BellIn, CameraStatus, DiceMoving, TimeLeft
from pi_bunco.views.foretold import ForetoldView, name_throws, show_foretold
from pi_bunco.views.host import HostView
from pi_bunco.views.room import RoomView, look_at_room
from pi_bunco.views.rounds import FoundThrow, RoundKey, RoundView, find_throw, look_back
from pi_bunco.views.seats import SeatsView, show_seats
from pi_bunco.views.show import DeviceStatus, look_at
from pi_bunco.views.table import Alert, TableView

Said = Command | CameraStatus | DiceMoving | TimeLeft | BellIn | BellButton
"""What a room is told: commands, and how its devices do."""

NO_CAMERA = CameraStatus("none", say("no camera"), mock=False)
"""How the camera of a table does that has none."""


@dataclass(frozen=True, slots=True)
class HeadNews:
    """What one command brought at the head table: the alerts, and what its page shows now."""

    alerts: tuple[Alert, ...]
    view: TableView


class LiveRoom:
    """A room that is played: its writer, how its devices do, and its views.

    Parameters
    ----------
    keeper
        Keeps the game; only the writer in here writes it from now on. It has a game.
    cameras
        How the camera of each table does at the start; a table that is not there has none.
    hear
        Called by the writer after each command that changed something at the head table; must return at once.
    beat
        Called by the writer before each command, and each second without one.
    doubt
        What the pages say until the first command: that the log may lack games.
    """

    def __init__(
        self,
        keeper: Keeper,
        cameras: Mapping[int, CameraStatus],
        hear: Callable[[HeadNews], None] = lambda _: None,
        beat: Callable[[], None] = lambda: None,
        *,
        doubt: Trouble | None = None,
    ) -> None:
        self._keeper = keeper
        self._hear = hear
        self._devices = DeviceStatus(NO_CAMERA)
        self._noting = threading.Lock()  # several devices may report at once
        self._cameras = dict(cameras)
        self._countdown = 0
        self._moving: frozenset[int] = frozenset()
        self._draft: tuple[int, SeatDraft | None] = (0, None)
        self._making = threading.Lock()  # a view is made once for all who look
        self._change = threading.Condition()
        self._number = 1
        self._numbers: dict[int, int] = {}  # the last change of each table; those that are not there: 1
        self._made: dict[tuple[int, bool], tuple[int, TableView]] = {}
        self._room: tuple[int, RoomView] | None = None
        self._writer = GameWriter(keeper, self._take, self._follow, beat, doubt=doubt)
        self._writer.start()

    def view(self, table: int = HEAD, *, whole: bool = False) -> TableView:
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

    def look(self, table: int, *, whole: bool = False) -> tuple[int, TableView]:
        """Return the number of a page's last change, and what it shows since.

        Parameters and errors are those of :meth:`view`. With the results a page changes with any table.
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

    def game(self) -> Game:
        """Return a copy of the game, which moves no more."""
        return self._keeper.read(lambda book: book.game.copy())

    def room(self) -> RoomView:
        """Return what is shown of the whole room now."""
        return self.look_at_room()[1]

    def look_at_room(self) -> tuple[int, RoomView]:
        """Return the number of the last change at any table, and how the room stands since."""
        made = self._room
        if made and made[0] == self._numbers.get(ROOM, 1):
            return made
        with self._making:
            number = self._numbers.get(ROOM, 1)
            made = self._room
            if made is None or made[0] != number:
                made = self._room = number, look_at_room(self._keeper, self._countdown, self._devices.bell_in)
            return made

    def look_at_host(self) -> tuple[int, HostView]:
        """Return the number of the last change at any table, and what the host sees since."""
        number, room = self.look_at_room()
        head = self.view()
        claims = room.results.claims
        return number, HostView(
            room,
            self.seats(),
            head.can,
            head.doubt,
            head.button,
            sum(not claim.confirmed for claim in claims),
        )

    def draw_seats(self) -> SeatsView:
        """Draw seats anew and show them; they are not logged before somebody publishes them.

        Raises
        ------
        Refused
            If nobody can change seats now.
        """
        draft = self._keeper.draw_seats()
        with self._noting:
            self._draft = (self._draft[0] + 1, draft)
        self._publish(())
        return self.seats()

    def seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last and are not published."""
        number, draft = self._draft
        return self._keeper.read(lambda book: show_seats(book, number, draft))

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Log the seats that were drawn last.

        Raises
        ------
        Refused
            If others were drawn since, or somebody has come or left.
        LogTrouble
            If they could not be logged.
        """
        newest, draft = self._draft
        if draft is None or number != newest:
            raise Refused(
                say("These are not the seats that were drawn last."), say("Look at the seats again.")
            )
        if not self._keeper.read(lambda book: fits_still(book, draft)):
            raise Refused(
                say("Guests have come or left since these seats were drawn."), say("Draw the seats again.")
            )
        self._writer.ask(ChangeSeats(draft.tables, token=token))
        with self._noting:
            self._draft = (newest, None)
        self._publish(())
        return self.seats()

    @property
    def countdown(self) -> int:
        """How many seconds after a round the next bell rings by itself, 0: it does not."""
        return self._countdown

    def choose_countdown(self, seconds: int) -> None:
        """Let the bell ring by itself so many seconds after each round from now on; 0: not any more."""
        self._countdown = seconds
        self._publish()

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

    def ask(self, command: Command) -> TableView:
        """Do a command and return what the page of its table shows after it.

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
        except Refused:  # the table plays no more since
            return self.view()

    def foretell(self, command: Amendment) -> ForetoldView:
        """Return what a correction would change; the game does not wait for that.

        Raises
        ------
        Refused
            If the game would not take it.
        """
        asked = self._keeper.read(lambda book: make_preview(book, command))
        foretold = asked.consequences() if asked else Consequences()
        lost = self._keeper.read(lambda book: name_throws(book, foretold.unused))
        return show_foretold(foretold, lost)

    def look_back(self, table: int, key: RoundKey) -> RoundView | None:
        """Return a round at a table, ``None`` where none was played there."""
        return self._keeper.read(lambda book: look_back(book, table, key))

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        """Return a throw of a table, of any round, by its number; ``None`` where there is none."""
        return self._keeper.read(lambda book: find_throw(book, table, seq))

    def tell(self, said: Said, table: int = HEAD) -> None:
        """Take in a command, or how a table's camera, the button or the time limit do, and go on."""
        match said:
            case CameraStatus():
                self._cameras[table] = said
                self._publish((table,))
            case DiceMoving():
                self._moving = self._moving | {table} if said.moving else self._moving - {table}
                self._publish((table,))
            case BellButton():
                with self._noting:
                    self._devices = replace(self._devices, button=said)
                self._publish()
            case BellIn():
                with self._noting:
                    self._devices = replace(self._devices, bell_in=said.seconds)
                self._publish()
            case TimeLeft():
                with self._noting:
                    self._devices = replace(self._devices, minutes_left=said.minutes)
                self._publish()
            case _:
                self._writer.tell(said)

    def close(self) -> None:
        """Finish what was told, and stop."""
        self._writer.close()

    def _take(self, happened: Happened | None) -> None:
        self._publish(happened.tables if happened else None)

    def _follow(self, happened: Happened) -> None:
        if HEAD in happened.tables:
            news = happened.news.get(HEAD, ())
            self._hear(HeadNews(tuple(map(alert, news)), self.view()))

    def _show(self, table: int, *, whole: bool) -> TableView:
        devices = replace(
            self._devices,
            camera=self._cameras.get(table, NO_CAMERA),
            banners=self._banners(),
            moving=table in self._moving,
        )
        return look_at(self._keeper, table, devices, whole=whole)

    def _banners(self) -> tuple[Banner, ...]:
        if not (wrong := self._writer.trouble):
            return ()
        trouble, waiting = wrong
        if not waiting:
            return (Banner(trouble.text, trouble.remedy),)
        waits = say_count("{count} throw waits to be logged.", "{count} throws wait to be logged.", waiting)
        return (Banner(say("{trouble} {waits}", trouble=trouble.text, waits=waits), trouble.remedy),)

    def _publish(self, tables: Iterable[int] | None = None) -> None:
        """Say that these tables have changed; ``None``: all of them."""
        playing = self._keeper.tables
        left = {table for table, _ in list(self._made) if table not in playing}  # they are no longer there
        changed = (*(playing if tables is None else tables), *left)
        with self._change:
            self._number += 1
            self._numbers |= dict.fromkeys((ROOM, *changed), self._number)
            self._change.notify_all()
