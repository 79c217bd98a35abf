"""A carrier in memory, which delivers in a thread of its own and can be cut, and a copy without pages."""

import json
import threading
from collections.abc import Callable, Mapping
from queue import SimpleQueue

from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import find_newest_items
from pi_bunco.link.far import LinkStatus
from pi_bunco.link.messages import LinePlace, LogLines, RoomDevices, Roster
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.store import Log
from pi_bunco.views.devices import BellButton, CameraStatus


class Hub:
    """Carries messages between the carriers that were made of it."""

    def __init__(self) -> None:
        self._carriers: list[MemoryCarrier] = []
        self.cut = False

    def connect(self, receive: Callable[[str, bytes], None], *topics: str) -> "MemoryCarrier":
        """Return a carrier that receives these topics; ``+`` at the end of one stands for any name."""
        carrier = MemoryCarrier(self, receive, topics)
        self._carriers.append(carrier)
        return carrier

    def carry(self, topic: str, payload: bytes) -> None:
        """Deliver a message, unless everything is cut."""
        for carrier in self._carriers if not self.cut else ():
            carrier.deliver(topic, payload)


class MemoryCarrier:
    """One end; implements :class:`pi_bunco.link.carrier.Carrier`."""

    def __init__(self, hub: Hub, receive: Callable[[str, bytes], None], topics: tuple[str, ...]) -> None:
        self._hub, self._receive, self._topics = hub, receive, topics
        self._queue: SimpleQueue[tuple[str, bytes] | None] = SimpleQueue()
        self.sent: list[tuple[str, bytes]] = []
        threading.Thread(target=self._run, daemon=True).start()

    def send(self, topic: str, payload: bytes) -> None:
        """Send a message."""
        self.sent.append((topic, payload))
        self._hub.carry(topic, payload)

    def deliver(self, topic: str, payload: bytes) -> None:
        """Take a message if it has one of the topics."""
        if any(
            topic == each or (each.endswith("+") and topic.startswith(each[:-1])) for each in self._topics
        ):
            self._queue.put((topic, payload))

    def close(self) -> None:
        """Deliver no more."""
        self._queue.put(None)

    def _run(self) -> None:
        while item := self._queue.get():
            self._receive(*item)


class LogCopy:
    """A copy without pages; implements :class:`pi_bunco.link.far.Copy`."""

    def __init__(self, log: Log, outbox: OutboxFile) -> None:
        self.log, self.outbox = log, outbox
        self.devices: list[RoomDevices] = []
        self.status = LinkStatus(None, 0.0, behind=False, trouble=None)
        self.is_aside = False
        self.refusal: Trouble | None = None
        self.fault: Exception | None = None
        self.cameras: dict[int, CameraStatus] = {}
        self.photos: dict[str, bytes] = {}
        self.rosters: list[Roster] = []
        self.differs = False

    @property
    def place(self) -> LinePlace | None:
        """The newest line."""
        return LinePlace.find(self.log.head)

    def keep(self, lines: LogLines) -> None:
        """Log lines."""
        if self.refusal:
            raise self.refusal
        self.log.take(lines.game, lines.seq, lines.lines, bytes.fromhex(lines.seal))
        if self.fault:
            fault, self.fault = self.fault, None
            raise fault
        self.outbox.follow(find_newest_items(map(json.loads, lines.lines)))

    def list_cameras(self) -> Mapping[int, CameraStatus]:
        """Return the cameras of this Pi."""
        return self.cameras

    def read_photo(self, name: str) -> bytes:
        """Return a photo."""
        return self.photos.get(name, b"")

    def show_devices(self, devices: RoomDevices) -> None:
        """Remember the devices."""
        self.devices.append(devices)

    def show_link(self, status: LinkStatus) -> None:
        """Remember the status."""
        self.status = status

    def keep_roster(self, roster: Roster) -> None:
        """Remember the roster."""
        self.rosters.append(roster)

    def find_address(self) -> str:
        """Return an address."""
        return "http://10.0.0.9:8080/"

    def set_aside(self) -> None:
        """Remember that the copy does not belong to the log."""
        self.is_aside = True


def make_roster() -> Roster:
    """Return the roster of a room with one far Pi."""
    return Roster(
        term=1,
        members=("hall",),
        gone=(),
        tables={"hall": (7,)},
        addresses={"head": "http://10.0.0.1:8080/"},
        authorities="",
    )


def make_devices() -> RoomDevices:
    """Return the devices of a head that has none."""
    return RoomDevices(
        term=1,
        cameras={},
        moving=frozenset(),
        button=BellButton("up"),
        banners=(),
        bell_in=None,
        minutes_left=None,
        break_left=None,
        countdown=0,
    )
