"""Collects bytes until a request is complete, and refuses early what cannot become a request.

It finds out strictly where a request begins and ends (RFC 9112). Cheroot then reads exactly these bytes.
"""

import re
from dataclasses import dataclass

from pi_bunco import limits

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_COOKIE = rb"^(?i:cookie):(?:[^\r\n]*;)?[ \t]*%s=([\w.=-]{1,200})[ \t]*(?:;|\r?$)"
_DIGITS = re.compile(rb"\d{1,18}")

MAX_EMPTY_LINES = 4
"""Most empty lines before a request. Old clients send one after a body."""


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

    Attributes
    ----------
    data
        Its bytes, without the body if that is longer than :data:`pi_bunco.limits.REQUEST_BYTES`.
    last
        Whether no other request can follow, because the rest of the body is not read.
    """

    data: bytes
    last: bool = False

    @property
    def is_tap(self) -> bool:
        r"""Whether it asks to change something.

        >>> Request(b"POST /api/table/1/ring HTTP/1.1\r\n\r\n").is_tap
        True
        """
        return self.data.startswith(b"POST ")

    def find_cookie(self, name: str) -> str | None:
        r"""Return the cookie of a name, ``None`` if the request has none.

        >>> Request(b"GET / HTTP/1.1\r\nCookie: x=1; device=a7.b\r\n\r\n").find_cookie("device")
        'a7.b'
        >>> Request(b"POST / HTTP/1.1\r\n\r\nCookie: device=a7.b\r\n").find_cookie("device") is None
        True
        """
        head = self.data.partition(b"\r\n\r\n")[0]
        found = re.search(_COOKIE % re.escape(name.encode()), head, re.MULTILINE)
        return found[1].decode() if found else None


@dataclass(frozen=True, slots=True)
class _Head:
    size: int
    body: int
    expects_continue: bool


class RequestBuffer:
    r"""The bytes of one connection that have come and are not part of an answered request.

    >>> buffer = RequestBuffer()
    >>> buffer.add(b"GET / HTTP/1.1\r\nHost: bunco\r\n")
    >>> buffer.take_request() is None
    True
    >>> buffer.add(b"\r\nGET /new")
    >>> buffer.take_request().data
    b'GET / HTTP/1.1\r\nHost: bunco\r\n\r\n'
    >>> buffer.begun
    True
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._empty_lines = 0  # before the next request
        self._searched = 0  # the head does not end before this position
        self._head: _Head | None = None
        self._continue_sent = False

    @property
    def begun(self) -> bool:
        """Whether part of a request has come."""
        return bool(self._bytes)

    def add(self, data: bytes) -> None:
        """Add bytes that have come."""
        self._bytes += data

    def take_request(self) -> Request | None:
        """Remove the next request and return it, ``None`` while it is incomplete.

        Raises
        ------
        BadFraming
            If the bytes cannot become a request. Then the connection has to be closed.
        """
        head = self._head = self._head or self._find_head()
        if head is None:
            return None
        last = head.body > limits.REQUEST_BYTES
        size = head.size if last else head.size + head.body
        if len(self._bytes) < size:
            return None
        request = Request(bytes(self._bytes[:size]), last)
        del self._bytes[:size]
        self._searched, self._head, self._continue_sent, self._empty_lines = 0, None, False, 0
        return request

    def take_continue(self) -> bool:
        """Return whether to send “100 Continue” now. Each request that waits for it gets it once."""
        if self._head is None or not self._head.expects_continue or self._continue_sent:
            return False
        self._continue_sent = True
        return True

    def _find_head(self) -> _Head | None:
        """Return the head of the next request, ``None`` while it is incomplete."""
        self._drop_empty_lines()
        if self._bytes and not (self._bytes[:1].isalpha() or self._bytes == b"\r"):
            raise BadFraming("400 Bad Request", "This is no request of HTTP.")
        end = _HEAD_END.search(self._bytes, self._searched)
        line = self._bytes.find(b"\n", 0, limits.REQUEST_LINE_BYTES)
        if line < 0 and len(self._bytes) >= limits.REQUEST_LINE_BYTES:
            raise BadFraming("414 URI Too Long", "This address is too long.")
        size = end.end() if end else len(self._bytes)
        if size > limits.REQUEST_HEAD_BYTES:
            raise BadFraming(
                "431 Request Header Fields Too Large", "The headers of this request are too long."
            )
        if end is None:
            self._searched = max(len(self._bytes) - 3, 0)
            return None
        return _parse_head(bytes(self._bytes[:size]))

    def _drop_empty_lines(self) -> None:
        """Drop empty lines before a request (RFC 9112, 2.2). Endless ones would cost much time."""
        if not self._bytes.startswith(b"\r\n"):
            return
        while self._bytes.startswith(b"\r\n") and self._empty_lines <= MAX_EMPTY_LINES:
            del self._bytes[:2]
            self._empty_lines += 1
        if self._empty_lines > MAX_EMPTY_LINES:
            raise BadFraming("400 Bad Request", "There are too many empty lines before this request.")


def _parse_head(head: bytes) -> _Head:
    """Return the length of a request, read from its head."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    if _CONTROL.search(first.rstrip(b"\n")):  # cheroot refuses a first line that ends with \n alone
        raise BadFraming("400 Bad Request", "The first line of this request cannot be read.")
    if len(lines) > limits.REQUEST_HEADERS:
        raise BadFraming("431 Request Header Fields Too Large", "This request has too many headers.")
    headers: dict[bytes, list[bytes]] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not _NAME.fullmatch(name) or _CONTROL.search(value):
            raise BadFraming("400 Bad Request", "A header of this request cannot be read.")
        headers.setdefault(name.lower(), []).append(value.strip(b" \t"))
    if b"transfer-encoding" in headers:
        raise BadFraming("411 Length Required", "A request must say how long it is (Content-Length).")
    if len(headers.get(b"host", ())) > 1:
        raise BadFraming("400 Bad Request", "This request names two hosts.")
    lengths = headers.get(b"content-length", [b"0"])
    if len(lengths) > 1 or not _DIGITS.fullmatch(lengths[0]):
        raise BadFraming("400 Bad Request", "The length of this request (Content-Length) cannot be read.")
    return _Head(len(head), int(lengths[0]), b"100-continue" in map(bytes.lower, headers.get(b"expect", ())))
