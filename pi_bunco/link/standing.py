"""What each Pi says of itself on its pages, so that the others find the head when they hear none.

It is not secret, and nobody believes it alone. A Pi that says it is the head must prove that by the
certificate of its broker (:func:`pi_bunco.link.mqtt.probe_server`).
"""

import http.client
import socket
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, TypeAdapter

from pi_bunco.link.messages import MAX_PIS, Address, Beginnings, Count, LinePlace, MemberName
from pi_bunco.machine.threads import start_thread

PATH = "api/link/standing"
_TIMEOUT = 1.5
"""Seconds in which a Pi must be reached, and then in which its whole answer must come."""
_MOST_AT_ONCE = 25
_MAX_BYTES = 12_000
_NO_ANSWER = (OSError, http.client.HTTPException, ValueError)
"""What is raised if nobody answers, or if the answer or the address is not valid."""
Bond = Literal["known", "removed", "strange"]
"""What a Pi has to do with another: it may belong to its room, was put out there, or is a stranger."""


class _NoRoom(ValueError):
    """A Pi has no room yet."""


@dataclass(frozen=True, slots=True)
class PiStanding:
    """What a Pi is in its room.

    Attributes
    ----------
    room
        The room's id.
    name
        Its name there.
    role
        Whether it is the head or follows it.
    term
        The term of the head, or the newest one that it has heard.
    port
        The port of its broker; 0: it has none.
    place
        The newest line of its log.
    begun
        The newest line of the log each time when another Pi became the head, also those before this one;
        empty if it began the room or is no head.
    members
        The names of the Pis that it has let in.
    head
        The address of the head that it follows, ``""`` if it is the head.
    """

    room: Annotated[str, Field(max_length=16)]
    name: MemberName
    role: Literal["head", "far"]
    term: Count
    port: Annotated[int, Field(ge=0, le=65535)]
    place: LinePlace | None
    begun: Beginnings = ()
    members: Annotated[tuple[MemberName, ...], Field(max_length=MAX_PIS)] = ()
    head: Address = ""

    def is_newer_head(self, other: "PiStanding") -> bool:
        """Return whether this head goes before another one of the room.

        Two Pis can become the head in the same term only if people have allowed both. Then the name decides.

        >>> first, second = (PiStanding("7c1f09aa", name, "head", 2, 8883, None) for name in ("bar", "hall"))
        >>> second.is_newer_head(first), first.is_newer_head(second), first.is_newer_head(first)
        (True, False, False)
        """
        return (self.term, self.name) > (other.term, other.name)


def fetch_standing(address: str) -> PiStanding | None:
    """Return the standing of the Pi with the pages at an address; ``None``: it does not answer properly.

    ``address``: such as ``http://10.0.0.7:8080/``.
    """
    try:
        return _ask(address)
    except _NO_ANSWER:
        return None


def find_bond(address: str, room: str, name: str) -> Bond:
    """Return what the Pi with the pages at an address has to do with a Pi of a room, by the ``name`` there.

    One that does not answer may know it.
    """
    try:
        standing = _ask(address)
    except _NoRoom:
        return "strange"
    except _NO_ANSWER:
        return "known"
    if standing.room != room:
        return "strange"
    return "removed" if standing.role == "head" and name not in standing.members else "known"


def fetch_standings(addresses: Mapping[str, str]) -> dict[str, PiStanding | None]:
    """Ask the pages of Pis at the same time, and return what each says by the same names."""
    with ThreadPoolExecutor(max_workers=_MOST_AT_ONCE) as pool:
        return dict(zip(addresses, pool.map(fetch_standing, addresses.values()), strict=True))


def _ask(address: str) -> PiStanding:
    """Return what the pages at an address say; raise one of :data:`_NO_ANSWER` if they do not."""
    parts = urlsplit(f"{address}{PATH}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(address)
    with closing(http.client.HTTPConnection(parts.hostname, parts.port, timeout=_TIMEOUT)) as connection:
        connection.connect()
        with _hang_up_after(_TIMEOUT, connection.sock):
            connection.request("GET", parts.path)
            answer = connection.getresponse()
            if answer.status == HTTPStatus.NOT_FOUND:
                raise _NoRoom
            if answer.status != HTTPStatus.OK:
                raise ValueError(answer.status)
            return _STANDING.validate_json(answer.read(_MAX_BYTES))


@contextmanager
def _hang_up_after(seconds: float, connection: socket.socket) -> Iterator[None]:
    """End a connection if the block takes longer: its own timeout begins anew with each byte that comes."""

    def hang_up() -> None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, hang_up)
    timer.daemon = True
    start_thread(timer)
    try:
        yield
    finally:
        timer.cancel()


_STANDING = TypeAdapter(PiStanding)
