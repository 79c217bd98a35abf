"""Who may stay where many call."""

import pytest

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState
from pi_bunco.web.wire.connection_limits import ConnectionLimits, NoConnectionFree
from tests.web.wire.fake_connections import make_connection

ANN, BOB, CY = Caller("Ann"), Caller("Bob"), Caller("Cy")


def make_limits(
    *connections: Connection, per_address: int = 4, most: int = 6, streams: int = 3
) -> ConnectionLimits:
    made = ConnectionLimits(per_address=per_address, most=most, streams=streams)
    for one in connections:
        made.add(one)
        if one.state is ConnectionState.STREAMING:
            assert made.begin_stream(one) is None
    return made


def test_there_is_room_up_to_the_limit() -> None:
    """Nobody makes way before an address has as many as it may have; others do not count for it."""
    full = make_limits(*(make_connection("Ann") for _ in range(3)), make_connection("Bob"))
    assert full.find_to_evict(ANN, 100) is None
    full.add(make_connection("Ann"))
    assert full.find_to_evict(ANN, 100) is not None
    assert full.find_to_evict(BOB, 100) is None


def test_the_least_active_connection_is_closed_first() -> None:
    """First who says goodbye, then who says nothing, begins, takes an answer, is kept up to date."""
    order = [
        ConnectionState.CLOSING,
        ConnectionState.IDLE,
        ConnectionState.RECEIVING,
        ConnectionState.SENDING,
        ConnectionState.STREAMING,
    ]
    here = [make_connection("Ann", state, since) for since, state in enumerate(reversed(order))]
    full = make_limits(*here, per_address=5, most=9)
    for state in order:
        leaves = full.find_to_evict(ANN, 100)
        assert leaves is not None
        assert leaves.state is state
        full.remove(leaves)
        full.add(make_connection("Ann", ConnectionState.WORKING))


def test_the_oldest_is_closed_but_no_new_one() -> None:
    """Of those who do the same the oldest goes; who came this second may speak before a stream stays."""
    old, older = make_connection("Ann", since=20), make_connection("Ann", since=10)
    assert make_limits(old, older, per_address=2).find_to_evict(ANN, 100) is older
    stream, fresh = make_connection("Ann", ConnectionState.STREAMING, 50), make_connection("Ann", since=99.9)
    assert make_limits(fresh, stream, per_address=2).find_to_evict(ANN, 100) is stream
    assert make_limits(fresh, stream, per_address=2).find_to_evict(ANN, 102) is fresh
    with pytest.raises(NoConnectionFree):
        make_limits(fresh, per_address=1).find_to_evict(ANN, 100)


def test_a_connection_that_is_being_answered_stays() -> None:
    """Where that is all of them the newcomer has to wait outside."""
    full = make_limits(*(make_connection("Ann", ConnectionState.WORKING) for _ in range(4)))
    with pytest.raises(NoConnectionFree):
        full.find_to_evict(ANN, 100)


def test_at_the_limit_the_address_with_most_loses_one() -> None:
    """A newcomer gets in at the cost of who has most; who has most gets in at its own cost."""
    full = make_limits(
        *(make_connection("Ann") for _ in range(4)), *(make_connection("Bob") for _ in range(2))
    )
    leaves = full.find_to_evict(CY, 100)
    assert leaves is not None
    assert leaves.caller == ANN
    even = make_limits(
        *(make_connection("Ann") for _ in range(3)), *(make_connection("Bob") for _ in range(3))
    )
    leaves = even.find_to_evict(BOB, 100)
    assert leaves is not None
    assert leaves.caller == BOB


def test_the_machine_itself_has_no_limit() -> None:
    """Its own screen connects although everything is full. It is not counted, and never closed."""
    itself = Caller("127.0.0.1", exempt=True)
    full = make_limits(*(make_connection("127.0.0.1", exempt=True) for _ in range(9)), per_address=2, most=2)
    assert full.find_to_evict(itself, 100) is None
    assert full.find_to_evict(ANN, 100) is None
    full.add(make_connection("Ann"))
    full.add(make_connection("Bob"))
    leaves = full.find_to_evict(CY, 100)
    assert leaves is not None
    assert not leaves.caller.exempt


