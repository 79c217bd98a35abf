"""The devices that wait, and those that are let in."""

import pytest

from pi_bunco.access.devices import MAX_LET_IN, MAX_WAITING, Device, Devices, NoDevice, TooManyDevices
from pi_bunco.access.roles import GUEST, HOST, Role


def device(name: str, address: str = "10.0.0.7") -> Device:
    return Device(name, name[:4], Role("table", 1), address=address)


def of(*devices: Device) -> Devices:
    made = Devices()
    for one in devices:
        made = made.put(one)
    return made


def test_a_device_is_let_in_as_the_host_says() -> None:
    """Whatever it asked for; it does not wait any more, and keeps the time when it came in."""
    devices = of(device("a"), device("b")).admit("a", Role("table", 3), at=50.0)
    assert [one.id for one in devices.waiting] == ["b"]
    assert devices.find("a").role == devices.find("a").wants == Role("table", 3)
    later = devices.admit("a", HOST, at=99.0)
    assert (later.find("a").role, later.find("a").since) == (HOST, 50.0)


def test_a_guest_is_put_out() -> None:
    """Afterwards the device is not known."""
    devices = of(device("a")).admit("a", HOST, at=1.0).admit("a", GUEST, at=2.0)
    assert list(devices) == []
    with pytest.raises(NoDevice):
        devices.find("a")


def test_unknown_devices_are_refused() -> None:
    """Nobody lets in or puts out what is not there."""
    for role in (HOST, GUEST):
        with pytest.raises(NoDevice):
            of(device("a")).admit("b", role, at=1.0)


def test_who_asks_without_end_pushes_out_none_but_their_own() -> None:
    """Of too many that wait the oldest of the address with most leaves; who is let in never leaves."""
    devices = of(device("first", "10.0.0.1"), device("in", "10.0.0.9")).admit("in", HOST, at=1.0)
    for number in range(10 * MAX_WAITING):
        devices = devices.put(device(f"many{number}", "10.0.0.9"))
    assert len(devices.waiting) == MAX_WAITING
    assert devices.waiting[0].id == "first"
    assert devices.find("in").role == HOST
    assert devices.waiting[-1].id == f"many{10 * MAX_WAITING - 1}"


def test_asking_again_takes_no_further_place() -> None:
    """A device that waits already changes what it wants, also where no place is left."""
    devices = of(*(device(f"d{number}", f"10.0.0.{number}") for number in range(MAX_WAITING)))
    again = devices.put(Device("d3", "CODE", HOST, address="10.0.0.3"))
    assert len(again.waiting) == MAX_WAITING
    assert again.find("d3").wants == HOST


def test_no_more_are_let_in_than_can_be_served() -> None:
    """The next one is refused with what to do, and one that is in may still change its role."""
    devices = Devices()
    for number in range(MAX_LET_IN):
        devices = devices.put(device(f"d{number}")).admit(f"d{number}", Role("table", 1), at=1.0)
    devices = devices.put(device("late"))
    with pytest.raises(TooManyDevices, match="Remove one"):
        devices.admit("late", HOST, at=2.0)
    assert devices.admit("d7", HOST, at=2.0).find("d7").role == HOST
