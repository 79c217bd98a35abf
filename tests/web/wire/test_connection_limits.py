"""Which connections may stay when too many clients connect."""

import pytest

from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState
from pi_bunco.web.wire.connection_limits import ConnectionLimits, NoConnectionFree
from tests.web.wire.fake_connections import make_connection

ANN, BOB, CY = Caller("Ann"), Caller("Bob"), Caller("Cy")


def make_limits(
    *connections: Connection, per_address: int = 4, most: int = 6, streams: int = 3
) -> ConnectionLimits:
    limits = ConnectionLimits(per_address=per_address, most=most, streams=streams)
    for connection in connections:
        limits.add(connection)
        if connection.state is ConnectionState.STREAMING:
            assert limits.begin_stream(connection) is None
    return limits


def test_there_is_room_up_to_the_limit() -> None:
    """Nobody loses a connection before their address has reached its limit. Other addresses do not matter."""
    limits = make_limits(*(make_connection("Ann") for _ in range(3)), make_connection("Bob"))
    assert limits.find_to_evict(ANN, 100) is None
    limits.add(make_connection("Ann"))
    assert limits.find_to_evict(ANN, 100) is not None
    assert limits.find_to_evict(BOB, 100) is None


def test_the_least_active_connection_is_closed_first() -> None:
    """The order is: closing, idle, receiving a request, sending an answer, streaming."""
    order = [
        ConnectionState.CLOSING,
        ConnectionState.IDLE,
        ConnectionState.RECEIVING,
        ConnectionState.SENDING,
        ConnectionState.STREAMING,
    ]
    connections = [make_connection("Ann", state, since) for since, state in enumerate(reversed(order))]
    limits = make_limits(*connections, per_address=5, most=9)
    for state in order:
        evicted = limits.find_to_evict(ANN, 100)
        assert evicted is not None
        assert evicted.state is state
        limits.remove(evicted)
        limits.add(make_connection("Ann", ConnectionState.WORKING))


def test_the_oldest_connection_is_closed_first() -> None:
    """A closed connection is older than a second, so that a new one may send its request first."""
    old, older = make_connection("Ann", since=20), make_connection("Ann", since=10)
    assert make_limits(old, older, per_address=2).find_to_evict(ANN, 100) is older
    stream, fresh = make_connection("Ann", ConnectionState.STREAMING, 50), make_connection("Ann", since=99.9)
    assert make_limits(fresh, stream, per_address=2).find_to_evict(ANN, 100) is stream
    assert make_limits(fresh, stream, per_address=2).find_to_evict(ANN, 102) is fresh
    with pytest.raises(NoConnectionFree):
        make_limits(fresh, per_address=1).find_to_evict(ANN, 100)


def test_a_connection_that_is_being_answered_stays() -> None:
    """If all connections are being answered, a new one is not accepted."""
    limits = make_limits(*(make_connection("Ann", ConnectionState.WORKING) for _ in range(4)))
    with pytest.raises(NoConnectionFree):
        limits.find_to_evict(ANN, 100)


def test_at_the_limit_the_address_with_most_loses_one() -> None:
    """A new connection costs the address with most connections one, even if it is its own."""
    limits = make_limits(
        *(make_connection("Ann") for _ in range(4)), *(make_connection("Bob") for _ in range(2))
    )
    evicted = limits.find_to_evict(CY, 100)
    assert evicted is not None
    assert evicted.caller == ANN
    even = make_limits(
        *(make_connection("Ann") for _ in range(3)), *(make_connection("Bob") for _ in range(3))
    )
    evicted = even.find_to_evict(BOB, 100)
    assert evicted is not None
    assert evicted.caller == BOB


def test_an_address_with_fewer_gets_a_place() -> None:
    """An address with most connections loses one, even a new one or one that waits for a worker."""
    for state in (ConnectionState.IDLE, ConnectionState.RECEIVING, ConnectionState.QUEUED):
        limits = make_limits(
            *(make_connection(who, state, 99.9) for who in ("Ann", "Ann", "Bob", "Bob")), most=4
        )
        evicted = limits.find_to_evict(CY, 100)
        assert evicted is not None
        assert evicted.caller == ANN
        with pytest.raises(NoConnectionFree):
            limits.find_to_evict(BOB, 100)
    busy = make_limits(*(make_connection("Ann", ConnectionState.WORKING, 1) for _ in range(4)), most=4)
    with pytest.raises(NoConnectionFree):
        busy.find_to_evict(CY, 100)


def test_the_address_of_a_let_in_device_has_its_place_before_others() -> None:
    """Its new connection replaces another's, although that is new and its address has only one."""
    limits = make_limits(*(make_connection(who, since=99.9) for who in ("Ann", "Bob", "Di")), most=3)
    with pytest.raises(NoConnectionFree):
        limits.find_to_evict(CY, 100)
    limits.note_let_in(CY)
    evicted = limits.find_to_evict(CY, 100)
    assert evicted is not None
    limits.remove(evicted)
    limits.add(make_connection("Cy", since=100))
    for guest in ("Eve", "Fay"):  # nor is it closed for theirs, once those are no longer new
        replaced = limits.find_to_evict(Caller(guest), 102)
        assert replaced is not None
        assert replaced.caller != CY
        limits.remove(replaced)
        limits.add(make_connection(guest, since=102))


