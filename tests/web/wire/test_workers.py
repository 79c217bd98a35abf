"""The threads that make answers, and in which order they do."""

import threading

import pytest

from pi_bunco.threads import ThreadTrouble
from pi_bunco.web.wire.connection import Connection
from pi_bunco.web.wire.workers import Turns, Workers
from tests.web.wire.made import connection


def test_each_address_has_its_turn() -> None:
    """Who asks ten times does not come ten times before who asks once."""
    turns = Turns(at_once=9)
    for who in ("Ann", "Ann", "Ann", "Bob", "Cy", "Bob"):
        turns.put(connection(who))
    order = []
    while one := turns.take():
        order.append(one.caller.key)
    assert order == ["Ann", "Bob", "Cy", "Ann", "Bob", "Ann"]


def test_one_address_never_has_all_workers() -> None:
    """Beyond its share its requests wait until one of them is answered, and the others go before."""
    turns = Turns(at_once=2)
    for who in ("Ann", "Ann", "Ann", "Bob"):
        turns.put(connection(who))
    taken = [turns.take() for _ in range(4)]
    assert [one.caller.key if one else None for one in taken] == ["Ann", "Bob", "Ann", None]
    assert taken[0] is not None
    turns.done(taken[0])
    last = turns.take()
    assert last is not None
    assert last.caller.key == "Ann"


def test_the_machine_itself_has_as_many_as_it_asks_for() -> None:
    """Its own screen and its doctor wait for no share."""
    turns = Turns(at_once=1)
    for _ in range(3):
        turns.put(connection("127.0.0.1", exempt=True))
    assert all(turns.take() for _ in range(3))


def test_a_request_that_fails_costs_no_worker() -> None:
    """The same thread answers the next one."""
    answered = threading.Event()

    def work(one: Connection) -> None:
        if one.caller.key == "Ann":
            raise ValueError(one)
        answered.set()

    workers = Workers(1, Turns(at_once=1), work)
    for who in ("Ann", "Ann", "Bob"):
        workers.put(connection(who))
    assert answered.wait(60)
    workers.close(60)


def test_where_not_all_can_be_started_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without threads leaves no half of a pool behind, which would keep the program alive."""
    before, really = threading.active_count(), threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name.endswith("3"):
            raise RuntimeError("can't start new thread")
        really(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ThreadTrouble, match="starts no further thread"):
        Workers(4, Turns(at_once=1), lambda _: None)
    assert threading.active_count() == before