def test_a_place_is_free_again_when_somebody_left() -> None:
    """What left is not counted any more, and its address is forgotten with its last connection."""
    here = [make_connection("Ann") for _ in range(4)]
    full = make_limits(*here)
    for one in here:
        full.remove(one)
    assert list(full) == []
    assert full.find_to_evict(ANN, 100) is None


def test_streams_are_shared_fairly() -> None:
    """When there are too many the oldest of the address that has most of them ends."""
    first, second, third = (make_connection(who, ConnectionState.STREAMING) for who in ("Bob", "Ann", "Ann"))
    full = make_limits(first, second, third)
    newcomer = make_connection("Cy", ConnectionState.STREAMING)
    full.add(newcomer)
    assert full.begin_stream(newcomer) is second
    full.remove(second)
    assert full.streams == [first, third, newcomer]
    again = make_connection("Ann", ConnectionState.STREAMING)
    full.add(again)
    assert full.begin_stream(again) is third


def test_streams_of_the_machine_itself_are_not_counted() -> None:
    """Its screen takes nobody's place, and nobody takes its place."""
    full = make_limits(
        *(make_connection("127.0.0.1", ConnectionState.STREAMING, exempt=True) for _ in range(5))
    )
    for who in ("Ann", "Bob", "Cy"):
        one = make_connection(who, ConnectionState.STREAMING)
        full.add(one)
        assert full.begin_stream(one) is None


def test_the_slowest_client_is_found() -> None:
    """Of the address with most to take the connection with most to take, no worker's."""
    here = [make_connection(who, ConnectionState.SENDING) for who in ("Ann", "Bob", "Bob")] + [
        make_connection("Cy", ConnectionState.WORKING)
    ]
    for one, size in zip(here, (50, 30, 40, 99), strict=True):
        one.unsent = memoryview(bytes(size))
    assert make_limits(*here).find_slowest_client(119) is here[2]
    assert make_limits(*here).find_slowest_client(120) is None
    assert make_limits().find_slowest_client(0) is None


def test_guests_are_closed_before_devices_that_were_let_in() -> None:
    """Of one address guests leave first, even busy ones; then devices that were let in."""
    tablet, guest = (
        make_connection("Ann", since=1, has_priority=True),
        make_connection("Ann", ConnectionState.STREAMING, 50),
    )
    full = make_limits(tablet, guest, per_address=2)
    assert full.find_to_evict(ANN, 100) is guest
    full.remove(guest)
    full.add(make_connection("Ann", ConnectionState.WORKING, 60))
    assert full.find_to_evict(ANN, 100) is tablet


def test_at_the_limit_a_guest_is_closed() -> None:
    """Of the address with most guests, though more that were let in come from another."""
    tablets = [make_connection("Ann", has_priority=True) for _ in range(4)]
    guests = [
        make_connection("Bob"),
        make_connection("Bob"),
        make_connection("Ann", ConnectionState.STREAMING),
    ]
    full = make_limits(*tablets, *guests, per_address=9, most=7)
    leaves = full.find_to_evict(CY, 100)
    assert leaves is not None
    assert leaves.caller == BOB
    assert full.find_to_evict(ANN, 100) is guests[2]  # at its own cost, but not at its tablets'


def test_without_guests_the_address_with_most_loses_one() -> None:
    """A newcomer comes in all the same: it may be a device that has not said so yet."""
    full = make_limits(
        *(make_connection(who, has_priority=True) for who in ("Ann", "Ann", "Bob", "Ann")), most=4
    )
    leaves = full.find_to_evict(CY, 100)
    assert leaves is not None
    assert leaves.caller == ANN


def test_streams_of_guests_end_before_those_of_tables() -> None:
    """The guests' address with most loses its oldest stream. If no other guest is there, the new one ends."""
    tables = [make_connection("Ann", ConnectionState.STREAMING, has_priority=True) for _ in range(2)]
    guest = make_connection("Bob", ConnectionState.STREAMING)
    full = make_limits(*tables, guest)
    newcomer = make_connection("Ann", ConnectionState.STREAMING, has_priority=True)
    full.add(newcomer)
    assert full.begin_stream(newcomer) is guest
    full.remove(guest)
    late = make_connection("Cy", ConnectionState.STREAMING)
    full.add(late)
    assert full.begin_stream(late) is late