def test_the_addresses_of_let_in_devices_are_forgotten_some_day() -> None:
    """Of very many addresses the oldest is no longer known."""
    limits = make_limits(make_connection("Ann", since=99.9), most=1)
    limits.note_let_in(CY)
    for number in range(1000):
        limits.note_let_in(Caller(f"tablet {number}"))
    with pytest.raises(NoConnectionFree):
        limits.find_to_evict(CY, 100)


def test_the_machine_itself_has_no_limit() -> None:
    """The machine's own screen connects although everything is full. It is not counted, and never closed."""
    itself = Caller("127.0.0.1", exempt=True)
    limits = make_limits(
        *(make_connection("127.0.0.1", exempt=True) for _ in range(9)), per_address=2, most=2
    )
    assert limits.find_to_evict(itself, 100) is None
    assert limits.find_to_evict(ANN, 100) is None
    limits.add(make_connection("Ann"))
    limits.add(make_connection("Bob"))
    evicted = limits.find_to_evict(CY, 100)
    assert evicted is not None
    assert not evicted.caller.exempt


def test_a_closed_connection_frees_its_place() -> None:
    """A closed connection is no longer counted, and neither is its address after its last connection."""
    connections = [make_connection("Ann") for _ in range(4)]
    limits = make_limits(*connections)
    for connection in connections:
        limits.remove(connection)
    assert list(limits) == []
    assert limits.find_to_evict(ANN, 100) is None


def test_streams_are_shared_fairly() -> None:
    """If there are too many, the oldest stream of the address with most streams ends."""
    first, second, third = (make_connection(who, ConnectionState.STREAMING) for who in ("Bob", "Ann", "Ann"))
    limits = make_limits(first, second, third)
    newcomer = make_connection("Cy", ConnectionState.STREAMING)
    limits.add(newcomer)
    assert limits.begin_stream(newcomer) is second
    limits.remove(second)
    assert limits.streams == [first, third, newcomer]
    again = make_connection("Ann", ConnectionState.STREAMING)
    limits.add(again)
    assert limits.begin_stream(again) is third


def test_streams_of_the_machine_itself_are_not_counted() -> None:
    """Streams of the machine itself cost no other address a stream, and never end for one."""
    limits = make_limits(
        *(make_connection("127.0.0.1", ConnectionState.STREAMING, exempt=True) for _ in range(5))
    )
    for who in ("Ann", "Bob", "Cy"):
        connection = make_connection(who, ConnectionState.STREAMING)
        limits.add(connection)
        assert limits.begin_stream(connection) is None


def test_the_slowest_client_is_found() -> None:
    """The slowest client has most unsent data, of the address with most. A worker's does not count."""
    connections = [make_connection(who, ConnectionState.SENDING) for who in ("Ann", "Bob", "Bob")] + [
        make_connection("Cy", ConnectionState.WORKING)
    ]
    for connection, size in zip(connections, (50, 30, 40, 99), strict=True):
        connection.unsent = memoryview(bytes(size))
    assert make_limits(*connections).find_slowest_client(119) is connections[2]
    assert make_limits(*connections).find_slowest_client(120) is None
    assert make_limits().find_slowest_client(0) is None


def test_guests_are_closed_before_devices_that_were_let_in() -> None:
    """Of one address guests are closed first, even busy ones."""
    tablet, guest = (
        make_connection("Ann", since=1, has_priority=True),
        make_connection("Ann", ConnectionState.STREAMING, 50),
    )
    limits = make_limits(tablet, guest, per_address=2)
    assert limits.find_to_evict(ANN, 100) is guest
    limits.remove(guest)
    limits.add(make_connection("Ann", ConnectionState.WORKING, 60))
    assert limits.find_to_evict(ANN, 100) is tablet


def test_at_the_limit_a_guest_is_closed() -> None:
    """The closed guest is of the address with most guests, even if another has more admitted devices."""
    tablets = [make_connection("Ann", has_priority=True) for _ in range(4)]
    guests = [
        make_connection("Bob"),
        make_connection("Bob"),
        make_connection("Ann", ConnectionState.STREAMING),
    ]
    limits = make_limits(*tablets, *guests, per_address=9, most=7)
    evicted = limits.find_to_evict(CY, 100)
    assert evicted is not None
    assert evicted.caller == BOB
    assert limits.find_to_evict(ANN, 100) is guests[2]  # at its own cost, but not at its tablets'


def test_without_guests_the_address_with_most_loses_one() -> None:
    """The new connection is accepted: it may be an admitted device that has not sent its cookie yet."""
    limits = make_limits(
        *(make_connection(who, has_priority=True) for who in ("Ann", "Ann", "Bob", "Ann")), most=4
    )
    evicted = limits.find_to_evict(CY, 100)
    assert evicted is not None
    assert evicted.caller == ANN


def test_streams_of_guests_end_before_those_of_tables() -> None:
    """The guests' address with most loses its oldest stream. If no other guest is there, the new one ends."""
    tables = [make_connection("Ann", ConnectionState.STREAMING, has_priority=True) for _ in range(2)]
    guest = make_connection("Bob", ConnectionState.STREAMING)
    limits = make_limits(*tables, guest)
    newcomer = make_connection("Ann", ConnectionState.STREAMING, has_priority=True)
    limits.add(newcomer)
    assert limits.begin_stream(newcomer) is guest
    limits.remove(guest)
    late = make_connection("Cy", ConnectionState.STREAMING)
    limits.add(late)
    assert limits.begin_stream(late) is late
