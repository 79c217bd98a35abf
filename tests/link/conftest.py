"""A room's broker and the carriers of its Pis, with real Mosquitto."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from pi_bunco.link.authority import Authority, make_request
from pi_bunco.link.broker import Broker, find_free_port
from pi_bunco.link.carrier import Access, Credentials
from pi_bunco.link.mqtt import MqttCarrier
from pi_bunco.link.state import HEAD_NAME

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
ACCESS = {
    "head": Access(reads=("up/+",), writes=("all", "to/+")),
    "near": Access(reads=("all", "to/near"), writes=("up/near",)),
    "far": Access(reads=("all", "to/far"), writes=("up/far",)),
}


class Client:
    """A carrier, and what it has received."""

    def __init__(self, carrier_of: Callable[["Client"], MqttCarrier]) -> None:
        self.received: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        self.notices: SimpleQueue[bool] = SimpleQueue()
        self.carrier = carrier_of(self)


class BrokerRoom:
    """A broker, and clients with certificates of its authority or of others."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.authority = Authority(folder)
        self.port = find_free_port()
        key, certificate = self.authority.issue(HEAD_NAME)
        self.credentials = self.write("broker", key, certificate)
        self.broker = Broker(folder, self.credentials, self.port, members=ACCESS)
        stack.callback(self.broker.close)

    def write(self, name: str, key: bytes, certificate: bytes) -> Credentials:
        """Write the files of one end."""
        paths = self._folder / f"{name}.key", self._folder / f"{name}.pem"
        for path, data in zip(paths, (key, certificate), strict=True):
            path.write_bytes(data)
        return Credentials(self._folder / "authority.pem", paths[1], paths[0])

    def connect(
        self,
        name: str,
        *topics: str,
        authority: Authority | None = None,
        will: tuple[str, bytes] | None = None,
        receive: Callable[[str, bytes], object] | None = None,
        notice: Callable[[bool], object] | None = None,
    ) -> Client:
        """Return a client with a certificate for this name."""
        key, request = make_request()
        certificate = (authority or self.authority).sign(request, name)
        credentials = self.write(f"{name}-{id(request)}", key, certificate)

        def make_carrier(client: Client) -> MqttCarrier:
            def hear(topic: str, payload: bytes) -> None:
                if receive:
                    receive(topic, payload)
                client.received.put((topic, payload))

            def note(connected: bool) -> None:  # noqa: FBT001 - as the carrier calls it
                if notice:
                    notice(connected)
                client.notices.put(connected)

            return MqttCarrier(
                "127.0.0.1",
                self.port,
                credentials,
                HEAD_NAME,
                topics=topics,
                will=will,
                receive=hear,
                notice=note,
            )

        client = Client(make_carrier)
        self._stack.enter_context(closing(client.carrier))
        return client


@pytest.fixture
def broker_room(tmp_path: Path) -> Iterator[BrokerRoom]:
    """Return a room with a running broker."""
    if MOSQUITTO is None:
        pytest.skip("Mosquitto is not installed")
    with ExitStack() as stack:
        yield BrokerRoom(tmp_path, stack)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Return the authority of a room."""
    return Authority(tmp_path / "room")
