"""What the pages need from the room that they show, and its rule sheets."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from pi_bunco.game.commands import Amendment, Command
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.round_key import RoundKey
from pi_bunco.rules import Game, Sheet, Written
from pi_bunco.store import KeptAmount
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.devices import CameraView
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.views.money import MoneyView
from pi_bunco.views.retabulation import RetabulationView
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundView
from pi_bunco.views.table import TableView
from pi_bunco.views.television import TvShow


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a sheet, for the page of a new game.

    Attributes
    ----------
    name
        Its key in the header of a game record.
    kind
        How people fill it in: a tick, some faces of a die, a number, or which three alike take the bag.
    label, help
        The question, and a line below it.
    """

    name: str
    kind: Literal["flag", "faces", "number", "traveling"]
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A rule sheet that can be chosen for a new game.

    Attributes
    ----------
    slug, title, line
        Its short name in records, its title, and a line that describes it.
    least, most
        The fewest and the most players at one table.
    teams
        Whether seats 1 and 3 play against 2 and 4. Then ghosts fill empty seats.
    groups
        Whether it is made for groups of three tables.
    sets
        How many sets it has by default.
    first_target
        The target of a set's first round.
    options
        The options that can be chosen.
    house
        The sheet itself if it is the house's own; ``None`` for a printed one.
    fault
        Why it cannot be played; ``""`` if it can.
    """

    slug: str
    title: str
    line: str
    least: int
    most: int
    teams: bool
    sets: int
    groups: bool = False
    first_target: int = 1
    options: tuple[Option, ...] = ()
    house: Sheet | None = None
    fault: str = ""


class SheetShelf(Protocol):
    """The rule sheets that can be played. Any thread may call it."""

    def list_sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played. The first one is the default."""

    def find_rules(self, slug: str) -> Written | None:
        """Return a sheet that can be played, with its clauses; ``None``: there is none of this name."""


class PagePort(SheetShelf, Protocol):
    """The room, as the pages use it. Any thread may call every method.

    Attributes
    ----------
    head
        The address of the Pi that this one follows; ``""``: none.
    """

    head: str

    def plays(self, table: int) -> bool:
        """Return whether dice can be entered here for a table: a Pi that follows has few tables or none."""

    def measure_age(self, table: int = ROOM) -> float:
        """Return for how many seconds a page may be out of date, because the head is not heard; 0: none.

        An age of 0 also belongs to a Pi that follows nobody, and to the page of a ``table`` that this Pi
        plays: there people go on.
        """

    def view(self, table: int = HEAD, *, with_results: bool = False) -> TableView:
        """Return a table as it is now.

        Parameters
        ----------
        table
            Its number.
        with_results
            Whether to include the results while a round is played.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """

    def view_room(self) -> RoomView:
        """Return the state of all tables, and which of them the room waits for."""

    def view_money(self) -> MoneyView:
        """Return the money of the evening: the kitty, the prizes, who has paid, and the ledger."""

    def view_retabulation(self) -> RetabulationView:
        """Return for each team which cards on paper agree with what was counted."""

    def view_seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last if they are not published."""

    def draw_seats(self) -> SeatsView:
        """Draw new seats and return them. Nothing is logged.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If nobody can change seats now.
        """

    def swap_seats(self, names: tuple[str, str]) -> SeatsView:
        """Let two people change chairs in the drawn seats, or in those of now. Nothing is logged.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If nobody can change seats now, or somebody would lose their seat.
        """

    def drop_seats(self) -> SeatsView:
        """Forget the seats that were drawn last, and return the seats."""

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Log the seats that were drawn last, identified by their number.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If other seats were drawn since then, or somebody has come or left.
        pi_bunco.errors.Trouble
            If they could not be logged.
        """

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:
        """Return a round at a table, ``None`` if it was not played there."""

    def list_late_throws(self) -> tuple[LateThrowView, ...]:
        """Return the throws that were tapped too late, and about which the host is asked."""

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        """Return a throw at a table in any round by its number, ``None`` if there is none."""

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        """Return what a correction would change.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If the game would refuse it.
        """

    def choose_countdown(self, seconds: int) -> None:
        """Set after how many seconds the bell rings by itself after each round; 0: never."""

    def show_on_tv(self, show: TvShow) -> None:
        """Show this on the television until the next bell. Nothing is logged."""

    def choose_break(self, minutes: int) -> None:
        """Let the present break end so many minutes from now; 0: as the sheet says, or when the bell rings.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no break.
        """

    def ask(self, command: Command) -> TableView:
        """Do a command, and return the view of its table afterwards.

        For commands about the whole room this is the head table.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If the game refuses it now. Nothing was changed.
        pi_bunco.errors.Trouble
            If it could not be logged, for instance on a full disk. Nothing was changed.
        """

    def get_newest(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        """Return the number of a table's last change, from 0, and the view of the table since then."""

    def get_newest_room(self) -> tuple[int, RoomView]:
        """Return the number of the room's last change, from 0, and the state of the room since then."""

    def get_newest_host(self) -> tuple[int, HostView]:
        """Return the number of the room's last change, from 0, and the host's view of it since then."""

    def wait_for_change(self, known: int, timeout: float) -> int | None:
        """Wait until something changes at any table, and return the number of the newest change.

        Parameters
        ----------
        known
            The number of the last known change; 0 for none.
        timeout
            How many seconds to wait. Then ``None`` is returned.
        """

    def find_photo(self, name: str) -> Path | None:
        """Return the file of a throw's photo, ``None`` if there is none."""

    def find_camera_picture(self, table: int = HEAD) -> bytes | None:
        """Return the latest picture of a table's camera as a JPEG, ``None`` if there is none."""

    def view_camera(self, table: int = HEAD) -> CameraView:
        """Return the state of a table's camera, with its figures and those of the board."""

    def count_kept(self) -> KeptAmount | None:
        """Return how many pictures of throws are kept for learning, ``None`` if none should be kept."""

    def copy_game(self) -> Game:
        """Return a copy of the current game, for printing."""

    def get_sheet(self) -> Written:
        """Return the sheet of the current game, with those of its clauses that are known."""
