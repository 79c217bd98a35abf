"""Gathers requests from bytes as they come, and refuses early what cannot become a request.

The framing of a request is checked here, and strictly (RFC 9112). Afterwards cheroot reads its content from
exactly the bytes that were framed.
"""

import re
from dataclasses import dataclass

from pi_bunco import limits

_END = re.compile(rb"\r?\n\r?\n")
_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_LENGTH = re.compile(rb"\d{1,18}")


class BadFraming(Exception):
    """These bytes cannot become a request.

    Parameters
    ----------
    status
        The status line's code and words.
    text
        Why, as one sentence.
    """

    def __init__(self, status: str, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


@dataclass(frozen=True, slots=True)
class Request:
    """One complete request.

    :data: Its bytes; without the body if that is longer than :data:`pi_bunco.limits.REQUEST_BYTES`.

    Attributes
    ----------
    data
        Its bytes; without the body where that is longer than :data:`pi_bunco.limits.REQUEST_BYTES`.
    last
        Whether no other request can follow, because nobody reads the rest of the body.
    """

    data: bytes
    last: bool = False


@dataclass(frozen=True, slots=True)
class _Head:
    size: int
    body: int
    asks_to_go_on: bool


class Gathering:
    r"""The bytes of one connection that have come and were not answered yet.

    >>> gathering = Gathering()
    >>> gathering.add(b"GET / HTTP/1.1\r\nHost: bunco\r\n")
    >>> gathering.request() is None
    True
    >>> gathering.add(b"\r\nGET /new")
    >>> gathering.request().data
    b'GET / HTTP/1.1\r\nHost: bunco\r\n\r\n'
    >>> gathering.begun
    True
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._looked = 0  # no head ends before this place
        self._head: _Head | None = None
        self._told_to_go_on = False

    @property
    def begun(self) -> bool:
        """Whether part of a request has come."""
        return bool(self._bytes)

    def add(self, data: bytes) -> None:
        """Add bytes that have come."""
        self._bytes += data

    def request(self) -> Request | None:
        """Take out the next request, ``None`` while it is incomplete.

        Raises
        ------
        BadFraming
            If the bytes cannot become a request. Then the connection is useless.
        """
        if self._head is None and not self._find_head():
            return None
        head = self._head
        assert head is not None  # noqa: S101 - found just now
        last = head.body > limits.REQUEST_BYTES
        size = head.size if last else head.size + head.body
        if len(self._bytes) < size:
            return None
        request = Request(bytes(self._bytes[:size]), last)
        del self._bytes[:size]
        self._looked, self._head, self._told_to_go_on = 0, None, False
        return request

    def goes_on(self) -> bool:
        """Return, once for each request, whether the browser waits for permission to send the body."""
        if self._head is None or not self._head.asks_to_go_on or self._told_to_go_on:
            return False
        self._told_to_go_on = True
        return True

    def _find_head(self) -> bool:
        while self._bytes.startswith(b"\r\n"):  # ignored before a request (RFC 9112, 2.2)
            del self._bytes[:2]
        if self._bytes and not (self._bytes[:1].isalpha() or self._bytes == b"\r"):
            raise BadFraming("400 Bad Request", "This is no request of HTTP.")
        end = _END.search(self._bytes, self._looked)
        line = self._bytes.find(b"\n", 0, limits.REQUEST_LINE_BYTES)
        if line < 0 and len(self._bytes) >= limits.REQUEST_LINE_BYTES:
            raise BadFraming("414 URI Too Long", "This address is too long.")
        size = end.end() if end else len(self._bytes)
        if size > limits.REQUEST_HEAD_BYTES:
            raise BadFraming(
                "431 Request Header Fields Too Large", "The headers of this request are too long."
            )
        if end is None:
            self._looked = max(len(self._bytes) - 3, 0)
            return False
        self._head = _read(bytes(self._bytes[:size]))
        return True


def _read(head: bytes) -> _Head:
    """Read from a head how long its request is."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    if _CONTROL.search(first.rstrip(b"\n")):  # cheroot refuses a line that ends with this alone
        raise BadFraming("400 Bad Request", "The first line of this request cannot be read.")
    if len(lines) > limits.REQUEST_HEADERS:
        raise BadFraming("431 Request Header Fields Too Large", "This request has too many headers.")
    said: dict[bytes, list[bytes]] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not _NAME.fullmatch(name) or _CONTROL.search(value):
            raise BadFraming("400 Bad Request", "A header of this request cannot be read.")
        said.setdefault(name.lower(), []).append(value.strip(b" \t"))
    if b"transfer-encoding" in said:
        raise BadFraming("411 Length Required", "A request must say how long it is (Content-Length).")
    if len(said.get(b"host", ())) > 1:
        raise BadFraming("400 Bad Request", "This request names two hosts.")
    lengths = said.get(b"content-length", [b"0"])
    if len(lengths) > 1 or not _LENGTH.fullmatch(lengths[0]):
        raise BadFraming("400 Bad Request", "The length of this request (Content-Length) cannot be read.")
    return _Head(len(head), int(lengths[0]), b"100-continue" in map(bytes.lower, said.get(b"expect", ())))
