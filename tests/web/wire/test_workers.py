"""The threads that make answers, and the order in which they take requests."""

import threading

import pytest

from pi_bunco.machine.threads import ThreadTrouble
from pi_bunco.web.wire.connection import Connection
from pi_bunco.web.wire.request_buffer import Request
from pi_bunco.web.wire.workers import FairQueue, Workers
from tests.web.wire.fake_connections import make_connection


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def make_queue(
    at_once: int, a_second: float = 1000, burst: int = 1000, clock: Clock | None = None
) -> FairQueue:
    return FairQueue(at_once, a_second, burst, clock=clock or Clock())


def test_each_address_has_its_turn() -> None:
    """A caller with one request need not wait for all ten of another caller."""
    queue = make_queue(at_once=9)
    for who in ("Ann", "Ann", "Ann", "Bob", "Cy", "Bob"):
        queue.put(make_connection(who))
    order = []
    while connection := queue.take():
        order.append(connection.caller.key)
    assert order == ["Ann", "Bob", "Cy", "Ann", "Bob", "Ann"]


def test_devices_that_were_let_in_are_served_before_guests() -> None:
    """Admitted devices are served first, however many guests wait. They take turns by their addresses."""
    queue = make_queue(at_once=99)
    for who in ("Ann", "Ann", "Bob"):
        queue.put(make_connection(who))
    for who in ("Cy", "Cy", "Ann"):
        queue.put(make_connection(who, has_priority=True))
    order = [(connection.caller.key, connection.has_priority) for connection in iter(queue.take, None)]
    assert order[:3] == [("Cy", True), ("Ann", True), ("Cy", True)]
    assert order[3:] == [("Ann", False), ("Bob", False), ("Ann", False)]


def test_few_pages_of_guests_are_answered_at_once() -> None:
    """One page of a guest and one tap are answered at once. Let-in devices and the machine do not wait."""
    queue = FairQueue(9, 1000, 1000, 1, 1)
    page, tap = Request(b"GET / HTTP/1.1\r\n\r\n"), Request(b"POST /api/table/1/ring HTTP/1.1\r\n\r\n")
    for who, request in (("Ann", page), ("Bob", page), ("Cy", tap), ("Di", tap)):
        connection = make_connection(who)
        connection.request = request
        queue.put(connection)
    taken = list(iter(queue.take, None))
    assert [connection.caller.key for connection in taken] == ["Cy", "Ann"]
    queue.put(make_connection("Eve", has_priority=True))
    queue.put(make_connection("127.0.0.1", exempt=True))
    assert [connection.caller.key for connection in iter(queue.take, None)] == ["Eve", "127.0.0.1"]
    assert queue.held_back
    for connection in taken:
        queue.finish(connection)
        assert [connection.caller.key for connection in iter(queue.take, None)] == [
            "Di" if connection is taken[0] else "Bob"
        ]
    assert not queue.held_back


def test_a_request_is_taken_back_before_a_worker_has_it() -> None:
    """Afterwards it is too late."""
    queue = make_queue(at_once=9)
    first, second = make_connection("Ann"), make_connection("Ann")
    tablet = make_connection("Bob", has_priority=True)
    for connection in (first, second, tablet):
        queue.put(connection)
    assert queue.take_out(first)
    assert queue.take_out(tablet)
    assert not queue.take_out(first)
    assert list(iter(queue.take, None)) == [second]
    assert not queue.take_out(second)
    assert not queue.held_back


def test_admitted_devices_do_not_get_all_workers() -> None:
    """The address of admitted devices has its share. Then guests are served, so that nobody is shut out."""
    queue = make_queue(at_once=2)
    for _ in range(4):
        queue.put(make_connection("Ann", has_priority=True))
    queue.put(make_connection("Bob"))
    assert [connection.caller.key for connection in iter(queue.take, None)] == ["Ann", "Ann", "Bob"]
    assert queue.held_back


def test_one_address_never_has_all_workers() -> None:
    """Requests beyond its share wait until one of its requests is answered. Others come first."""
    queue = make_queue(at_once=2)
    for who in ("Ann", "Ann", "Ann", "Bob"):
        queue.put(make_connection(who))
    taken = [queue.take() for _ in range(4)]
    assert [connection.caller.key if connection else None for connection in taken] == [
        "Ann",
        "Bob",
        "Ann",
        None,
    ]
    assert taken[0] is not None
    queue.finish(taken[0])
    last = queue.take()
    assert last is not None
    assert last.caller.key == "Ann"


def test_the_machine_itself_has_no_limit() -> None:
    """The machine's own screen and its doctor do not wait."""
    queue = make_queue(at_once=1)
    for _ in range(3):
        queue.put(make_connection("127.0.0.1", exempt=True))
    assert all(queue.take() for _ in range(3))


def test_a_caller_with_endless_requests_is_held_back() -> None:
    """After a burst an address gets few answers a second. Others and the machine itself do not wait."""
    clock = Clock()
    queue = make_queue(at_once=99, a_second=2, burst=3, clock=clock)
    for _ in range(9):
        queue.put(make_connection("Ann"))
        queue.put(make_connection("127.0.0.1", exempt=True))

    def taken() -> list[str]:
        return [connection.caller.key for connection in iter(queue.take, None)]

    assert sorted(taken()) == ["127.0.0.1"] * 9 + ["Ann"] * 3
    assert queue.held_back
    queue.put(make_connection("Bob"))
    assert taken() == ["Bob"]
    clock.now += 0.4
    assert taken() == []
    clock.now += 0.1
    assert taken() == ["Ann"]
    clock.now += 1
    assert taken() == ["Ann"] * 2
    clock.now += 1000
    assert taken() == ["Ann"] * 3  # no more than a burst, even after a long silence

    assert not queue.held_back


def test_a_caller_who_was_held_back_is_answered_in_the_end() -> None:
    """No other event is necessary: a worker looks again by itself."""
    answered = threading.Semaphore(0)
    workers = Workers(2, FairQueue(2, 10, 1), lambda _: answered.release())
    for _ in range(3):
        workers.put(make_connection("Ann"))
    for _ in range(3):
        assert answered.acquire(timeout=60)
    workers.close(60)


def test_a_request_that_fails_costs_no_worker() -> None:
    """The same thread answers the next request."""
    answered = threading.Event()

    def work(connection: Connection) -> None:
        if connection.caller.key == "Ann":
            raise ValueError(connection)
        answered.set()

    workers = Workers(1, make_queue(at_once=1), work)
    for who in ("Ann", "Ann", "Bob"):
        workers.put(make_connection(who))
    assert answered.wait(60)
    workers.close(60)


def test_if_one_thread_cannot_start_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads that did start would otherwise keep the program alive."""
    before, start = threading.active_count(), threading.Thread.start

    def start_or_fail(thread: threading.Thread) -> None:
        if thread.name.endswith("3"):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_or_fail)
    with pytest.raises(ThreadTrouble, match="starts no more threads"):
        Workers(4, make_queue(at_once=1), lambda _: None)
    assert threading.active_count() == before
