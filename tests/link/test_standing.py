"""What a Pi says of itself is read from its pages, and what is none is ignored."""

import json
import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.link import standing as module
from pi_bunco.link.messages import MAX_HEADS, LinePlace
from pi_bunco.link.standing import PiStanding, fetch_standing, fetch_standings
from tests.link.pages import PLACE, Pages, make_standing, write_standing

GOOD = write_standing(make_standing("hall"))


def test_a_standing_comes_as_it_is() -> None:
    """The role, the term, the port and the places are those that the other Pi has sent."""
    for standing in (
        make_standing("hall", 3),
        PiStanding("7c1f09aa", "bar-2", "far", 1, 0, PLACE),
        PiStanding("7c1f09aa", "head", "head", 1, 8883, None),
    ):
        with Pages(write_standing(standing)) as pages:
            assert fetch_standing(pages.address) == standing
            assert pages.asked == ["/api/link/standing"]


def change(**fields: object) -> bytes:
    """Return a standing with other fields."""
    return json.dumps(json.loads(GOOD) | fields).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"<html>",
        b"null",
        b"[]",
        b"{}",
        b"[" * 1900,
        GOOD[:-1],
        GOOD + b"x",
        b" " * 20_000 + GOOD,
        b'["' + b"x" * 100_000_000,
        change(role="boss"),
        change(name="Head"),
        change(name="../head"),
        change(name="head\n"),
        change(name="x" * 33),
        change(name=""),
        change(room="x" * 17),
        change(term=-1),
        change(term=10**12),
        change(port=65536),
        change(port=-1),
        change(place={"game": 0, "seq": 1, "seal": "a" * 32}),
        change(place={"game": 1, "seq": 1, "seal": "../../etc"}),
        change(begun=5),
        change(begun=[5]),
        change(begun=[{"game": 1, "seq": 1, "seal": "a" * 32}] * 21),
    ],
    ids=lambda body: body[:40].decode(errors="replace"),
)
def test_something_else_is_no_standing(body: bytes) -> None:
    """What is no JSON, too long, or has a name or a number that cannot be, is ignored."""
    with Pages(body) as pages:
        assert fetch_standing(pages.address) is None
        pages.body = GOOD
        assert fetch_standing(pages.address)


def test_the_longest_standing_is_read() -> None:
    """A room may have had many heads."""
    place = LinePlace(10**6, 10**6, "a" * 32)
    longest = replace(make_standing("x" * 32, 10**6), place=place, begun=(place,) * MAX_HEADS)
    with Pages(write_standing(longest)) as pages:
        assert fetch_standing(pages.address) == longest


def test_spaces_after_a_standing_do_no_harm() -> None:
    """It is read up to the most bytes."""
    with Pages(GOOD.ljust(1500)) as pages:
        assert fetch_standing(pages.address)


@pytest.mark.parametrize("status", [400, 401, 404, 500, 503])
def test_an_error_is_no_standing(status: int) -> None:
    """A Pi that has no room, or no game yet, is no head."""
    with Pages(GOOD, status) as pages:
        assert fetch_standing(pages.address) is None


def test_redirects_lead_to_no_file_and_end(tmp_path: Path) -> None:
    """Pages that lead to a file of this Pi, or in a circle, say nothing."""
    (tmp_path / "standing").write_bytes(GOOD)
    for target in (f"file://{tmp_path}/standing", "/api/link/standing", "http://127.0.0.1:1/"):
        with Pages(GOOD, 302, {"Location": target}) as pages:
            assert fetch_standing(pages.address) is None


def test_a_silent_pi_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that takes connections and says nothing, and one that talks without sense, are given up."""
    monkeypatch.setattr(module, "_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, Pages(GOOD) as pages:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        standings = fetch_standings({"bar": address, "hall": pages.address, "attic": "http://127.0.0.1:1/"})
    assert [(name, standing is not None) for name, standing in standings.items()] == [
        ("bar", False),
        ("hall", True),
        ("attic", False),
    ]


def test_a_pi_that_drips_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that sends a byte now and then is given up, too: the whole answer must come in time."""
    monkeypatch.setattr(module, "_TIMEOUT", 0.5)
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as dripping:

        def drip() -> None:
            connection, _ = dripping.accept()
            with connection, suppress(OSError):
                connection.sendall(b"HTTP/1.0 200 OK\r\n")
                while not stop.wait(0.1):
                    connection.sendall(b"X-A: 1\r\n")

        thread = threading.Thread(target=drip)
        thread.start()
        began = time.monotonic()
        assert fetch_standing(f"http://127.0.0.1:{dripping.getsockname()[1]}/") is None
        took = time.monotonic() - began
        stop.set()
        thread.join()
    assert took < 8  # a hundred headers would take ten seconds


@pytest.mark.parametrize(
    "address",
    [
        "",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "http://",
        "http:///",
        "http://[/",
        "http://[::1/",
        "http://127.0.0.1:x/",
        "http://127.0.0.1:99999/",
        "http://a b/",
        "http://a\tb/",
        "http://../",
        "http://" + "x" * 70 + ".local/",
        "http://höhle.invalid/",
        "http://\N{PILE OF POO}/",
        "http://user@127.0.0.1:1/",
    ],
)
def test_impossible_addresses_say_nothing(address: str) -> None:
    """Whatever another Pi says its address was, the search goes on with the others."""
    assert fetch_standing(address) is None
    with Pages(GOOD) as pages:
        found = fetch_standings({"bar": address, "hall": pages.address})
    assert found == {"bar": None, "hall": make_standing("hall")}


def test_many_pis_are_asked_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name has its own answer, in their order."""
    monkeypatch.setattr("pi_bunco.link.standing._TIMEOUT", 60.0)  # one server has so many requests at once
    with Pages(GOOD) as pages:
        addresses = dict.fromkeys((f"pi-{number}" for number in range(60)), pages.address)
        assert fetch_standings(addresses) == dict.fromkeys(addresses, make_standing("hall"))
    assert fetch_standings({}) == {}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (make_standing("zoo", 1), make_standing("bar", 2)),
        (make_standing("bar", 2), make_standing("hall", 2)),
        (make_standing("hall", 2), make_standing("hall-2", 2)),
    ],
)
def test_of_two_heads_one_goes_first(first: PiStanding, second: PiStanding) -> None:
    """A higher term does, then the later name; so all Pis decide alike."""
    assert second.is_newer_head(first)
    assert not first.is_newer_head(second)
    assert not first.is_newer_head(first)
