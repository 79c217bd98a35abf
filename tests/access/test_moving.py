"""A device takes its role to the encrypted pages with a code."""

import pytest

from pi_bunco.access.devices import Visitor
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.moving import SECONDS, MoveRefused, Moves
from pi_bunco.access.roles import GUEST, HOST, Role

TABLET, THIEF = "10.0.0.7", "10.0.0.8"


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    return Door(DoorConfig(roles="on", steady_clock=clock))


def let_in(door: Door, role: Role = HOST) -> str:
    """Let a tablet in, and return its cookie."""
    device = door.ask(door.identify(None, TABLET), role)
    door.let_in(device.id, role)
    return door.make_cookie(device)


def visit(door: Door, cookie: str | None = None, address: str = TABLET) -> Visitor:
    return door.identify(cookie, address)


@pytest.mark.parametrize("role", [HOST, Role("table", 3)])
def test_a_role_moves_once(door: Door, role: Role) -> None:
    """The device has its role with the new cookie only, and the code is used up."""
    old = let_in(door, role)
    code = door.begin_move(visit(door, old)) or ""
    new = door.make_cookie(door.finish_move(visit(door), code))
    assert visit(door, new).role == role
    assert visit(door, old).role == GUEST
    assert len(door.devices) == 1
    with pytest.raises(MoveRefused, match="used before"):
        door.finish_move(visit(door), code)


def test_a_code_is_for_one_minute(door: Door, clock: Clock) -> None:
    """After a minute the old cookie still counts, and the code does not."""
    old = let_in(door)
    code = door.begin_move(visit(door, old)) or ""
    clock.now = SECONDS
    with pytest.raises(MoveRefused):
        door.finish_move(visit(door), code)
    assert visit(door, old).role == HOST


def test_a_code_is_for_one_address(door: Door) -> None:
    """Somebody else who has read it gets nothing, and does not spoil it."""
    code = door.begin_move(visit(door, let_in(door))) or ""
    with pytest.raises(MoveRefused):
        door.finish_move(visit(door, address=THIEF), code)
    assert door.finish_move(visit(door), code).role == HOST


def test_a_newer_code_replaces_an_older_one(door: Door) -> None:
    """A second tap on the button makes the first code worthless."""
    old = let_in(door)
    first, second = (door.begin_move(visit(door, old)) or "" for _ in range(2))
    with pytest.raises(MoveRefused):
        door.finish_move(visit(door), first)
    assert door.finish_move(visit(door), second).role == HOST


@pytest.mark.parametrize("code", ["", "x", "é" * 40, "0" * 10_000])
def test_a_guess_is_refused(door: Door, code: str) -> None:
    """A code that was never made is refused, also one of the right form."""
    let_in(door)
    with pytest.raises(MoveRefused):
        door.finish_move(visit(door), code)


def test_an_unknown_device_gets_no_code(door: Door) -> None:
    """Guests have no role that could move."""
    assert door.begin_move(visit(door)) is None


def test_a_device_that_was_put_out_does_not_come_back(door: Door) -> None:
    """The host removes it after it has got its code."""
    old = let_in(door)
    device = visit(door, old).device
    code = door.begin_move(visit(door, old)) or ""
    assert device is not None
    door.let_in(device.id, GUEST)
    with pytest.raises(MoveRefused):
        door.finish_move(visit(door), code)


def test_there_are_few_codes() -> None:
    """The oldest ones go first, so nobody fills the memory."""
    moves = Moves(clock=lambda: 0.0)
    codes = [moves.begin(f"device {number}", TABLET) for number in range(500)]
    assert [moves.take(code, TABLET) is not None for code in codes].count(True) == 400
