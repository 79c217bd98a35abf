"""What the pages need from the rest of the program: the room that they show, and the doctor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from pi_bunco.access.door import Door
from pi_bunco.certificates.span import Span
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.commands import Amendment, Command, NewGame
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.round_key import RoundKey
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinRequest
from pi_bunco.link.standing import PiStanding
from pi_bunco.messages.up import StatusName
from pi_bunco.rules import Game, Sheet, Written
from pi_bunco.sentences import Sentence
from pi_bunco.store import KeptAmount
from pi_bunco.store.photos import StoredPhoto
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.devices import BellButton, CameraView
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.views.people import GuestPlan, StoredEvening, StoredView
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundView
from pi_bunco.views.table import TableView
from pi_bunco.web.welcome_state import WelcomeState


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

    def view_seats(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last if they are not published."""

    def draw_seats(self) -> SeatsView:
        """Draw new seats and return them. Nothing is logged.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If nobody can change seats now.
        """

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


@dataclass(frozen=True, slots=True)
class PiLine:
    """A far Pi of the room, as the host's page shows it.

    Attributes
    ----------
    name
        Its name in the room.
    says
        Its state in words: how far it has come, and its version.
    there
        Whether it is there.
    tables
        The tables at which it takes the throws.
    is_awaited
        Whether the room waits for it: it may still have throws of the round that is over.
    """

    name: str
    says: str
    there: bool
    tables: tuple[int, ...] = ()
    is_awaited: bool = False


@dataclass(frozen=True, slots=True)
class OtherCopy:
    """The copy of the log that another Pi has.

    Attributes
    ----------
    name
        The name of the Pi.
    says
        How it compares with that of this Pi, in words.
    is_better
        Whether it has more, so that the other Pi should become the head.
    """

    name: str
    says: str
    is_better: bool


class SparePi(Protocol):
    """A Pi that follows another one and may become the head: this one. Any thread may call it.

    Attributes
    ----------
    silence
        For how many seconds the head was not heard; 0: it is heard.
    """

    silence: float

    def get_standing(self) -> PiStanding:
        """Return what this Pi is in its room."""

    def list_copies(self) -> Sequence[OtherCopy]:
        """Return what the other Pis say of their copies. This may take some seconds."""

    def take_over(self) -> None:
        """Become the head; raise :class:`pi_bunco.errors.Trouble` if that is not possible."""


class OtherPis(Protocol):
    """The other Pis of the room, which follow this one. Any thread may call it.

    Each method raises :class:`pi_bunco.link.joining.JoinTrouble` if the request does not fit, and
    :class:`pi_bunco.errors.Trouble` if there is no broker or the disk does not take it.

    Attributes
    ----------
    trouble
        Why no Pi can follow now, ``None`` if they can.
    """

    trouble: Trouble | None

    def get_standing(self) -> PiStanding | None:
        """Return what this Pi is in its room, ``None`` if it has none."""

    def ask(self, address: str, ask: JoinAsk) -> JoinOffer:
        """Note that a Pi asks from an address to join."""

    def reveal(self, reveal: JoinReveal) -> None:
        """Take a Pi's nonce. From now on the host sees its request."""

    def get_answer(self, wait: JoinWait) -> JoinAnswer:
        """Return the host's answer to a Pi."""

    def list_waiting(self) -> Sequence[JoinRequest]:
        """Return the requests that wait for the host."""

    def list_pis(self) -> Sequence[PiLine]:
        """Return the Pis that were let in."""

    def let_in(self, number: int) -> None:
        """Let a Pi in, by the number of its request."""

    def refuse(self, number: int) -> None:
        """Refuse a Pi."""

    def put_out(self, name: str) -> None:
        """Put a Pi out of the room."""

    def assign(self, name: str, tables: Sequence[int]) -> None:
        """Let a Pi take the throws at these tables from now on; no other Pi takes them any more."""

    def go_on(self, name: str) -> None:
        """Go on without knowing whether a Pi has more throws of the round that is over."""


@dataclass(frozen=True, slots=True)
class OfferedCamera:
    """A camera that a table may have.

    Attributes
    ----------
    id
        Its name in requests.
    title
        What people call it.
    place
        Where it is: its port or its address, without a password.
    table
        The table that has it; ``None``: none.
    status, says, remedy
        Its state, as in :class:`~pi_bunco.views.devices.CameraStatus`.
    added
        Whether somebody has added it by its address, so that it can be removed.
    connected
        Whether it is plugged in, as far as this is known.
    """

    id: str
    title: Sentence
    place: str
    table: int | None
    status: StatusName
    says: str = ""
    remedy: str = ""
    added: bool = False
    connected: bool = True


