"""A room whose game another Pi writes: its pages show a copy, and what is entered goes to the head."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    Amendment,
    Command,
    DiceSettled,
    EndRoundNow,
    EnterDice,
    RedoStep,
    RingBell,
    TableCommand,
    UndoStep,
    WithdrawItem,
)
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.corrections import find_number
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import CommandEffect
from pi_bunco.game.lines import HEAD, ROOM, FarAnswer
from pi_bunco.game.moment import get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.same_throw import SameThrow, check_not_entered
from pi_bunco.readings import Status
from pi_bunco.room.presence import DeviceMessage, Presence, PresenceState
from pi_bunco.room.seat_drafts import SeatDrafts
from pi_bunco.room.shown_room import RoomMessage, ShownRoom, TableFollower, list_alerts
from pi_bunco.room.tv_choice import TvChoice
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import say
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.devices import Banner, CameraStatus, KeptSlip
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.table import PossibleActions, TableView
from pi_bunco.views.television import TvShow

ANSWER_SECONDS = 3.0
"""How long a tap waits for the head. Later its slip waits on the page."""
_SLIP_SECONDS = 1.0
"""How old an entry is before its slip shows that it waits: in most cases the head is faster."""
_SAME_SECONDS = 20.0
"""How old a slip is before another device at its table certainly means another throw."""
_DIFFERS = Banner(
    say("This Pi counts different results from the head."),
    say("Trust the head’s pages, and install the same version of pi-bunco here."),
)
_NOTHING = PossibleActions(ring=False, end_round=False, enter=False, call=False, undo=None, redo=None)
_NOW_ONLY = (RingBell, EndRoundNow, UndoStep, RedoStep)
"""Commands that mean the present moment, so that they are not kept for later."""


@dataclass(frozen=True, slots=True)
class WaitingCommand:
    """A command that is not in the game yet: the name of its item, and its age in seconds."""

    slip: str
    command: Command
    age: float


class Post(Protocol):
    """Takes what is entered here to the head, however long that takes. Any thread may call it.

    Attributes
    ----------
    name
        The name of this Pi in the room.
    """

    name: str

    def send(self, command: Command) -> ItemKey:
        """Write a command to the disk and send it; raise :class:`Trouble` if the disk does not take it."""

    def wait(self, item: ItemKey, seconds: float) -> bool:
        """Wait until the head's answer is in the copy, and return whether it is."""

    def list_waiting(self) -> Sequence[WaitingCommand]:
        """Return what is not in the copy yet, oldest first."""


