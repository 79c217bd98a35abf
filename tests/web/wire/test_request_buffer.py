"""The buffer joins bytes to requests, and refuses early what cannot become one."""

import pytest

from pi_bunco import limits
from pi_bunco.web.wire.request_buffer import MAX_EMPTY_LINES, BadFraming, Request, RequestBuffer

HEAD = b"POST /api/table/1/enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"


def read_request(data: bytes) -> Request | None:
    buffer = RequestBuffer()
    buffer.add(data)
    return buffer.take_request()


def read_request_slowly(data: bytes) -> Request | None:
    buffer, request = RequestBuffer(), None
    for byte in data:
        buffer.add(bytes([byte]))
        request = buffer.take_request()
    return request


def test_a_request_may_come_byte_by_byte() -> None:
    """A request is complete with its last byte. More bytes belong to the next request."""
    whole, buffer = HEAD + b"dices", RequestBuffer()
    for byte in whole[:-1]:
        buffer.add(bytes([byte]))
        assert buffer.take_request() is None
        assert buffer.begun
    buffer.add(whole[-1:] + b"GET /")
    assert buffer.take_request() == Request(whole)
    assert buffer.begun
    assert buffer.take_request() is None


def test_two_requests_at_once_come_out_in_order() -> None:
    """A browser may send the next request before it has the answer (RFC 9112, 9.3.2)."""
    buffer = RequestBuffer()
    buffer.add(HEAD + b"first" + b"\r\n" + HEAD + b"other")
    assert buffer.take_request() == Request(HEAD + b"first")
    assert buffer.take_request() == Request(HEAD + b"other")
    assert buffer.take_request() is None
    assert not buffer.begun


def test_a_too_long_body_is_not_read() -> None:
    """The head is answered at once, and no other request may follow on this connection."""
    head = HEAD.replace(b": 5", b": %d" % (limits.REQUEST_BYTES + 1))
    assert read_request(head + b"x" * 99) == Request(head, last=True)
    assert read_request(HEAD.replace(b": 5", b": 1")) is None


def test_continue_is_sent_once() -> None:
    """``Expect: 100-continue`` counts when the head is complete, and only until the body is."""
    buffer = RequestBuffer()
    buffer.add(HEAD[:-2] + b"Expect: 100-Continue\r\n")
    assert buffer.take_request() is None
    assert not buffer.take_continue()
    buffer.add(b"\r\n")
    assert buffer.take_request() is None
    assert buffer.take_continue()
    assert not buffer.take_continue()
    buffer.add(b"dices")
    assert buffer.take_request() is not None
    assert not buffer.take_continue()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01", "400"),  # TLS
        (b"GET /\x00 HTTP/1.1\r\n\r\n", "400"),
        (b"GET /" + b"a" * limits.REQUEST_LINE_BYTES, "414"),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * limits.REQUEST_HEAD_BYTES, "431"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * (limits.REQUEST_HEADERS + 1) + b"\r\n", "431"),
        (HEAD.replace(b": 5", b": five"), "400"),
        (HEAD.replace(b": 5", b": -5"), "400"),
        (HEAD.replace(b": 5", b": +5"), "400"),
        (HEAD.replace(b": 5", b": 5, 5"), "400"),
        (HEAD.replace(b": 5", b": 1_0"), "400"),
        (HEAD.replace(b": 5", b":"), "400"),
        (HEAD.replace(b": 5", b": " + b"9" * 5000), "400"),
        (HEAD.replace(b"\r\n\r\n", b"\r\nContent-Length: 7\r\n\r\n"), "400"),
        (HEAD.replace(b"\r\n\r\n", b"\r\nHost: evil.example\r\n\r\n"), "400"),
        (HEAD.replace(b"Length:", b"Length :"), "400"),
        (HEAD.replace(b"Host", b"  Host"), "400"),
        (HEAD.replace(b"Host: ", b"Host\r"), "400"),
        (HEAD.replace(b"Host: localhost\r\n", b"no colon\r\n"), "400"),
        (HEAD.replace(b"localhost\r\n", b"localhost\n"), "400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndices\r\n0\r\n\r\n", "411"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nContent-Length: 5\r\n\r\ndices", "411"),
    ],
)
def test_what_cannot_become_a_request_is_refused(data: bytes, status: str) -> None:
    """The error has a status and a sentence, no matter in which pieces the bytes come."""
    with pytest.raises(BadFraming) as refused:
        read_request(data)
    assert refused.value.status.startswith(status)
    assert refused.value.text.endswith(".")
    with pytest.raises(BadFraming):
        read_request_slowly(data)


def test_the_buffer_has_a_limit() -> None:
    """A head without an end is refused when it is too long."""
    head = b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * limits.REQUEST_HEAD_BYTES
    short = RequestBuffer()
    short.add(head[:300])
    assert short.take_request() is None
    with pytest.raises(BadFraming, match="431"):
        read_request(head[: limits.REQUEST_HEAD_BYTES + 1])


def test_empty_lines_before_a_request_have_a_limit() -> None:
    """A few are ignored, for each request anew; a flood of them ends the connection at once."""
    buffer = RequestBuffer()
    for _ in range(3):
        buffer.add(b"\r\n" * MAX_EMPTY_LINES + b"GET / HTTP/1.1\r\n\r\n")
        assert buffer.take_request() is not None
    buffer.add(b"\r\n" * 500_000)
    with pytest.raises(BadFraming, match="empty lines"):
        buffer.take_request()
    slowly = RequestBuffer()
    for _ in range(MAX_EMPTY_LINES):
        slowly.add(b"\r\n")
        assert slowly.take_request() is None
    slowly.add(b"\r\n")
    with pytest.raises(BadFraming, match="empty lines"):
        slowly.take_request()