class CameraDesk(Protocol):
    """Knows which cameras there are, and gives them to the tables. Any thread may call it.

    Each method raises :class:`pi_bunco.errors.Trouble` if it cannot be done, such as on a full disk.
    """

    def list_tables(self) -> Sequence[int]:
        """Return the tables that may have a camera of this Pi, in order."""

    def list_cameras(self) -> Sequence[OfferedCamera]:
        """Return the cameras: those of tables first. The first call takes seconds."""

    def give(self, table: int, camera: str) -> None:
        """Let a table have a camera, by its id; ``""``: none. A table that has it now loses it.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table or camera now.
        """

    def give_all(self) -> None:
        """Let each table without a camera have one that no table has, in order."""

    def add(self, address: str) -> None:
        """Add a network camera or a phone by its address.

        Raises
        ------
        pi_bunco.devices.ports.CameraTrouble
            If it is no address of a camera.
        """

    def add_phone(self, host: str) -> str:
        """Add the phone at an address in the network that sends pictures, and return its stream's address.

        Raises
        ------
        pi_bunco.devices.ports.CameraTrouble
            If it sends none.
        """

    def remove(self, camera: str) -> None:
        """Remove a camera that was added, by its id. A table that has it loses it."""

    def drop_missing(self) -> None:
        """Let tables whose cameras are not connected have none."""

    def fetch_picture(self, camera: str) -> bytes | None:
        """Return the newest picture of a camera as a JPEG, ``None`` if there is none yet.

        The camera is opened for it.
        """


class PeopleDesk(Protocol):
    """Knows what is stored about people, and deletes it for good. Any thread may call it.

    Each method raises :class:`pi_bunco.errors.Trouble` if the log cannot be read, and
    :class:`pi_bunco.game.refused.Refused` if something cannot be deleted now.
    """

    def view(self) -> StoredView:
        """Return all that is stored."""

    def plan_guest(self, name: str) -> GuestPlan:
        """Return what would happen if a guest were deleted."""

    def plan_game(self, game: int) -> StoredEvening:
        """Return an evening that can be deleted, by the number of its game."""

    def forget_guest(self, name: str) -> None:
        """Delete a guest: the program starts again for it."""

    def forget_game(self, game: int) -> None:
        """Delete an evening: the program starts again for it."""

    def try_again(self) -> None:
        """Go on with a deletion that is not complete: the program starts again."""

    def give_up(self) -> None:
        """Forget a deletion that was not possible."""

    def list_photos(self, game: int) -> Sequence[StoredPhoto]:
        """Return the photos of an evening, oldest first."""

    def forget_photos(self, names: Sequence[str]) -> None:
        """Delete the photos with these names at once (:class:`OSError`: the disk does not take that)."""

    def forget_old_photos(self) -> int:
        """Delete all photos at once but those of the game that is being played, and return how many."""

    def forget_kept(self) -> None:
        """Delete all pictures that are kept for learning, at once."""

    def choose_days(self, days: int) -> None:
        """Let photos stay so many days from now on; 0: only those of this evening."""


class HeadChoice(Protocol):
    """The host's choice whether this Pi follows another one. Both methods start the program again."""

    @property
    def leads(self) -> bool:
        """Whether this Pi has followed another one and has become the head after it."""

    def follow(self, address: str) -> None:
        """Follow the Pi with this address; raise :class:`pi_bunco.errors.Trouble` if it is no address."""

    def leave(self) -> None:
        """Follow nobody."""


@dataclass(frozen=True, slots=True)
class WifiView:
    """The Pi's own Wi-Fi, as its page shows it.

    Attributes
    ----------
    state
        What the Wi-Fi does now.
    is_changing
        Whether it is being switched.
    failure
        Why the last switch failed, ``None`` if it did not.
    address
        The address of the pages in the own Wi-Fi, without a path: ``http://10.42.0.1:8080``.
    """

    state: WifiState
    is_changing: bool
    failure: Trouble | None
    address: str


class OwnWifi(Protocol):
    """The Pi's own Wi-Fi. Any thread may call it.

    Both switches return at once and switch some seconds later. They raise
    :class:`pi_bunco.game.refused.Refused` if it is being switched already.
    """

    def view(self) -> WifiView:
        """Return what the page shows."""

    def is_on(self) -> bool:
        """Return whether it is on, as it was some seconds ago."""

    def switch_on(self, access: WifiAccess) -> None:
        """Switch it on, or go back to where the machine was if it does not come up."""

    def switch_off(self) -> None:
        """Go back to the house's Wi-Fi."""


