"""Pages over HTTPS: the same gate and limits, for each way in which a client may misuse its handshake."""

import http.client
import json
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import Role
from pi_bunco.web import Server, create_app, serve
from pi_bunco.web.visitors import SECURE_COOKIE
from pi_bunco.web.wire.connection_handler import Timeouts
from tests.web.conftest import FakePageService
from tests.web.secure import Trust
from tests.web.states import playing
from tests.web.wire.callers import PATIENCE, as_guests, connect, get, read_rest


@pytest.fixture
def trust(tmp_path: Path) -> Iterator[Trust]:
    made = Trust.make(tmp_path)
    with made.opened:
        yield made


@pytest.fixture
def door() -> Door:
    return Door(DoorConfig(roles="on"))


@pytest.fixture
def server(service: FakePageService, door: Door) -> Iterator[Server]:
    timeouts = Timeouts(handshake=0.5)
    with serve(
        create_app(service, door=door), "127.0.0.1", 0, timeouts=timeouts, identify=as_guests, per_address=20
    ) as server:
        yield server


@pytest.fixture
def port(server: Server, trust: Trust) -> int:
    return server.open_secure(0, trust.serve())


def ask(trust: Trust, port: int, path: str = "/healthz", source: str = "127.0.0.1") -> tuple[int, bytes]:
    connection = trust.open(port, source)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_pages_come_over_tls(trust: Trust, port: int) -> None:
    """One connection gets several pages and a large file, as HTTP/1.1 and complete."""
    connection = trust.open(port)
    connection.request("GET", "/t/1")
    page = connection.getresponse().read()
    font = page.partition(b"/static/")[2].partition(b"/")[0].decode()
    connection.request("GET", f"/static/{font}/vendor/lexend-latin-wght-normal.woff2")
    answer = connection.getresponse()
    assert len(answer.read()) == int(answer.headers["Content-Length"]) > 2**14
    assert isinstance(connection.sock, ssl.SSLSocket)
    assert connection.sock.selected_alpn_protocol() == "http/1.1"


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_two_versions_of_tls_are_spoken(trust: Trust, port: int, version: ssl.TLSVersion) -> None:
    """An older tablet speaks TLS 1.2."""
    client = trust.make_client()
    client.minimum_version = client.maximum_version = version
    with client.wrap_socket(connect(port), server_hostname="127.0.0.1") as connection:
        assert connection.version() == version.name.replace("v1_", "v1.")


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1")
def test_older_versions_are_refused(trust: Trust, port: int) -> None:
    """TLS 1.1 gets an alert and no page."""
    client = trust.make_client()
    client.minimum_version = client.maximum_version = ssl.TLSVersion.TLSv1_1
    client.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.raises(ssl.SSLError):
        client.wrap_socket(connect(port), server_hostname="127.0.0.1")


def test_curl_is_content(trust: Trust, port: int) -> None:
    """Another TLS program accepts the certificate for the name and for the address."""
    for host in ("127.0.0.1", "localhost"):
        words = [
            "curl",
            "-sS",
            "--ipv4",
            "--cacert",
            str(trust.folder / "root.pem"),
            f"https://{host}:{port}/healthz",
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_client_without_the_root_goes(port: int, trust: Trust) -> None:
    """It refuses the certificate, and others are served meanwhile."""
    with pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(connect(port), server_hostname="127.0.0.1")
    assert ask(trust, port)[0] == 200


def test_a_stream_stays_open(trust: Trust, port: int, service: FakePageService) -> None:
    """Events come over TLS as they happen."""
    connection = trust.open(port)
    connection.request("GET", "/events?page=table&table=1")
    stream = connection.getresponse()

    def wait_for(wanted: bytes) -> None:
        while (line := stream.readline()) and wanted not in line:
            pass
        assert line

    wait_for(b"event: hello")
    service.show(replace(playing(), told="Di rolls"))
    wait_for(b"Di rolls")


def test_a_request_without_tls_is_led_to_https(trust: Trust, port: int) -> None:
    """Somebody types the address with the port and without https:."""
    connection = trust.opened.enter_context(
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE))
    )
    connection.request("GET", "/t/1?x=1")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (302, f"https://127.0.0.1:{port}/t/1?x=1")
    assert "Strict-Transport-Security" not in answer.headers


