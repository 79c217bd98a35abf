"""Clients with many addresses on one machine, which has all addresses of 127.0.0.0/8."""

import http.client
import json
import socket
from typing import Any

from pi_bunco.web.wire.caller import Caller

PATIENCE = 60.0
"""Seconds that a slow machine may take for one step; nothing is decided by how long it takes."""


def as_guests(peer: str, _: str) -> Caller:
    """Treat each address as a guest's, with its limits, although it belongs to this machine."""
    return Caller(peer)


def connect(port: int, source: str = "127.0.0.1", *, buffer: int | None = None) -> socket.socket:
    """Connect from an address. The system holds about `buffer` bytes that nobody has read yet."""
    caller = socket.socket()
    if buffer:
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    caller.settimeout(PATIENCE)
    caller.bind((source, 0))
    caller.connect(("127.0.0.1", port))
    return caller


def get(port: int, path: str, source: str = "127.0.0.1") -> tuple[int, bytes]:
    """Return the status and the body of a page, over a new connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def tap(port: int, name: str, body: dict[str, Any], source: str = "127.0.0.1") -> int:
    """Send a command to table 1, and return the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"/api/table/1/{name}", json.dumps(body), headers)
        return connection.getresponse().status
    finally:
        connection.close()


def read_rest(caller: socket.socket) -> bytes:
    """Return all data until the other end closes or breaks the connection."""
    data = b""
    try:
        while more := caller.recv(1 << 16):
            data += more
    except ConnectionError:
        pass
    finally:
        caller.close()
    return data


class Stream:
    """The event stream of one open page."""

    def __init__(self, port: int, source: str = "127.0.0.1", about: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
        self.connection.request("GET", f"/events{about}")
        self.response = self.connection.getresponse()

    def next_event(self) -> tuple[str, Any]:
        """Return the next event. A ``retry`` line that changes the usual time counts as an event."""
        name = ""
        while line := self.response.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                return name, json.loads(line[6:])
            elif line.startswith("retry: ") and line != "retry: 1000\n":
                return "retry", int(line[7:])
        return "end", None

    def wait_for(self, wanted: str) -> Any:
        """Skip other events, and return the data of the first event with this name."""
        while (event := self.next_event())[0] != wanted:
            assert event[0] != "end"
        return event[1]

    def wait_for_text(self, text: str) -> None:
        """Wait for a snapshot that has this text in its field ``told``."""
        while self.wait_for("snapshot")["told"] != text:
            pass

    def close(self) -> None:
        self.response.close()
        self.connection.close()
