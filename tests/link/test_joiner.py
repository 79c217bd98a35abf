"""A far Pi joins by the pages of a head, and does not believe what answers there without reason."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.link.authority import Authority, load_identity
from pi_bunco.link.joiner import complete_address, join
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.link.state import FAR_FILE, FarState, load_state

NONCE = "0" * 32


class Head:
    """The pages of a head: a test sets the answers."""

    def __init__(self, authority: Authority) -> None:
        self.authority = authority
        self.request = b""
        self.answers: dict[str, Callable[[], bytes]] = {
            "ask": lambda: self.offer(authority.certificate.decode()),
            "reveal": lambda: b'{"state":"waiting"}',
            "answer": self.let_in,
        }
        head = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                what = self.path.rpartition("/")[2]
                if what == "ask":
                    head.request = json.loads(body)["request"].encode()
                answer = head.answers[what]()
                if answer == b"no HTTP":
                    self.wfile.write(b"rubbish\r\n\r\n")
                    return
                self.send_response(409 if b"error" in answer else 200)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def offer(self, certificate: str) -> bytes:
        """Return an offer with this certificate."""
        return json.dumps({"id": "a7", "nonce": NONCE, "authorities": certificate, "head": "bar"}).encode()

    def let_in(self) -> bytes:
        """Return the answer that lets the Pi in."""
        certificate = self.authority.sign(self.request, "hall").decode()
        return json.dumps({"state": "in", "certificate": certificate, "port": 8883}).encode()


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Head]:
    head = Head(Authority(tmp_path / "head"))
    yield head
    head.server.shutdown()
    head.server.server_close()


def test_a_pi_joins(head: Head, tmp_path: Path) -> None:
    """It shows a code, waits for the host, and then has its identity, and knows the head's name and port."""
    answers = iter([b'{"state":"waiting"}'] * 2)
    head.answers["answer"] = lambda: next(answers, b"") or head.let_in()
    codes: list[str] = []
    identity = join(head.address, tmp_path, codes.append, lambda _: False)
    assert identity
    assert (identity.name, identity.room, len(codes)) == ("hall", head.authority.room, 1)
    assert load_identity(tmp_path) == identity
    assert load_state(FarState, tmp_path / FAR_FILE) == FarState(
        head.address, 8883, name="bar", typed=head.address
    )


def test_a_pi_that_must_stop_has_no_identity(head: Head, tmp_path: Path) -> None:
    """A stop while it waits ends the joining, and nothing is written."""
    assert join(head.address, tmp_path, lambda _: None, lambda _: True) is None
    assert load_identity(tmp_path) is None


@pytest.mark.parametrize(
    ("what", "answer", "said"),
    [
        ("ask", b"<html>", "does not answer as the head"),
        ("ask", b"", "does not answer as the head"),
        ("ask", b"no HTTP", "does not answer as the head"),
        ("ask", b"[" * 30_000, "does not answer as the head"),
        ("ask", b'{"error":"Too many ask.","remedy":"Wait."}', "Too many ask. Wait."),
        ("ask", b'{"error":5}', "does not answer as the head"),
        ("ask", b"another certificate", "no certificate of a room"),
        ("reveal", b'{"error":"Unknown.","remedy":"Ask again."}', "Unknown."),
        ("answer", b'{"state":"refused"}', "did not let this Pi in"),
        ("answer", b'{"state":"in","certificate":"PEM","port":8883}', "no certificate for this Pi"),
    ],
)
def test_what_is_no_head_is_named(head: Head, tmp_path: Path, what: str, answer: bytes, said: str) -> None:
    """Something else than a head's answer ends the joining with a sentence, and nothing is written."""
    head.answers[what] = lambda: head.offer("rubbish") if answer == b"another certificate" else answer
    codes: list[str] = []
    with pytest.raises(Trouble, match=said):
        join(head.address, tmp_path, codes.append, lambda _: False)
    assert load_identity(tmp_path) is None
    assert not (codes and what == "ask")


def test_a_head_that_is_off_is_named(tmp_path: Path) -> None:
    """The sentence has the address and what to look at."""
    with pytest.raises(JoinTrouble, match=r"http://127\.0\.0\.1:9/ cannot be reached.*network"):
        join("http://127.0.0.1:9/", tmp_path, lambda _: None, lambda _: False)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("bunco.local", "http://bunco.local:8080/"),
        ("10.0.0.7:80", "http://10.0.0.7:80/"),
        ("http://10.0.0.7:8080/room?x=1", "http://10.0.0.7:8080/"),
        ("[fe80::1]:8080", "http://[fe80::1]:8080/"),
    ],
)
def test_addresses_are_completed(typed: str, address: str) -> None:
    """People may leave out what is usual, or copy the address of any page."""
    assert complete_address(typed) == address


@pytest.mark.parametrize(
    "typed", ["https://bunco/", "bunco:0", "bunco:99999", "bunco:x", "http://", "file:///a"]
)
def test_wrong_addresses_are_named(typed: str) -> None:
    """What is not the address of a Pi's pages gets an example."""
    with pytest.raises(JoinTrouble, match=r"not the address of a Pi.*192\.168"):
        complete_address(typed)


def test_missing_address_is_named() -> None:
    """An empty field is no address, and the message does not begin with a gap."""
    with pytest.raises(JoinTrouble, match=r"^The address of the head is missing\..*192\.168"):
        complete_address(" ")