def test_another_name_is_not_led_anywhere(trust: Trust, port: int) -> None:
    """The redirect goes to names of this machine only."""
    connection = trust.opened.enter_context(
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE))
    )
    connection.request("GET", "/", headers={"Host": f"evil.example:{port}"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (421, None)


@pytest.mark.parametrize(
    "sent", [b"\x00\x01\x02", b"\x16\x03\x01\x00\x05hello", b"\x16" + b"\xff" * 300, b"\x80\x2e"]
)
def test_garbage_is_closed_at_once(trust: Trust, port: int, sent: bytes) -> None:
    """No page comes back, at most an alert, and others are served."""
    caller = connect(port)
    caller.sendall(sent)
    assert b"HTTP" not in read_rest(caller)
    assert ask(trust, port)[0] == 200


def test_a_slow_handshake_ends(trust: Trust, port: int) -> None:
    """A client that sends the beginning of its greeting and no more is closed, like a silent one."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    greeting = trust.make_client().wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
    with pytest.raises(ssl.SSLWantReadError):
        greeting.do_handshake()
    slow, silent = connect(port), connect(port)
    slow.sendall(outgoing.read()[:-1])
    assert read_rest(slow) == read_rest(silent) == b""


def test_a_greeting_may_come_in_pieces(trust: Trust, port: int) -> None:
    """Each byte of it alone, as on a very bad Wi-Fi."""
    with connect(port) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = trust.make_client().wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
        while True:
            try:
                client.do_handshake()
                break
            except ssl.SSLWantReadError:
                for byte in outgoing.read():
                    plain.sendall(bytes([byte]))
                incoming.write(plain.recv(1 << 16))
        plain.sendall(outgoing.read())
        client.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        plain.sendall(outgoing.read())
        incoming.write(read_rest(plain))
        assert client.read(1 << 16).startswith(b"HTTP/1.1 200")


def test_many_silent_connections_disturb_nobody(trust: Trust, server: Server, port: int) -> None:
    """200 that never greet, from ten addresses: pages come on both ports meanwhile."""
    with ExitStack() as silent:
        for number in range(200):
            silent.enter_context(connect(port, f"127.0.1.{number % 10 + 1}"))
        assert get(server.port, "/healthz", "127.0.0.9")[0] == 200
        assert ask(trust, port, source="127.0.0.9")[0] == 200


def test_an_address_has_a_share_of_handshakes(trust: Trust, port: int) -> None:
    """One that begins many gets no more for a while. Others do."""
    refused = 0
    for _ in range(60):
        try:
            trust.connect(port, "127.0.2.1").close()
        except OSError:
            refused += 1
    assert 0 < refused < 30
    assert ask(trust, port, source="127.0.2.2")[0] == 200


def test_the_address_stays_the_real_one(trust: Trust, port: int, door: Door) -> None:
    """The host sees from which address a device asks, and its cookie is for HTTPS only."""
    connection = trust.open(port, "127.0.3.7")
    origin = {"Origin": f"https://127.0.0.1:{port}", "Content-Type": "application/json"}
    connection.request("POST", "/api/access/ask", json.dumps({"table": 1}), origin)
    answer = connection.getresponse()
    assert answer.status == 200
    assert [device.address for device, *_ in door.devices] == ["127.0.3.7"]
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{SECURE_COOKIE}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_a_plain_page_cannot_tap_on_a_secure_one(trust: Trust, port: int) -> None:
    """The same host with another scheme is another site."""
    connection = trust.open(port)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    connection.request("POST", "/api/access/ask", json.dumps({"table": 1}), headers)
    assert connection.getresponse().status == 403


def test_a_device_is_known_by_its_secure_cookie(trust: Trust, port: int, door: Door) -> None:
    """A cookie of the plain pages, which others may have read, counts for nothing over HTTPS."""
    device = door.ask(door.identify(None, "127.0.0.5"), Role("table", 1))
    door.let_in(device.id, Role("table", 1))

    def find_role(name: str) -> Any:
        connection = trust.open(port, "127.0.0.5")  # 127.0.0.1 is the machine itself
        connection.request("GET", "/api/access", headers={"Cookie": f"{name}={door.make_cookie(device)}"})
        return json.loads(connection.getresponse().read())["role"]

    assert (find_role(SECURE_COOKIE), find_role("bunco_device")) == ("table", "guest")


def test_the_next_connection_gets_a_new_certificate(trust: Trust, server: Server) -> None:
    """It is renewed without a restart; an open connection goes on."""
    contexts = [trust.serve()()]
    port = server.open_secure(0, lambda: contexts[-1])
    with trust.connect(port) as first:
        contexts.append(trust.serve()())
        with trust.connect(port) as second:
            assert first.getpeercert(binary_form=True) != second.getpeercert(binary_form=True)
        first.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert first.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_the_port_closes_without_a_restart(trust: Trust, server: Server, port: int) -> None:
    """Open connections are closed, plain pages go on, and the port can be opened again."""
    with trust.connect(port) as open_one:
        server.close_secure()
        assert open_one.recv(10) == b""
    with pytest.raises(OSError, match="refused"):
        get(port, "/healthz")
    assert get(server.port, "/healthz")[0] == 200
    assert ask(trust, server.open_secure(port, trust.serve()))[0] == 200


def test_an_answer_ends_properly(trust: Trust, port: int) -> None:
    """The server says that nothing more comes, so a client knows that nobody has cut the answer short."""
    client = trust.make_client()
    with client.wrap_socket(
        connect(port), server_hostname="127.0.0.1", suppress_ragged_eofs=False
    ) as connection:
        connection.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        while connection.recv(1 << 16):
            pass