@dataclass(frozen=True, slots=True)
class SecureView:
    """The pages over HTTPS, as their page and the doctor show them.

    Attributes
    ----------
    is_on
        Whether the host has switched them on.
    port
        Their port, ``None`` if it is not open.
    plain_port
        The port of the plain pages.
    trouble
        Why they do not work, ``None`` if they do or are off.
    called
        The name that devices show for the certificate that they install; ``""``: there is none yet.
    fingerprint
        The SHA-256 of that certificate, as devices show it.
    hosts
        The names and addresses for which the certificate of the pages is valid.
    uncovered
        Addresses of this machine for which it cannot be valid, because they are not those of a local network.
    valid
        When it is valid; ``None``: there is none.
    is_time_known
        Whether somebody has said the time: the network, or a browser of the host.
    """

    is_on: bool = False
    port: int | None = None
    plain_port: int = 0
    trouble: Trouble | None = None
    called: str = ""
    fingerprint: str = ""
    hosts: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    valid: Span | None = None
    is_time_known: bool = False


class SecurePages(Protocol):
    """The pages over HTTPS. Any thread may call it.

    What the host asks for raises :class:`pi_bunco.errors.Trouble` if the disk does not take it.
    """

    def view(self) -> SecureView:
        """Return what the page shows."""

    def switch_on(self, milliseconds: int | None) -> None:
        """Switch them on; ``milliseconds``: the time by the host's browser since 1970, if it is known."""

    def switch_off(self) -> None:
        """Switch them off."""

    def begin_again(self) -> None:
        """Make another certificate for devices to install. The old one is worth nothing then."""

    def note_time(self, milliseconds: int) -> None:
        """Note the time by the host's browser."""

    def make_profile(self) -> bytes | None:
        """Return the profile for Apple's devices, ``None`` if they were never on since the start."""

    def get_root(self) -> bytes | None:
        """Return the certificate to install, as DER, ``None`` if they were never on since the start."""


class Doctor(Protocol):
    """Examines the table. Any thread may call it."""

    def examine(self, names: tuple[str, ...]) -> Sequence[Finding]:
        """Run the checks with these names, or all checks if there are none. This takes some seconds.

        Raises
        ------
        pi_bunco.errors.Trouble
            If there is no such check.
        """

    def back_up(self) -> Path:
        """Back up all games now, unless the newest backup has them all. Return the newest backup.

        Raises
        ------
        pi_bunco.errors.Trouble
            If no backup can be made.
        """

    def can_restart(self) -> bool:
        """Return whether the program starts again by itself after it ends."""

    def restart(self) -> None:
        """End the program soon, so that it starts again. This returns at once."""


class WelcomeDesk(Protocol):
    """Keeps the answers of the welcome, and begins the first game. Any thread may call it.

    Attributes
    ----------
    damage
        Why the answers of before are lost; ``None``: nothing is wrong.
    has_camera
        Whether a table has a camera that can be calibrated.
    uses_roles
        Whether the settings let devices have roles.
    bell
        The bell's button, with what is wrong with it; ``None``: there is none.
    was_pressed
        Whether somebody has pressed the bell's button.
    next_path
        Where the host's device goes after the beginning; ``""``: no game has begun yet.
    """

    damage: Trouble | None
    uses_roles: bool
    bell: BellButton | None
    was_pressed: bool
    next_path: str

    @property
    def has_camera(self) -> bool: ...  # noqa: D102 - above

    def view(self) -> WelcomeState:
        """Return the answers so far."""

    def change(self, change: Callable[[WelcomeState], WelcomeState]) -> WelcomeState:
        """Change the answers, one change after another, and return them when they are on the disk.

        Raises
        ------
        Trouble
            What ``change`` raises, or if the disk does not take it. Then nothing has changed.
        """

    def list_earlier_guests(self) -> Sequence[str]:
        """Return the guests of earlier evenings, those of the last one first."""

    def ring(self) -> None:
        """Let the bell sound."""

    def make_door(self, tables: int) -> Door:
        """Return the door of a game with so many tables."""

    def begin(self, command: NewGame, next_path: str, *, shuffle: bool) -> None:
        """Begin the game: when this returns, it is in the log.

        Parameters
        ----------
        command
            The game.
        next_path
            Where the host's device goes after it.
        shuffle
            Whether chance decides who sits where, at the tables of the command.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If it cannot be played.
        Trouble
            If the log does not take it. In both cases nothing has changed.
        """
