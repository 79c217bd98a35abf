"""The head's side of a room with several Pis: who may follow, the broker, and the link over it.

Nothing of it runs, and no file is made, until the first other Pi asks.
"""

import secrets
import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from pi_bunco import __version__
from pi_bunco.app.background import Worker
from pi_bunco.app.pis.item_desk import ItemDesk
from pi_bunco.app.pis.lone_lines import find_common
from pi_bunco.app.pis.own_items import enter_own_items
from pi_bunco.app.pis.photos import SECONDS
from pi_bunco.app.pis.shown_pis import describe_pi, describe_silent, list_far_cameras, list_silent_tables
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.commands import AssignTables, SettlePi
from pi_bunco.link.carrier import Access, Credentials
from pi_bunco.link.head import Desk, HeadLink
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import Joining, JoinRequest, JoinTrouble
from pi_bunco.link.messages import MAX_PIS, PROTOCOL, LinePlace, RoomDevices, Roster
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import (
    FOLDER,
    HEAD_FILE,
    HEAD_NAME,
    TRUSTED_FILE,
    HeadState,
    Successor,
    load_state,
    save_state,
)
from pi_bunco.link.topics import Topics
from pi_bunco.machine.disk import make_dir, write_atomic
from pi_bunco.machine.threads import start_thread
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.sentences import say
from pi_bunco.store import Photos
from pi_bunco.store.tail import LogTail
from pi_bunco.web.ports.pis import PiLine

if TYPE_CHECKING:
    from pi_bunco.link.authority import Authority, Identity
    from pi_bunco.link.broker import Broker

_log = structlog.get_logger()

_LOOK_SECONDS = 3.0
"""Seconds between two searches for a newer head."""
_AGAIN_SECONDS = 2.0
"""Seconds after which what the disk has not taken is tried again."""
_WAIT_SECONDS = 5.0
"""How long to wait for a change at a time."""


