"""The threads that make answers, and in which order they do."""

import threading

import pytest

from pi_bunco.threads import ThreadTrouble
from pi_bunco.web.wire.connection import Connection
from pi_bunco.web.wire.workers import FairQueue, Workers
from tests.web.wire.fake_connections import make_connection


class Clock:
    """A clock that a test puts on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def turns_of(
    at_once: int, a_second: float = 1000, burst: int = 1000, clock: Clock | None = None
) -> FairQueue:
    return FairQueue(at_once, a_second, burst, clock or Clock())


def test_each_address_has_its_turn() -> None:
    """A caller with ten requests is not served ten times before a caller with one."""
    turns = turns_of(at_once=9)
    for who in ("Ann", "Ann", "Ann", "Bob", "Cy", "Bob"):
        turns.put(make_connection(who))
    order = []
    while one := turns.take():
        order.append(one.caller.key)
    assert order == ["Ann", "Bob", "Cy", "Ann", "Bob", "Ann"]


def test_devices_that_were_let_in_are_served_before_guests() -> None:
    """However many guests wait already, of the same address too; among themselves each has their turn."""
    turns = turns_of(at_once=99)
    for who in ("Ann", "Ann", "Bob"):
        turns.put(make_connection(who))
    for who in ("Cy", "Cy", "Ann"):
        turns.put(make_connection(who, has_priority=True))
    order = [(one.caller.key, one.has_priority) for one in iter(turns.take, None)]
    assert order[:3] == [("Cy", True), ("Ann", True), ("Cy", True)]
    assert order[3:] == [("Ann", False), ("Bob", False), ("Ann", False)]


def test_devices_that_were_let_in_do_not_get_all_workers_either() -> None:
    """Its address has its share; then guests are taken, so that no device can shut them out."""
    turns = turns_of(at_once=2)
    for _ in range(4):
        turns.put(make_connection("Ann", has_priority=True))
    turns.put(make_connection("Bob"))
    assert [one.caller.key for one in iter(turns.take, None)] == ["Ann", "Ann", "Bob"]
    assert turns.held_back


def test_one_address_never_has_all_workers() -> None:
    """Beyond its share its requests wait until one of them is answered, and the others go before."""
    turns = turns_of(at_once=2)
    for who in ("Ann", "Ann", "Ann", "Bob"):
        turns.put(make_connection(who))
    taken = [turns.take() for _ in range(4)]
    assert [one.caller.key if one else None for one in taken] == ["Ann", "Bob", "Ann", None]
    assert taken[0] is not None
    turns.finish(taken[0])
    last = turns.take()
    assert last is not None
    assert last.caller.key == "Ann"


def test_the_machine_itself_has_as_many_as_it_asks_for() -> None:
    """Its own screen and its doctor wait for no share."""
    turns = turns_of(at_once=1)
    for _ in range(3):
        turns.put(make_connection("127.0.0.1", exempt=True))
    assert all(turns.take() for _ in range(3))


def test_a_caller_with_endless_requests_is_held_back() -> None:
    """After a burst an address has so many answers a second; others and the machine itself do not wait."""
    clock = Clock()
    turns = turns_of(at_once=99, a_second=2, burst=3, clock=clock)
    for _ in range(9):
        turns.put(make_connection("Ann"))
        turns.put(make_connection("127.0.0.1", exempt=True))

    def taken() -> list[str]:
        return [one.caller.key for one in iter(turns.take, None)]

    assert sorted(taken()) == ["127.0.0.1"] * 9 + ["Ann"] * 3
    assert turns.held_back
    turns.put(make_connection("Bob"))
    assert taken() == ["Bob"]
    clock.now += 0.4
    assert taken() == []
    clock.now += 0.1
    assert taken() == ["Ann"]
    clock.now += 1
    assert taken() == ["Ann"] * 2
    clock.now += 1000
    assert taken() == ["Ann"] * 3  # no more than a burst, however long it was silent
    assert not turns.held_back


def test_a_caller_who_was_held_back_is_answered_in_the_end() -> None:
    """Nothing else has to happen: a worker looks again by itself."""
    answered = threading.Semaphore(0)
    workers = Workers(2, FairQueue(2, 10, 1), lambda _: answered.release())
    for _ in range(3):
        workers.put(make_connection("Ann"))
    for _ in range(3):
        assert answered.acquire(timeout=60)
    workers.close(60)


def test_a_request_that_fails_costs_no_worker() -> None:
    """The same thread answers the next one."""
    answered = threading.Event()

    def work(one: Connection) -> None:
        if one.caller.key == "Ann":
            raise ValueError(one)
        answered.set()

    workers = Workers(1, turns_of(at_once=1), work)
    for who in ("Ann", "Ann", "Bob"):
        workers.put(make_connection(who))
    assert answered.wait(60)
    workers.close(60)


def test_if_one_thread_cannot_start_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without threads leaves no half of a pool behind, which would keep the program alive."""
    before, really = threading.active_count(), threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name.endswith("3"):
            raise RuntimeError("can't start new thread")
        really(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ThreadTrouble, match="starts no further thread"):
        Workers(4, turns_of(at_once=1), lambda _: None)
    assert threading.active_count() == before
