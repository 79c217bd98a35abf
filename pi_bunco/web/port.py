"""What the pages need from the game: the one port between them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from pi_bunco.game.commands import Amendment, Command
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Game, Sheet, Written
from pi_bunco.store import Holding
from pi_bunco.views.camera import CameraView
from pi_bunco.views.foretold import ForetoldView
from pi_bunco.views.host import HostView
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundKey, RoundView
from pi_bunco.views.seats import SeatsView
from pi_bunco.views.table import TableView

OptionKind = Literal["flag", "faces", "number", "traveling"]
"""How an option is filled in: a tick, some faces of a die, a whole number or none, or which three
alike take the bag."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a sheet, as the new-game page asks for it.

    ``name`` is its key in the game record's header, ``label`` the question, ``help`` one line below.
    """

    name: str
    kind: OptionKind
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """One sheet that a game can be played by.

    Attributes
    ----------
    slug, title, line
        Its short name in records, what people call it, and what it is, in one line.
    least, most
        How many players one table of it takes.
    teams
        Whether seats 1 and 3 play 2 and 4; ghosts then fill empty seats.
    groups
        Whether it is made for tables in groups of three.
    sets
        How many sets it plays where nobody says.
    options
        What can be chosen for it.
    house
        The sheet itself where it is the house's own, ``None`` for a printed one.
    fault
        Why it cannot be played, ``""`` where it can.
    """

    slug: str
    title: str
    line: str
    least: int
    most: int
    teams: bool
    sets: int
    groups: bool = False
    options: tuple[Option, ...] = ()
    house: Sheet | None = None
    fault: str = ""


class PagePort(Protocol):
    """Where the pages ask: the room's side of the counter. Every method may be called by any thread."""

    def view(self, table: int = HEAD, *, whole: bool = False) -> TableView:
        """Return a table as it is now.

        Parameters
        ----------
        table
            Its number.
        whole
            Whether the results are wanted, though a round is played.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """

    def room(self) -> RoomView:
        """Return how all tables stand now, and for whom the room waits."""

    def seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last and are not published."""

    def draw_seats(self) -> SeatsView:
        """Draw seats anew and return them; nothing is logged.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If nobody can change seats now.
        """

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Log the seats that were drawn last, by their number.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If others were drawn since, or somebody has come or left.
        pi_bunco.errors.Trouble
            If they could not be logged.
        """

    def look_back(self, table: int, key: RoundKey) -> RoundView | None:
        """Return a round at a table, ``None`` where none was played there."""

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        """Return a throw of a table, of any round, by its number; ``None`` where there is none."""

    def foretell(self, command: Amendment) -> ForetoldView:
        """Return what a correction would change.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If the game would not take it.
        """

    def choose_countdown(self, seconds: int) -> None:
        """Let the bell ring by itself so many seconds after each round; 0: not any more."""

    def ask(self, command: Command) -> TableView:
        """Do it, and return its table as it is afterwards; the head table where it has none.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If the game cannot take it now; nothing was changed.
        pi_bunco.errors.Trouble
            If it could not be logged, such as on a full disk; nothing was changed.
        """

    def look(self, table: int, *, whole: bool = False) -> tuple[int, TableView]:
        """Return the number of a page's last change, from 0, and what it shows since.

        Parameters and errors are those of :meth:`view`.
        """

    def look_at_room(self) -> tuple[int, RoomView]:
        """Return the number of the room's last change, from 0, and how it stands since."""

    def look_at_host(self) -> tuple[int, HostView]:
        """Return the number of the room's last change, from 0, and what its host sees since."""

    def changed(self, seen: int, timeout: float) -> int | None:
        """Wait until something changed at any table, and return the newest change's number.

        Parameters
        ----------
        seen
            The number of the last change that is known, 0 for none.
        timeout
            Seconds; ``None`` is returned when they pass without a change.
        """

    def photo(self, name: str) -> Path | None:
        """Return the file of a throw's photo, ``None`` if there is no such photo."""

    def camera_picture(self, table: int = HEAD) -> bytes | None:
        """Return the latest picture of a table's camera as a JPEG, ``None`` if there is none."""

    def sight(self, table: int = HEAD) -> CameraView:
        """Return how a table's camera does now, with its figures and the board's."""

    def kept(self) -> Holding | None:
        """Return how many throws are kept to learn from, ``None`` where none are to be."""

    def sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played, the first one as what is meant without a choice."""

    def game(self) -> Game:
        """Return a copy of the game in hand, to print."""

    def sheet(self) -> Written:
        """Return the sheet of the game in hand, with its clauses as far as they are known."""
