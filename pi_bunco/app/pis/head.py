"""The head's side of a room with several Pis: who may follow, the broker, and the link over it.

Nothing of it runs, and no file is made, until the first other Pi asks.
"""

import socket
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from pi_bunco import __version__
from pi_bunco.app.pis.item_desk import ItemDesk
from pi_bunco.app.pis.photos import SECONDS
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.commands import AssignTables, SettlePi
from pi_bunco.link.carrier import Access, Credentials
from pi_bunco.link.head import Desk, FarPi, HeadLink
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import Joining, JoinRequest, JoinTrouble, LetIn, Waiting
from pi_bunco.link.messages import PROTOCOL, RoomDevices
from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, load_state, save_state
from pi_bunco.link.topics import Topics
from pi_bunco.machine.disk import make_dir, write_atomic
from pi_bunco.machine.threads import start_thread
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.sentences import say, say_count
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import CameraStatus
from pi_bunco.web.port import PiLine

if TYPE_CHECKING:
    from pi_bunco.link.authority import Authority
    from pi_bunco.link.broker import Broker

_log = structlog.get_logger()

_HEAD = "head"
"""The head's name as a client of its broker. No far Pi has it."""
_WAIT_SECONDS = 5.0
"""How long to wait for a change at a time."""


class HeadOfPis:
    """Lets other Pis follow; implements :class:`pi_bunco.web.port.OtherPis`.

    Parameters
    ----------
    folder
        The state directory.
    room
        The room, whose log they follow.

    Attributes
    ----------
    trouble
        Why no Pi can follow now, ``None`` if they can. The table plays all the same.
    """

    def __init__(self, folder: Path, room: LiveRoom) -> None:
        self._state_dir, self._folder, self._room = folder, folder / FOLDER, room
        self._lock = threading.RLock()
        self._resources = ExitStack()
        self._closing = False
        self._joining: Joining | None = None
        self._authority: Authority
        self._broker: Broker
        self._topics: Topics
        self._link: HeadLink | None = None
        self._state: HeadState | None = None
        self._far_cameras: set[int] = set()  # the tables whose camera another Pi has shown
        self.trouble: Trouble | None = None
        try:
            self._state = load_state(HeadState, self._folder / HEAD_FILE)
            if self._state and self._state.members:
                self._open()
        except (Trouble, OSError) as error:
            self.trouble = put_in_words(error)
            _log.warning("no other Pi can follow", why=str(self.trouble))

    def close(self) -> None:
        """Stop the broker and the link."""
        self._closing = True
        self._resources.close()

    def ask(self, address: str, ask: JoinAsk) -> JoinOffer:
        """Note that a Pi asks from an address to join."""
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
            return JoinOffer(asked.id, asked.nonce.hex(), self._authority.certificate.decode())

    def reveal(self, reveal: JoinReveal) -> None:
        """Take a Pi's nonce. From now on the host sees its request."""
        with self._lock:
            self._get_joining().reveal(reveal.id, bytes.fromhex(reveal.nonce), time.monotonic())

    def get_answer(self, wait: JoinWait) -> JoinAnswer:
        """Return the host's answer to a Pi."""
        with self._lock:
            answer = self._get_joining().await_answer(wait.id, time.monotonic())
            match answer:
                case Waiting():
                    return JoinAnswer("waiting")
                case LetIn(name, request):
                    certificate = self._authority.sign(request, name).decode()
                    return JoinAnswer("in", certificate, self._get_state().port)
                case _:
                    return JoinAnswer("refused")

    def list_waiting(self) -> tuple[JoinRequest, ...]:
        """Return the requests that wait for the host."""
        with self._lock:
            return self._joining.waiting(time.monotonic()) if self._joining else ()

    def list_pis(self) -> tuple[PiLine, ...]:
        """Return the Pis that were let in."""
        there = {pi.name: pi for pi in self._link.list_there()} if self._link else {}
        state = self._state
        unsettled = self._room.list_unsettled().pis
        return tuple(
            PiLine(
                name,
                _describe(there[name]) if name in there else say("not there"),
                there=name in there,
                tables=state.tables.get(name, ()) if state else (),
                is_awaited=name in unsettled,
            )
            for name in (state.members if state else ())
        )

    def let_in(self, number: int) -> None:
        """Let a Pi in, by the number of its request."""
        with self._lock:
            state = self._get_state()
            taken = (*state.members, *state.gone, _HEAD)
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
                self._remember(replace(state, members=members, gone=(*state.gone, name), tables=tables))
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
            from pi_bunco.link.authority import Authority  # noqa: PLC0415 - 12 MB that one Pi alone does not need

            make_dir(self._folder)
            self._authority = Authority(self._folder)
            self._joining = Joining(self._authority.certificate)
        return self._joining

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
        """Start the broker and the link, unless they run."""
        if self._link:
            return
        from pi_bunco.link.broker import Broker  # noqa: PLC0415 - as above
        from pi_bunco.link.mqtt import MqttCarrier  # noqa: PLC0415 - as above

        self._get_joining()
        state = self._get_state()
        self._topics = Topics(self._authority.room)
        with ExitStack() as opened:
            credentials = self._issue("broker", server=True)
            self._broker = Broker(self._folder, credentials, state.port, members=self._list_access())
            opened.callback(self._broker.close)
            tail = LogTail(self._state_dir)
            desk = Desk(self._get_devices, ItemDesk(self._room, self._get_state).take, self._notice)
            link = HeadLink(tail, self._topics, socket.gethostname()[:64], state.term, desk)
            opened.callback(link.close)
            carrier = MqttCarrier(
                "127.0.0.1",
                state.port,
                self._issue(_HEAD, server=False),
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
        """Write into the game's log which tables each Pi has, unless it is there."""
        wanted = self._get_state().tables
        known = self._room.list_far_tables()
        for name in {*wanted, *known}:
            if wanted.get(name, ()) != known.get(name, ()):
                self._room.send(AssignTables(name, wanted.get(name, ())))

    def _notice(self) -> None:
        """Note what the Pis that are there have said: their cameras, and whether they have settled."""
        self._show_cameras()
        self._settle()

    def _show_cameras(self) -> None:
        """Show the cameras of other Pis on the pages of their tables, also if a Pi is not heard any more."""
        there = self._link.list_there() if self._link else ()
        statuses = list_far_cameras(self._get_state().tables, there, self._far_cameras)
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
        for pi in self._link.list_there() if self._link and awaited else ():
            place = pi.place
            if pi.name in awaited and place and place.game == game and place.seq >= end and not pi.waiting:
                self._room.send(SettlePi(pi.name, end))

    def _issue(self, name: str, *, server: bool) -> Credentials:
        """Write a new key and certificate for this machine's own use."""
        key, certificate = self._authority.issue(name, server=server)
        paths = self._folder / f"{name}.key", self._folder / f"{name}.pem"
        write_atomic(paths[0], key, private=True)
        write_atomic(paths[1], certificate, private=True)
        return Credentials(self._folder / "authority.pem", paths[1], paths[0])

    def _list_access(self) -> dict[str, Access]:
        """Return what each Pi may read and write at the broker."""
        topics = self._topics
        far = {
            name: Access(reads=(topics.all, topics.to(name)), writes=(topics.up(name),))
            for name in self._get_state().members
        }
        return far | {_HEAD: Access(reads=(topics.up("+"),), writes=(topics.all, topics.to("+")))}

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
        )


