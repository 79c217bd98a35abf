"""A carrier speaks only to the Pi whose name it was given: every Pi of the room has a valid certificate."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue

import pytest

from pi_bunco.link.authority import Authority, make_request
from pi_bunco.link.broker import Broker, find_free_port
from pi_bunco.link.carrier import Credentials
from pi_bunco.link.mqtt import MqttCarrier, check_server, probe_server
from pi_bunco.link.state import HEAD_NAME
from tests.link.certificates import issue
from tests.link.conftest import ACCESS, BrokerRoom

PATIENCE = 40.0
CONNACK = b"\x20\x03\x00\x00\x00"
"""That a client is connected (OASIS, MQTT 5.0, section 3.2)."""
FALSE_BEAT = b"\x30\x0b\x00\x03all\x00false"
"""A message on the topic ``all`` with the payload ``false`` (section 3.3)."""


class FalseHead:
    """A server with the certificate of some Pi. It says at once what a broker would say, unasked.

    Attributes
    ----------
    port
        Its port.
    heard
        What it has got over each connection that was made.
    """

    def __init__(self, credentials: Credentials) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(credentials.certificate, credentials.key)
        self._context.load_verify_locations(credentials.authority)
        self._context.verify_mode = ssl.CERT_REQUIRED
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.heard: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                self._serve(self._listener.accept()[0])

    def _serve(self, plain: socket.socket) -> None:
        got = b""
        plain.settimeout(PATIENCE)
        with plain, suppress(OSError), self._context.wrap_socket(plain, server_side=True) as connection:
            connection.sendall(CONNACK + FALSE_BEAT)
            while piece := connection.recv(1000):
                got += piece
        self.heard.put(got)

    def close(self) -> None:
        """Listen no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def write(authority: Authority, folder: Path, name: str) -> Credentials:
    """Return the files of a Pi with this name."""
    path = issue(authority, folder / f"{name}.pem", name)
    return Credentials(folder / "room" / "authority.pem", path, path)


@pytest.fixture
def near(authority: Authority, tmp_path: Path) -> Credentials:
    return write(authority, tmp_path, "near")


@pytest.fixture
def false_head(authority: Authority, tmp_path: Path) -> Iterator[FalseHead]:
    with closing(FalseHead(write(authority, tmp_path, "far"))) as head:
        yield head


# paho leaves a socket to the garbage collector if the other end is refused.
@pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")
def test_a_false_head_gets_nothing_and_gives_nothing(near: Credentials, false_head: FalseHead) -> None:
    """A Pi with a valid certificate of another name gets no byte of MQTT, and what it says is not taken."""
    taken: list[object] = []
    carrier = MqttCarrier(
        "127.0.0.1",
        false_head.port,
        near,
        HEAD_NAME,
        topics=("all",),
        will=("up/near", b""),
        receive=lambda topic, payload: taken.append((topic, payload)),
        notice=taken.append,
    )
    with closing(carrier):
        heard = [false_head.heard.get(timeout=PATIENCE) for _ in range(2)]  # it tries again
        carrier.send("up/near", b"secret")
        heard.append(false_head.heard.get(timeout=PATIENCE))
        assert not carrier.connected
    assert heard == [b""] * 3
    assert True not in taken
    assert ("all", b"false") not in taken


def test_the_same_server_is_heard_under_its_own_name(near: Credentials, false_head: FalseHead) -> None:
    """The test above can fail: a Pi that expects this name takes what it says."""
    taken: SimpleQueue[bytes] = SimpleQueue()
    carrier = MqttCarrier(
        "127.0.0.1",
        false_head.port,
        near,
        "far",
        topics=("all",),
        will=None,
        receive=lambda _, payload: taken.put(payload),
        notice=lambda _: None,
    )
    with closing(carrier):
        assert taken.get(timeout=PATIENCE) == b"false"


def test_a_probe_sees_the_name(near: Credentials, false_head: FalseHead) -> None:
    """Only the Pi with the name that was asked for proves that it is there, and nothing is sent to it."""
    assert not probe_server("127.0.0.1", false_head.port, near, HEAD_NAME)
    assert probe_server("127.0.0.1", false_head.port, near, "far")
    assert [false_head.heard.get(timeout=PATIENCE) for _ in range(2)] == [b"", b""]


def test_a_probe_of_something_else_says_no(near: Credentials, tmp_path: Path, authority: Authority) -> None:
    """A closed port, a port that says nothing, one that is no TLS, another room's Pi, a missing file."""
    assert not probe_server("127.0.0.1", find_free_port(), near, HEAD_NAME)
    assert not probe_server("no such host.invalid", 8883, near, HEAD_NAME)
    assert not probe_server("", 8883, near, HEAD_NAME)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        assert not probe_server("127.0.0.1", silent.getsockname()[1], near, HEAD_NAME)
        assert time.monotonic() - began < PATIENCE
    stranger = Authority(tmp_path / "elsewhere")
    path = issue(stranger, tmp_path / "stranger.pem")
    with closing(FalseHead(Credentials(tmp_path / "elsewhere" / "authority.pem", path, path))) as other:
        assert not probe_server("127.0.0.1", other.port, near, HEAD_NAME)
    with closing(FalseHead(write(authority, tmp_path, HEAD_NAME))) as head:
        gone = Credentials(tmp_path / "gone", near.certificate, near.key)
        assert not probe_server("127.0.0.1", head.port, gone, HEAD_NAME)
        assert probe_server("127.0.0.1", head.port, near, HEAD_NAME)


@pytest.mark.parametrize(
    "certificate",
    [
        None,
        {},
        {"subject": ()},
        {"subject": ((("commonName", "far"),),)},
        {"subject": ((("commonName", "head"),), (("commonName", "far"),))},
        {"subject": ((("commonName", "head"), ("commonName", "far")),)},
        {"subject": ((("organizationName", "head"),),)},
        {"subject": ((("commonName", "Head"),),)},
        {"subject": ((("commonName", "head\0.far"),),)},
        {"subject": (), "subjectAltName": (("DNS", "head"),)},
    ],
)
def test_only_the_name_itself_is_the_name(certificate: object) -> None:
    """A second name, another part of the subject, and no certificate at all show nothing."""

    class Connection:
        def getpeercert(self) -> object:
            return certificate

    with pytest.raises(OSError, match="another Pi than head answers"):
        check_server(Connection(), "head")  # type: ignore[arg-type] # it has all that is used


# paho leaves a socket to the garbage collector if the other end is refused.
@pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")
def test_a_broker_of_another_pi_is_not_the_heads(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """A real broker with another member's certificate: no client connects, and a probe says no."""
    broker_room.broker.close()
    key, request = make_request()
    credentials = broker_room.write("false", key, broker_room.authority.sign(request, "far"))
    (tmp_path / "false").mkdir()
    with closing(Broker(tmp_path / "false", credentials, broker_room.port, members=ACCESS)):
        far = broker_room.write("probe", key, broker_room.authority.sign(request, "near"))
        end = time.monotonic() + PATIENCE
        while not probe_server("127.0.0.1", broker_room.port, far, "far"):  # it takes a moment to start
            assert time.monotonic() < end
            time.sleep(0.05)
        client = broker_room.connect("near", "all")
        assert not probe_server("127.0.0.1", broker_room.port, far, HEAD_NAME)
        time.sleep(3.0)  # in which a connection would come
        assert not client.carrier.connected
        while not client.notices.empty():
            assert not client.notices.get()
