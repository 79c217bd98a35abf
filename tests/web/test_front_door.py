"""Port 80, asked as telephones and people ask it, on the real server."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse

import pytest
from flask import Flask

from pi_bunco.web import serve
from pi_bunco.web.front_door import FrontDoor
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.probes import NOT_NAMED, PROBES
from tests.web.conftest import FakePageService

HERE = "127.0.0.1"
APPLE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
OFFICE = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.32 Safari/537.36"
)

QUESTIONS = {
    # NetworkMonitor of Android 10 and later, over okhttp
    "android": (
        (
            "GET /generate_204 HTTP/1.1\r\nConnection: close\r\n"
            f"User-Agent: {OFFICE}\r\nHost: connectivitycheck.gstatic.com\r\nAccept-Encoding: gzip\r\n\r\n"
        ),
        b"204",
        b"",
    ),
    # WifiWatchdogStateMachine of Android 4 and 5
    "old android": (
        (
            "GET /generate_204 HTTP/1.1\r\n"
            "User-Agent: Dalvik/1.6.0 (Linux; U; Android 4.4.2; SM-T230 Build/KOT49H)\r\n"
            "Host: clients3.google.com\r\nConnection: Keep-Alive\r\nAccept-Encoding: gzip\r\n\r\n"
        ),
        b"204",
        b"",
    ),
    # Its agent and HTTP/1.0 as in access logs of hotspots
    "iphone": (
        (
            "GET /hotspot-detect.html HTTP/1.0\r\nHost: captive.apple.com\r\nConnection: close\r\n"
            "User-Agent: CaptiveNetworkSupport-390.60.1 wispr\r\n\r\n"
        ),
        b"200",
        APPLE,
    ),
    "old ipad": (
        (
            "GET /library/test/success.html HTTP/1.0\r\nHost: www.apple.com\r\nConnection: close\r\n"
            "User-Agent: CaptiveNetworkSupport-209.39 wispr\r\n\r\n"
        ),
        b"200",
        APPLE,
    ),
    # Network Connectivity Status Indicator
    "windows": (
        (
            "GET /connecttest.txt HTTP/1.1\r\nConnection: Close\r\nUser-Agent: Microsoft NCSI\r\n"
            "Host: www.msftconnecttest.com\r\n\r\n"
        ),
        b"200",
        b"Microsoft Connect Test",
    ),
    "windows 7": (
        (
            "GET /ncsi.txt HTTP/1.1\r\nConnection: Close\r\nUser-Agent: Microsoft NCSI\r\n"
            "Host: www.msftncsi.com\r\n\r\n"
        ),
        b"200",
        b"Microsoft NCSI",
    ),
    "firefox": (
        (
            "GET /success.txt?ipv4 HTTP/1.1\r\nHost: detectportal.firefox.com\r\n"
            "User-Agent: Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0\r\n"
            "Accept: */*\r\n"
            "Accept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
            "Pragma: no-cache\r\nCache-Control: no-cache\r\n\r\n"
        ),
        b"200",
        b"success\n",
    ),
    # libcurl, as NetworkManager sets it up
    "gnome": (
        (
            "GET /check_network_status.txt HTTP/1.1\r\nHost: nmcheck.gnome.org\r\nAccept: */*\r\n"
            "Connection: close\r\n\r\n"
        ),
        b"200",
        b"NetworkManager is online\n",
    ),
    "kindle": (
        (
            "GET /kindle-wifi/wifistub.html HTTP/1.1\r\nHost: spectrum.s3.amazonaws.com\r\n"
            "Connection: Keep-Alive\r\nUser-Agent: Dalvik/2.1.0 (Linux; U; Android 9; KFMUWI)\r\n\r\n"
        ),
        b"200",
        b"81ce4465-7167-4dcb-835b-dcc9e44c112a",
    ),
}
"""Requests as these systems send them, and the status and the text that each wants."""


@dataclass
class Ports:
    """The port of the pages, port 80, and whether the own Wi-Fi is on."""

    page: int
    front: int
    is_on: bool = True

    def ask(self, path: str, host: str, method: str = "GET", body: str | None = None) -> HTTPResponse:
        with closing(HTTPConnection(HERE, self.front, timeout=10)) as connection:
            connection.request(method, path, body, {"Host": host})
            answer = connection.getresponse()
            answer.text = answer.read()  # type: ignore[attr-defined] # for the tests
            return answer

    def send(self, data: bytes) -> bytes:
        """Send bytes, and return all that comes until the other end closes or is idle."""
        with socket.create_connection((HERE, self.front), timeout=10) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: client.recv(65536), b""))


@pytest.fixture
def open_ports(app: Flask) -> Iterator[Callable[[str], Ports]]:
    """Yield a function that opens both ports, if the own Wi-Fi has an address."""
    closers = []

    def open_all(own_address: str = HERE) -> Ports:
        listener = socket.create_server((HERE, 0))
        ports = Ports(0, listener.getsockname()[1])
        names = MachineNames(lambda: {"bunco", "bunco.lan"})
        server = serve(app, HERE, 0, front_door=FrontDoor(listener, names, lambda: ports.is_on, own_address))
        closers.append(server.stop)
        ports.page = server.port
        return ports

    yield open_all
    for close in closers:
        close()


@pytest.fixture
def ports(open_ports: Callable[[], Ports]) -> Ports:
    return open_ports()


@pytest.mark.parametrize("system", QUESTIONS)
def test_each_system_gets_the_answer_that_it_wants(ports: Ports, system: str) -> None:
    """In the own Wi-Fi it takes the Wi-Fi for one with internet, and stays."""
    question, status, text = QUESTIONS[system]
    head, _, body = ports.send(question.encode()).partition(b"\r\n\r\n")
    assert head.split(b" ", 2)[1] == status
    assert text in body if text else body == b""
    assert b"location" not in head.lower()


@pytest.mark.parametrize("system", QUESTIONS)
def test_in_the_house_nothing_is_pretended(
    ports: Ports, open_ports: Callable[[str], Ports], system: str
) -> None:
    """Without the own Wi-Fi, or at another address of the machine, the answer says nothing about internet."""
    elsewhere = open_ports("10.42.0.1")
    ports.is_on = False
    for other in (ports, elsewhere):
        answer = other.send(QUESTIONS[system][0].encode())
        assert answer.split(b" ", 2)[1] == b"404"
        assert b"Success" not in answer
        assert b"online" not in answer


def test_all_questions_have_an_answer(ports: Ports) -> None:
    """Each name of the list is answered, in capital letters and with a dot at its end too."""
    for host, paths in PROBES.items():
        for path in paths:
            for name in (host, f"{host.upper()}.:80"):
                assert ports.ask(path, name).status in (200, 204)
    assert PROBES.keys() > NOT_NAMED


@pytest.mark.parametrize("host", ["bunco.lan", "bunco", "BUNCO.LAN", "bunco.lan:80"])
def test_a_typed_name_leads_to_the_page(ports: Ports, host: str) -> None:
    """The name stays, because browsers keep cookies by it; the path stays too."""
    answer = ports.ask("/join", host)
    assert answer.status == 302
    assert answer.headers["Location"] == f"http://{host.lower().removesuffix(':80')}:{ports.page}/join"
    assert ports.ask("/", host, "HEAD").status == 302


@pytest.mark.parametrize("host", [HERE, "10.0.0.7", "[::1]", "169.254.169.254"])
def test_an_address_leads_to_the_address_that_was_reached(ports: Ports, host: str) -> None:
    """Nobody can be led to another machine by an address in the request."""
    assert ports.ask("/", host).headers["Location"] == f"http://{HERE}:{ports.page}/"


@pytest.mark.parametrize(
    "path", ["//evil.example/", "/\\evil.example", "/a%0d%0aX:1", "/http://evil", "/a b"]
)
def test_an_odd_path_leads_to_the_first_page(ports: Ports, path: str) -> None:
    """Only plain paths are kept in the redirect."""
    answer = ports.send(f"GET {path} HTTP/1.1\r\nHost: bunco.lan\r\nConnection: close\r\n\r\n".encode())
    if answer.split(b" ", 2)[1] == b"302":
        assert f"Location: http://bunco.lan:{ports.page}/\r\n".encode() in answer
    else:
        assert answer.split(b" ", 2)[1] == b"400"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "bunco.lan.evil.example",
        "evil.example:80@bunco.lan",
        "bunco.lan#x",
        "x" * 300,
        "\xff",
        "",
    ],
)
def test_a_hostile_name_gets_nothing(ports: Ports, host: str) -> None:
    """No other name leads anywhere, and none is repeated in the answer."""
    data = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
    answer = ports.send(data)
    assert answer.split(b" ", 2)[1] in (b"404", b"400")
    assert b"Location" not in answer
    assert b"evil" not in answer


def test_a_question_with_another_path_shows_no_portal(ports: Ports) -> None:
    """A redirect would make a telephone open a page to sign in."""
    assert ports.ask("/other", "connectivitycheck.gstatic.com").status == 404
    assert ports.ask("/generate_204", "connectivitycheck.gstatic.com", "POST", "x").status == 404


def test_pages_are_not_served_at_port_80(ports: Ports, service: FakePageService) -> None:
    """Nothing can be tapped there, and the pages know nothing of it."""
    assert ports.ask("/api/table/1/ring", "bunco.lan", "POST", "{}").status == 404
    assert service.commands == []
    with closing(HTTPConnection(HERE, ports.page, timeout=10)) as connection:
        connection.request("GET", "/generate_204", headers={"Host": "connectivitycheck.gstatic.com"})
        assert connection.getresponse().status == 421


def test_a_request_without_end_is_refused_there_too(ports: Ports) -> None:
    """Port 80 has the same gate as the pages."""
    answer = ports.send(b"GET / HTTP/1.1\r\nHost: bunco.lan\r\nX: " + b"x" * 20_000 + b"\r\n\r\n")
    assert answer.split(b" ", 2)[1] == b"431"


def test_both_ports_are_closed_at_the_end(app: Flask) -> None:
    """A stopped server answers at neither."""
    listener = socket.create_server((HERE, 0))
    front = listener.getsockname()[1]
    with serve(app, HERE, 0, front_door=FrontDoor(listener, MachineNames(), lambda: True)):
        socket.create_connection((HERE, front)).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, front))