class FollowedRoom(ShownRoom):
    """A room that follows the head. One thread calls :meth:`show_lines` and the other methods that change it.

    Parameters
    ----------
    keeper
        Keeps the copy, in which a game must have begun.
    head
        The head's address, for people.
    post
        Takes what is entered here to the head.
    follower
        Follows each table that this Pi plays.

    Attributes
    ----------
    lone
        What only the copy had that was set aside, until somebody taps something here.
    """

    def __init__(
        self, keeper: CopyKeeper, head: str, post: Post, follower: TableFollower | None = None
    ) -> None:
        super().__init__(keeper, {})
        self._tv = TvChoice(TvShow("all"))  # the head does not send what its host shows
        self._copy = keeper
        self.head = head
        self._post, self._follower = post, follower
        self._own = Presence({})  # the devices of this Pi
        self._head_devices = self._presence.state
        self._entering = threading.Lock()  # two devices may enter the same throw
        self._age = 0.0
        self._trouble: Trouble | None = None
        self._banners: tuple[Banner, ...] = ()
        self._lost: Banner | None = None  # dice that this Pi could not keep
        self.lone: Banner | None = None
        self._shown: tuple[object, ...] = (None, None)  # what of this the pages show
        self._drafts = SeatDrafts(keeper, self._refuse)

    def show_lines(self, effect: CommandEffect) -> None:
        """Sound what new lines have changed at this Pi's tables, and show it.

        The sound comes first: the bells of all Pis should sound together, and pages take longer to make.
        """
        own = [table for table in sorted(effect.tables) if table in self._keeper.tables and self.plays(table)]
        follower = self._follower
        if follower:
            for table in own:
                follower.hear(list_alerts(effect, table))
        self._publish(effect.tables)
        if follower:
            for table in own:
                follower.look(self.view(table))

    def show_devices(self, state: PresenceState, banners: tuple[Banner, ...], countdown: int) -> None:
        """Show the devices of the head, what is wrong there, and its countdown."""
        self._head_devices = state
        self._banners, self.countdown = banners, countdown
        self._merge_devices()
        self._publish()

    def show_link(self, age: float, trouble: Trouble | None) -> None:
        """Show for how many seconds the head was not heard, why its lines are not taken, and what waits."""
        self._age = age
        minutes = int(age / 60) if age else None
        shown = (trouble, minutes, *(waiting.slip for waiting in self._list_shown()))
        if shown != self._shown:
            self._trouble, self._shown = trouble, shown
            self._publish()

    def measure_age(self, table: int = ROOM) -> float:
        """Return for how many seconds the head was not heard; 0: it is, or this Pi plays the table."""
        return 0.0 if self.plays(table) else self._age

    def get_newest_host(self) -> tuple[int, HostView]:
        """Return the number of the last change at any table, and what the host's page shows since then."""
        number, view = super().get_newest_host()
        return number, replace(view, follows=self.head, own_tables=self.list_own_tables())

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        """Return what a correction would change; raise :class:`Refused` if it is for the head's pages."""
        self._keeper.read(lambda book: self._check_round(book, command))
        return super().preview_correction(command)

    def plays(self, table: int) -> bool:
        """Return whether dice can be entered here for a table: the head says which tables this Pi has."""
        return table in self.list_own_tables()

    def list_kept(self, table: int) -> tuple[KeptSlip, ...]:
        """Return what was entered at a table and is not in the game yet."""
        return tuple(
            make_slip(waiting)
            for waiting in self._list_shown()
            if isinstance(waiting.command, TableCommand) and waiting.command.table == table
        )

    def ask(self, command: Command) -> TableView:
        """Send a command to the head, and return what the page of its table shows afterwards.

        If the head is not heard, the command waits, and its slip shows that.

        Raises
        ------
        Refused
            If this Pi does not play that table, or the head refuses it.
        Trouble
            If the disk does not take it.
        """
        table = self._find_table(command)
        with self._entering:
            self._check(command, table)
            if command.seen is None and not isinstance(command, RingBell):  # it means now, and may come later
                now = self._keeper.read(lambda book: get_table_moment(book, table))
                command = replace(command, seen=now.seen)
            item = self._post.send(command)
        self.lone = None
        if not self._age and self._post.wait(item, ANSWER_SECONDS):
            self._keeper.read(lambda book: _check_answer(book, item))
        self._publish((table,))
        return self.view(table)

    def send(self, message: RoomMessage, table: int = HEAD) -> None:
        """Send what a camera saw to the head, or show the state of a device of this Pi."""
        if isinstance(message, DeviceMessage):
            self._own.take(message, table)
            self._merge_devices()
            self._publish()
            return
        if isinstance(message, DiceSettled):
            message = replace(message, after=self._find_newest(message.table))
        lost: Banner | None = None
        try:
            self._post.send(message)
        except Trouble as trouble:  # the camera goes on, and people can still tap on a page of the head
            lost = Banner(say("The dice of table {table} were not kept.", table=table), str(trouble))
        if lost != self._lost:
            self._lost = lost
            self._publish()

    def _find_newest(self, table: int) -> int | None:
        """Return the newest throw of a table, ``None`` if there is no such table now."""
        try:
            return self._keeper.read(lambda book: get_table_moment(book, table)).newest
        except Refused:
            return None

    def list_cameras(self) -> Mapping[int, CameraStatus]:
        """Return the state of the camera of each table of this Pi."""
        return self._own.state.cameras

    def list_own_tables(self) -> tuple[int, ...]:
        """Return the tables that this Pi plays, as the head says."""
        return self._keeper.read(lambda book: book.far.tables.get(self._post.name, ()))

    def draw_seats(self) -> SeatsView:
        """Refuse to draw seats (:class:`Refused`)."""
        raise self._refuse()

    def swap_seats(self, names: tuple[str, str]) -> SeatsView:
        """Refuse to swap seats (:class:`Refused`)."""
        raise self._refuse(names)

    def drop_seats(self) -> SeatsView:
        """Refuse to forget drawn seats (:class:`Refused`)."""
        raise self._refuse()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Refuse to publish seats (:class:`Refused`)."""
        raise self._refuse(number, token)

    def choose_break(self, minutes: int) -> None:
        """Refuse another length of the break (:class:`Refused`)."""
        raise self._refuse(minutes)

    def choose_countdown(self, seconds: int) -> None:
        """Refuse another countdown (:class:`Refused`)."""
        raise self._refuse(seconds)

    def show_on_tv(self, show: TvShow) -> None:
        """Refuse to change what the television shows (:class:`Refused`)."""
        raise self._refuse(show)

    def list_banners(self) -> tuple[Banner, ...]:
        """Return what people can put right, above everything else on each page."""
        own = (Banner(self._trouble.text, self._trouble.remedy),) if self._trouble else ()
        differs = (_DIFFERS,) if self._copy.differs else ()
        lost = tuple(each for each in (self._lost, self.lone) if each)
        return (*own, *lost, *differs, *self._banners)

    def _make_view(self, table: int, *, with_results: bool) -> TableView:
        view = super()._make_view(table, with_results=with_results)
        if not self._age or not self.plays(table):
            return view
        can = replace(_NOTHING, enter=view.can.enter)
        return replace(view, alone=int(self._age / 60), can=can)

    def _merge_devices(self) -> None:
        """Show the devices of the head, but those of this Pi at its own tables, and its own button."""
        head, own = self._head_devices, self._own.state
        button = own.shared.button if own.shared.button.stage != "up" else head.shared.button
        self._presence.adopt(
            PresenceState(
                replace(head.shared, button=button),
                {**head.cameras, **own.cameras},
                (head.moving - own.cameras.keys()) | own.moving,
            )
        )

    def _find_table(self, command: Command) -> int:
        table = HEAD if isinstance(command, RingBell | EndRoundNow) else getattr(command, "table", None)
        if table is None or not self.plays(table):
            raise self._refuse()
        return table

    def _check(self, command: Command, table: int) -> None:
        """Refuse what the head would refuse, or what must not come later."""
        if isinstance(command, _NOW_ONLY) and (self._age or self.list_kept(table)):
            raise Refused(
                say("The Pi that plays the game is not heard."),
                say("Enter dice here: they count when it is heard again. Everything else waits until then."),
            )
        if isinstance(command, Amendment):
            self._keeper.read(lambda book: self._check_round(book, command))
        if isinstance(command, EnterDice) and not command.another:
            self._keeper.read(lambda book: check_not_entered(book, command))
            self._check_not_kept(command)

    def _check_round(self, book: Book, command: Amendment) -> None:
        if find_number(command) < book.last_bell:
            raise Refused(
                say("That throw is from an earlier round."),
                say("Put it right on a page of {head}.", head=self.head),
            )

    def _check_not_kept(self, command: EnterDice) -> None:
        """Raise :class:`SameThrow` if another device has just entered a throw that waits.

        While the head is not heard, all throws follow the same one. So the age of the slip says whether
        people at the other device have seen it.
        """
        if command.after is None:  # then it means now, as in the game itself
            return
        page = command.token.partition(".")[0]
        for waiting in self._list_waiting():
            other = waiting.command
            if (
                isinstance(other, EnterDice)
                and (other.table, other.after) == (command.table, command.after)
                and other.token.partition(".")[0] != page
                and waiting.age < _SAME_SECONDS
            ):
                raise SameThrow(other.dice, command.after)

    def _list_shown(self) -> list[WaitingCommand]:
        """Return what waits for longer than usual, without what people have taken back."""
        return [each for each in self._list_waiting() if self._age or each.age >= _SLIP_SECONDS]

    def _list_waiting(self) -> list[WaitingCommand]:
        """Return what waits, without what people have taken back."""
        return drop_withdrawn(self._post.list_waiting())

    def _refuse(self, *_: object) -> Refused:
        return Refused(
            say("This page only shows the game of {head}.", head=self.head),
            say("Use a page of {head}.", head=self.head),
        )


def _check_answer(book: Book, item: ItemKey) -> None:
    """Raise :class:`Refused` if the head has refused an item."""
    event = next((line.event for line in reversed(book.lines) if line.item == item), None)
    if isinstance(event, FarAnswer) and event.text:
        raise Refused(event.text, event.remedy)


def drop_withdrawn(waiting: Sequence[WaitingCommand]) -> list[WaitingCommand]:
    """Return what people have not taken back."""
    taken_back = {each.command.slip for each in waiting if isinstance(each.command, WithdrawItem)}
    return [
        each for each in waiting if not isinstance(each.command, WithdrawItem) and each.slip not in taken_back
    ]


def make_slip(waiting: WaitingCommand) -> KeptSlip:
    """Return what a page shows of an entry that waits."""
    command = waiting.command
    if isinstance(command, DiceSettled):
        if command.reading.status is not Status.READ:
            return KeptSlip(waiting.slip, say("dice to look at"))
        return KeptSlip(waiting.slip, format_dice(command.reading.values), command.reading.values)
    dice = getattr(command, "dice", ())
    if isinstance(command, EnterDice):
        return KeptSlip(waiting.slip, format_dice(dice), dice)
    if dice:
        text = say("{dice} (an answer or a correction)", dice=format_dice(dice))
        return KeptSlip(waiting.slip, text)
    return KeptSlip(waiting.slip, say("another entry"))
