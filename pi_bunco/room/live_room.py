"""The gateway to a room while it is played: commands go to its writer, and views come back."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import NamedTuple

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.commands import Command
from pi_bunco.game.item_key import Newest
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.lines import HEAD, ROOM, Line
from pi_bunco.game.refused import Refused
from pi_bunco.game.writer import GameWriter
from pi_bunco.room.pace import HostPace
from pi_bunco.room.presence import DeviceMessage
from pi_bunco.room.seat_drafts import SeatDrafts
from pi_bunco.room.shown_room import RoomMessage, ShownRoom, TableFollower, list_alerts
from pi_bunco.room.tv_choice import TvChoice
from pi_bunco.sentences import say, say_count
from pi_bunco.views.devices import Banner, CameraStatus
from pi_bunco.views.host import SeatsView
from pi_bunco.views.table import TableView
from pi_bunco.views.television import TvShow


class Unsettled(NamedTuple):
    """Other Pis that may still have throws of the round that is over.

    Attributes
    ----------
    tables, pis
        Their tables and their names.
    end
        The number of the event that ended the round.
    game
        The number of the game.
    """

    tables: tuple[int, ...]
    pis: tuple[str, ...]
    end: int
    game: int


class LiveRoom(ShownRoom):
    """A room while it is played.

    Parameters
    ----------
    keeper
        Keeps the game, which must have begun. From now on only this room's writer may write it.
    cameras
        The state of each table's camera at the start. A table that is missing here has no camera.
    follower
        Follows the head table. The writer calls it after each command that changed something there.
    beat
        Called by the writer before each command, and every second without one.
    warning
        The trouble that pages show until somebody taps, because the log may lack games.
    pace
        What the host has chosen for the bell and the breaks.
    """

    def __init__(  # noqa: PLR0913 - a room has these parts
        self,
        keeper: Keeper,
        cameras: Mapping[int, CameraStatus],
        follower: TableFollower | None = None,
        beat: Callable[[], None] = lambda: None,
        *,
        warning: Trouble | None = None,
        pace: HostPace | None = None,
    ) -> None:
        super().__init__(keeper, cameras)
        self._pace = pace or HostPace()
        self.countdown = self._pace.countdown
        self._follower = follower
        self._kept_photos = keeper.keeps_photos  # as the pages show it
        self._silent = frozenset[int]()  # the tables whose own Pi is not heard
        if keeper.is_over:  # the program was started again, and nobody knows which awards were handed over
            self._tv = keeper.read(lambda book: TvChoice.make(book, TvShow("all")))
        self._writer = GameWriter(keeper, self._publish_effect, self._report_news, beat, warning=warning)
        self._drafts = SeatDrafts(keeper, self._writer.ask)
        self._writer.start()

    def draw_seats(self) -> SeatsView:
        """Draw new seats and return them, see :meth:`SeatDrafts.draw`."""
        self._drafts.draw()
        self._publish(())
        return self.view_seats()

    def swap_seats(self, names: tuple[str, str]) -> SeatsView:
        """Let two people change chairs in the draft, and return the seats, see :meth:`SeatDrafts.swap`."""
        self._drafts.swap(names)
        self._publish(())
        return self.view_seats()

    def drop_seats(self) -> SeatsView:
        """Forget the draft of the seats, and return the seats."""
        self._drafts.drop()
        self._publish(())
        return self.view_seats()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Log the seats that were drawn last and return them, see :meth:`SeatDrafts.publish`."""
        self._drafts.publish(number, token)
        self._publish(())
        return self.view_seats()

    def choose_countdown(self, seconds: int) -> None:
        """Ring the bell this many seconds after each round from now on; 0: somebody has to ring it."""
        self._pace.choose_countdown(seconds)
        self.countdown = seconds
        self._publish()

    def show_on_tv(self, show: TvShow) -> None:
        """Show this on the television until the next bell."""
        self._tv = self._keeper.read(lambda book: TvChoice.make(book, show))
        self._publish(())

    def choose_break(self, minutes: int) -> None:
        """Let the present break end so many minutes from now; 0: as the sheet says, or when the bell rings.

        Raises
        ------
        Refused
            If there is no break.
        """
        if not self.view().rest:
            raise Refused(say("There is no break now."), say("Choose its length when it has begun."))
        self._pace.choose_break(minutes, *self._keeper.read(_find_last_bell))
        self._publish()

    def find_break_end(self) -> float | None:
        """Return when the present break ends, on the steady clock; ``None``: the host has not chosen that."""
        return self._pace.find_break_end(*self._keeper.read(_find_last_bell)) if self.view().rest else None

    def ask(self, command: Command) -> TableView:
        """Do a command, and return what the page of its table shows afterwards.

        Raises
        ------
        Refused
            If the game cannot take it.
        LogTrouble
            If it could not be logged.
        Unanswered
            If it took too long, see :meth:`~pi_bunco.game.writer.GameWriter.ask`.
        """
        self._writer.ask(command)
        try:
            return self.view(getattr(command, "table", HEAD))
        except Refused:  # the command ended this table
            return self.view()

    def begin(self, command: Command) -> Future[None]:
        """Send a command, and return at once a future that ends when it is in the log, or has failed."""
        return self._writer.send(command)

    def send(self, message: RoomMessage, table: int = HEAD) -> None:
        """Send a command, or the state of a camera, the button or a clock, without waiting for its effect."""
        if isinstance(message, DeviceMessage):
            self._publish(self._presence.take(message, table))
        else:
            self._writer.send(message)

    def list_far_tables(self) -> Mapping[str, tuple[int, ...]]:
        """Return the tables of other Pis, as the game's log has them."""
        return self._keeper.read(lambda book: dict(book.far.tables))

    def list_items(self) -> Newest:
        """Return the number of the newest item of each outbox in the log of all games."""
        return self._keeper.list_items()

    def list_lines(self) -> list[Line]:
        """Return the lines of the game."""
        return self._keeper.read(lambda book: [*book.lines])

    def find_photo_pi(self, name: str) -> str | None:
        """Return the Pi that has a photo of this game, ``None`` if it came from no other Pi."""

        def find(book: Book) -> str | None:
            line = next((line for line in reversed(book.lines) if line.item and line.image == name), None)
            if line is None or line.item is None:
                return None
            return line.item.pi or book.far.find_pi(line.table or ROOM)

        return self._keeper.read(find)

    def show_silent_pis(self, tables: frozenset[int]) -> None:
        """Say on the pages of these tables that their own Pi is not heard, and on those of no others."""
        changed, self._silent = tables ^ self._silent, tables
        if changed:
            self._publish(changed)

    def list_unsettled(self) -> Unsettled:
        """Return which other Pis may still have throws of the round that is over."""
        return self._keeper.read(lambda book: Unsettled(*book.unsettled, book.last_end, book.number))

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
        if self._follower and HEAD in effect.tables:
            self._follower.hear(list_alerts(effect, HEAD))
            self._follower.look(self.view())

    def explain_lost_photos(self) -> Trouble | None:
        """Return since when photos of throws are not kept, and why, ``None`` if they are kept."""
        return self._keeper.explain_lost_photos()

    def list_banners(self) -> tuple[Banner, ...]:
        """Return what people can put right, above everything else on each page."""
        trouble = self._explain_writer() or self.explain_lost_photos()
        return (Banner(trouble.text, trouble.remedy),) if trouble else ()

    def list_banners_at(self, table: int) -> tuple[Banner, ...]:
        """Return the banners on the page of one table: a camera on a Pi that is not heard says so itself."""
        camera = self.devices.cameras.get(table)
        if table not in self._silent or (camera and camera.status == "trouble"):
            return self.list_banners()
        silent = Banner(
            say("The Pi of table {table} is not heard.", table=table),
            say("Check its power and network. Until it is back, tap the dice in on this page."),
        )
        return (silent, *self.list_banners())

    def _explain_writer(self) -> Trouble | None:
        """Return why the game cannot be logged, and how many throws wait, ``None`` if it can."""
        if not (found := self._writer.trouble):
            return None
        trouble, waiting = found
        if not waiting:
            return trouble
        waits = say_count("{count} throw waits to be logged.", "{count} throws wait to be logged.", waiting)
        return Trouble(say("{trouble} {waits}", trouble=trouble.text, waits=waits), trouble.remedy)


def _find_last_bell(book: Book) -> tuple[int, int]:
    return book.number, book.last_bell