class HeadOfPis:
    """Lets other Pis follow; implements :class:`pi_bunco.web.ports.pis.OtherPis`.

    Parameters
    ----------
    folder
        The state directory.
    room
        The room, whose log they follow.
    find_address
        Returns the address of the pages of this Pi.
    stop_playing
        Starts the program again, after another Pi has become the head.

    Attributes
    ----------
    trouble
        Why no Pi can follow now, ``None`` if they can. The table plays all the same.
    """

    def __init__(
        self,
        folder: Path,
        room: LiveRoom,
        find_address: Callable[[], str] = lambda: "",
        stop_playing: Callable[[], None] = lambda: None,
    ) -> None:
        self._state_dir, self._folder, self._room = folder, folder / FOLDER, room
        self._find_address, self._stop_playing = find_address, stop_playing
        self._lock = threading.RLock()
        self._resources = ExitStack()
        self._closing = False
        self._joining: Joining | None = None
        self._authority: Authority
        self._identity: Identity
        self._broker: Broker
        self._topics: Topics
        self._link: HeadLink | None = None
        self._link_name = f"link-{secrets.token_hex(8)}"
        self._state: HeadState | None = None
        # For each Pi the last command about its tables, what ends with it, and when it was sent.
        self._assigning: dict[str, tuple[AssignTables, Future[None], float]] = {}
        self._far_cameras: set[int] = set()  # the tables whose camera another Pi has shown
        self.trouble: Trouble | None = None
        try:
            self._state = load_state(HeadState, self._folder / HEAD_FILE)
            if self._state and (self._state.members or self._state.begun):
                self._get_joining()
                self._look_for_newer_head()
                self._open()
        except (Trouble, OSError) as error:
            self.trouble = put_in_words(error)
            _log.warning("no other Pi can follow", why=str(self.trouble))

    def close(self) -> None:
        """Stop the broker and the link."""
        self._closing = True
        self._resources.close()

    def ask(self, address: str, ask: JoinAsk) -> JoinOffer:
        """Note that a Pi at an address asks to join, and return an offer (:class:`JoinTrouble`: refused)."""
        if ask.protocol != PROTOCOL:
            raise JoinTrouble(
                say("The head has pi-bunco {head}, and this Pi {far}.", head=__version__, far=ask.version),
                say("Install the same version on both."),
            )
        with self._lock:
            joining = self._get_joining()
            asked = joining.ask(
                address, ask.name, ask.version, ask.request.encode(), ask.commitment, time.monotonic()
            )
            return JoinOffer(asked.id, asked.nonce.hex(), self._authorities.decode(), self._get_state().name)

    def reveal(self, reveal: JoinReveal) -> None:
        """Take a Pi's nonce. From now on the host sees its request."""
        with self._lock:
            self._get_joining().reveal(reveal.id, bytes.fromhex(reveal.nonce), time.monotonic())

    def get_answer(self, wait: JoinWait) -> JoinAnswer:
        """Return the host's answer to a Pi."""
        with self._lock:
            answer = self._get_joining().await_answer(wait.id, time.monotonic())
            if answer.state != "in":
                return JoinAnswer(answer.state)
            certificate = self._authority.sign(answer.request, answer.name).decode()
            return JoinAnswer("in", certificate, self._get_state().port)

    def list_waiting(self) -> tuple[JoinRequest, ...]:
        """Return the requests that wait for the host."""
        with self._lock:
            return self._joining.list_waiting(time.monotonic()) if self._joining else ()

    def list_pis(self) -> tuple[PiLine, ...]:
        """Return the Pis that were let in."""
        link, state = self._link, self._state
        if state is None:
            return ()
        there = {pi.name: pi for pi in link.list_there()} if link else {}
        unsettled = self._room.list_unsettled().pis
        return tuple(
            PiLine(
                name,
                describe_pi(there[name])
                if name in there
                else describe_silent(link.find_last_word(name) if link else None),
                there=name in there,
                tables=state.tables.get(name, ()),
                is_awaited=name in unsettled,
                address=state.addresses.get(name, ""),
            )
            for name in state.members
        )

    def let_in(self, number: int) -> None:
        """Let a Pi in, by the number of its request."""
        with self._lock:
            state = self._get_state()
            taken = (*state.members, *state.gone, *state.addresses, HEAD_NAME, state.name)
            name = self._get_joining().let_in(number, taken, time.monotonic())
            self._remember(replace(state, members=tuple(dict.fromkeys((*state.members, name)))))

    def refuse(self, number: int) -> None:
        """Refuse a Pi."""
        with self._lock:
            self._get_joining().refuse(number, time.monotonic())

    def put_out(self, name: str) -> None:
        """Put a Pi out of the room."""
        with self._lock:
            state = self._get_state()
            if name in state.members:
                members = tuple(each for each in state.members if each != name)
                tables = {pi: each for pi, each in state.tables.items() if pi != name}
                addresses = {pi: each for pi, each in state.addresses.items() if pi != name}
                gone = (*state.gone, name)[-MAX_PIS:]
                self._remember(replace(state, members=members, gone=gone, tables=tables, addresses=addresses))
                self._assign()

    def assign(self, name: str, tables: Sequence[int]) -> None:
        """Let a Pi take the throws at these tables from now on; no other Pi takes them any more."""
        with self._lock:
            state = self._get_state()
            if name not in state.members:
                raise JoinTrouble(
                    say("There is no Pi “{name}” in this room.", name=name), say("Look at the list again.")
                )
            others = {
                pi: tuple(table for table in each if table not in tables)
                for pi, each in state.tables.items()
                if pi != name
            }
            self._remember(replace(state, tables={**others, name: tuple(sorted({*tables}))}))
            self._assign()

    def go_on(self, name: str) -> None:
        """Go on without knowing whether a Pi has more throws of the round that is over."""
        self._room.ask(SettlePi(name, self._room.list_unsettled().end, host=True))

    def _get_joining(self) -> Joining:
        if self._joining is None:
            from pi_bunco.link.authority import Authority, join_bundles, load_trusted, save_trusted  # noqa: PLC0415 - 12 MB that one Pi alone does not need

            make_dir(self._folder)
            state = self._get_state()
            self._authority = Authority(self._folder)
            self._identity = self._find_identity(state.name)
            known = () if state.name == HEAD_NAME else (load_trusted(self._folder, self._identity),)
            self._authorities = join_bundles(*known, self._authority.certificate)
            save_trusted(self._folder, self._authorities)
            self._joining = Joining((self._authorities.decode() + state.name).encode())
            search = Worker("search for a newer head", self._look_for_newer_head, _LOOK_SECONDS)
            self._resources.enter_context(closing(search))
        return self._joining

    def _find_identity(self, name: str) -> "Identity":
        """Return the identity of this Pi: its broker has it, and all Pis of the room believe it."""
        from pi_bunco.link.authority import load_identity, save_identity  # noqa: PLC0415 - as above

        if name == HEAD_NAME:
            key, certificate = self._authority.issue(HEAD_NAME)
            return save_identity(self._folder, key, certificate, self._authority.certificate)
        identity = load_identity(self._folder)
        if identity is None:
            raise Trouble(
                say("{path} is missing.", path=self._folder / "identity.pem"),
                say("Remove the folder {folder}, and let the other Pis in again.", folder=self._folder),
            )
        return identity

    def _get_state(self) -> HeadState:
        if self._state is None:
            from pi_bunco.link.broker import choose_port  # noqa: PLC0415 - as above

            self._state = HeadState(choose_port())
            save_state(self._state, self._folder / HEAD_FILE)
        return self._state

    def _remember(self, state: HeadState) -> None:
        """Write down who may follow, and let the broker know."""
        save_state(state, self._folder / HEAD_FILE)
        has_same_members = self._state is not None and self._state.members == state.members
        self._state = state
        if self._link and has_same_members:
            return
        if self._link:
            self._broker.set_members(self._list_access())
        else:
            self._open()

    def _open(self) -> None:
        """Start the broker and the link, unless they run or another Pi has become the head."""
        if self._link or self._get_state().successor:
            return
        from pi_bunco.link.authority import find_credentials  # noqa: PLC0415 - as above
        from pi_bunco.link.broker import Broker  # noqa: PLC0415 - as above
        from pi_bunco.link.mqtt import MqttCarrier  # noqa: PLC0415 - as above

        self._get_joining()
        state = self._get_state()
        self._topics = Topics(self._identity.room)
        with ExitStack() as opened:
            credentials = find_credentials(self._folder, self._identity)
            self._broker = Broker(self._folder, credentials, state.port, members=self._list_access())
            opened.callback(self._broker.close)
            if state.begun:
                enter_own_items(self._folder, self._room, state, Photos(self._state_dir))
            tail = LogTail(self._state_dir)
            desk = Desk(
                get_devices=self._get_devices,
                get_roster=self._get_roster,
                take_items=ItemDesk(self._room, self._get_state).take,
                notice=self._notice,
            )
            link = HeadLink(tail, self._topics, socket.gethostname()[:64], state.term, desk)
            opened.callback(link.close)
            carrier = MqttCarrier(
                "127.0.0.1",
                state.port,
                self._issue_for_link(),
                state.name,
                topics=(self._topics.up("+"),),
                will=None,
                receive=link.receive,
                notice=lambda _: None,
            )
            opened.enter_context(closing(carrier))
            link.start(carrier)
            self.trouble = None
            start_thread(threading.Thread(target=self._watch, args=(link,), name="head watch", daemon=True))
            self._link = link
            self._resources.push(opened.pop_all())

    def _watch(self, link: HeadLink) -> None:
        """Wake the link after each change of the room."""
        known = 0
        while not self._closing:
            known = self._room.wait_for_change(known, _WAIT_SECONDS) or known
            self._assign()
            link.wake()

    def _assign(self) -> None:
        """Write into the game's log which tables each Pi has, unless it is there or under way."""
        wanted = self._get_state().tables
        known = self._room.list_far_tables()
        for name in {*wanted, *known}:
            command = AssignTables(name, wanted.get(name, ()))
            if command.tables != known.get(name, ()) and not self._is_under_way(command):
                self._assigning[name] = command, self._room.begin(command), time.monotonic()

    def _is_under_way(self, command: AssignTables) -> bool:
        """Return whether a command waits for the disk, or failed so recently that another try must wait."""
        if command.pi not in self._assigning:
            return False
        last, done, since = self._assigning[command.pi]
        if last != command or not done.done():
            return last == command
        return done.exception() is not None and time.monotonic() - since < _AGAIN_SECONDS

    def _notice(self) -> None:
        """Note what the Pis that are there have said: their cameras, and whether they have settled."""
        self._show_cameras()
        self._settle()
        self._note_addresses()

    def _show_cameras(self) -> None:
        """Show the cameras of other Pis on the pages of their tables, and which Pis are not heard."""
        there = self._link.list_there() if self._link else ()
        tables = self._get_state().tables
        self._room.show_silent_pis(list_silent_tables(tables, there))
        statuses = list_far_cameras(tables, there, self._far_cameras)
        self._far_cameras = {table for table, status in statuses.items() if status != NO_CAMERA}
        for table, status in statuses.items():
            if status != self._room.devices.cameras.get(table):
                self._room.send(status, table)

    def fetch_photo(self, name: str) -> bytes:
        """Return a photo that another Pi has as a JPEG file; empty if none sends it."""
        pi = self._room.find_photo_pi(name)
        return self._link.fetch_photo(pi, name, SECONDS) if pi and self._link else b""

    def _settle(self) -> None:
        """Note which Pis have the end of the round, while nothing waits in their outboxes."""
        _, awaited, end, game = self._room.list_unsettled()
        for name in self._link.list_settled(game, end) if self._link and awaited else ():
            if name in awaited:
                self._room.send(SettlePi(name, end))

    def _issue_for_link(self) -> Credentials:
        """Write a key and a certificate for the link of this program with its own broker.

        No copy of a card has them, so no other Pi can write what only the head may write.
        """
        path = self._folder / "link.pem"
        write_atomic(path, b"".join(self._authority.issue(self._link_name)), private=True)
        return Credentials(self._folder / TRUSTED_FILE, path, path)

    def _list_access(self) -> dict[str, Access]:
        """Return what each Pi may read and write at the broker."""
        topics = self._topics
        far = {
            name: Access(reads=(topics.all, topics.to(name)), writes=(topics.up(name),))
            for name in self._get_state().members
        }
        return far | {self._link_name: Access(reads=(topics.up("+"),), writes=(topics.all, topics.to("+")))}

    def get_standing(self) -> PiStanding | None:
        """Return what this Pi is in its room, ``None`` if it has none."""
        with self._lock:
            if self._state is None:
                return None
            self._get_joining()
            state, last = self._get_state(), LogTail(self._state_dir).find_last()
        return PiStanding(
            room=self._identity.room,
            name=state.name,
            role="head",
            term=state.term,
            port=state.port if self._link else 0,
            place=LinePlace.find(last),
            begun=state.begun,
            members=state.members,
        )

    def _get_roster(self) -> Roster:
        state = self._get_state()
        return Roster(
            term=state.term,
            members=state.members,
            gone=state.gone,
            tables=dict(state.tables),
            addresses={**state.addresses, state.name: self._find_address()},
            authorities=self._authorities.decode(),
            begun=state.begun,
        )

    def _note_addresses(self) -> None:
        """Write down at which addresses the pages of the other Pis are."""
        there = self._link.list_there() if self._link else ()
        with self._lock:
            state = self._get_state()
            new = {pi.name: pi.address for pi in there if pi.address and pi.name in state.members}
            if not new.items() <= state.addresses.items():
                with suppress(OSError):  # the disk is full: the next beat tries again
                    self._remember(replace(state, addresses={**state.addresses, **new}))

    def _look_for_newer_head(self) -> None:
        """Stop playing if another Pi has become the head: this asks those that do not follow this one."""
        from pi_bunco.link.authority import find_credentials  # noqa: PLC0415 - as above
        from pi_bunco.link.search import HeadSearch, find_heads  # noqa: PLC0415 - as above

        own = self.get_standing()
        state, credentials = self._get_state(), find_credentials(self._folder, self._identity)
        search = HeadSearch(self._identity.room, state.term, self._list_silent(), state.gone)
        for address, head in find_heads(search, credentials):
            if own and head.begun and head.is_newer_head(own):
                _log.warning("another Pi has become the head", pi=head.name, address=address)
                with self._lock:
                    successor = Successor(head.name, address, self._find_common(head.begun, own.begun))
                    self._remember(replace(self._get_state(), successor=successor))
                self._stop_playing()
                return

    def _find_common(self, theirs: Sequence[LinePlace], own: Sequence[LinePlace]) -> LinePlace:
        """Return the newest place of the log that is known to be the same in a newer head's log.

        ``theirs``, ``own``: where another Pi became the head in both logs. If a newer head had more lines of
        the same older head than this Pi, it has those from which this Pi began.
        """
        return find_common(self._state_dir, (*reversed(theirs), *reversed(own))) or theirs[-1]

    def _list_silent(self) -> dict[str, str]:
        """Return the addresses of the Pis that do not follow this one now, by their names."""
        state, there = self._get_state(), self._link.list_there() if self._link else ()
        return {name: each for name, each in state.addresses.items() if name not in {pi.name for pi in there}}

    def _get_devices(self) -> RoomDevices:
        state = self._room.devices
        return RoomDevices(
            term=self._get_state().term,
            cameras=dict(state.cameras),
            moving=state.moving,
            button=state.shared.button,
            banners=self._room.list_banners(),
            bell_in=state.shared.bell_in,
            minutes_left=state.shared.minutes_left,
            break_left=state.shared.break_left,
            countdown=self._room.countdown,
            sound=state.shared.sound,
        )