def list_far_cameras(
    tables: Mapping[str, Sequence[int]], there: Iterable[FarPi], shown: Iterable[int]
) -> dict[int, CameraStatus]:
    """Return the state of the cameras of other Pis by table.

    Parameters
    ----------
    tables
        The tables of each Pi.
    there
        The Pis that are there.
    shown
        The tables that have shown the camera of another Pi before. If that Pi is not there, their page says
        so; if no Pi has the table any more, it has no camera.
    """
    statuses = dict.fromkeys(shown, NO_CAMERA)
    pis = {pi.name: pi for pi in there}
    for name, own in tables.items():
        for table in own:
            if pi := pis.get(name):
                statuses |= {table: pi.cameras[table]} if table in pi.cameras else {}
            elif table in statuses:
                statuses[table] = _make_gone(table)
    return statuses


def _make_gone(table: int) -> CameraStatus:
    return CameraStatus(
        "trouble",
        say("The Pi of table {table} is not heard.", table=table),
        mock=False,
        remedy=say("Look whether it has power and network. Until then tap the dice in here."),
    )


def _describe(pi: FarPi) -> str:
    """Return how far a Pi has come, in words.

    >>> _describe(FarPi("hall", "3.0", 0, False)), _describe(FarPi("hall", "3.0", 2, False))
    ('up to date · version 3.0', '2 lines behind · version 3.0')
    """
    behind, version = pi.behind, pi.version
    if pi.has_twin:
        return say("two Pis have this name, since a card was copied: remove it, and let both join again")
    if pi.differs:
        return say("counts other results than this Pi: install the same version on both")
    if behind is None:
        text = say("fetches earlier games")
    elif behind > 0:
        text = say_count("{count} line behind", "{count} lines behind", behind)
    else:
        text = say("up to date")
    return say("{text} · version {version}", text=text, version=version)
