"""People of many addresses on one machine, as sockets: all of 127.0.0.0/8 is here."""

import http.client
import json
import socket
from typing import Any

from pi_bunco.web.wire.caller import Caller

PATIENCE = 60.0
"""Seconds that a slow machine may take for one step; nothing is decided by how long it takes."""


def as_guests(peer: str, _: str) -> Caller:
    """Take addresses of this machine for others' ones: each with its limits."""
    return Caller(peer)


def call(port: int, source: str = "127.0.0.1", *, buffer: int | None = None) -> socket.socket:
    """Connect from an address; `buffer`: how many bytes the system takes before they are read, or so."""
    caller = socket.socket()
    if buffer:
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    caller.settimeout(PATIENCE)
    caller.bind((source, 0))
    caller.connect(("127.0.0.1", port))
    return caller


def get(port: int, path: str, source: str = "127.0.0.1") -> tuple[int, bytes]:
    """Get something on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def tap(port: int, name: str, body: dict[str, Any], source: str = "127.0.0.1") -> int:
    """Tap something, and return the answer's status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"/api/table/1/{name}", json.dumps(body), headers)
        return connection.getresponse().status
    finally:
        connection.close()


def rest(caller: socket.socket) -> bytes:
    """Read until the other end closes; a connection that is broken off is closed too."""
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
    """One open page's event stream."""

    def __init__(self, port: int, source: str = "127.0.0.1", about: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (source, 0))
        self.connection.request("GET", f"/events{about}")
        self.response = self.connection.getresponse()

    def event(self) -> tuple[str, Any]:
        """Wait for the next event; ``retry`` is one too, where it is alone."""
        name = ""
        while line := self.response.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                return name, json.loads(line[6:])
            elif line.startswith("retry: ") and line != "retry: 1000\n":
                return "retry", int(line[7:])
        return "end", None

    def until(self, wanted: str) -> Any:
        """Pass over other events."""
        while (event := self.event())[0] != wanted:
            assert event[0] != "end"
        return event[1]

    def hears(self, told: str) -> None:
        """Wait until it is shown this."""
        while self.until("snapshot")["told"] != told:
            pass

    def close(self) -> None:
        self.response.close()
        self.connection.close()
