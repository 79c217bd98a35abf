"""The list of devices: those that wait, and those that are let in."""

import pytest

from pi_bunco.access.devices import MAX_LET_IN, MAX_WAITING, Device, Devices, NoDevice, TooManyDevices
from pi_bunco.access.roles import GUEST, HOST, Role


def make_device(name: str, address: str = "10.0.0.7") -> Device:
    return Device(name, name[:4], Role("table", 1), address=address)


def make_devices(*devices: Device) -> Devices:
    """Return a list in which all of these devices wait."""
    waiting = Devices()
    for device in devices:
        waiting = waiting.put(device)
    return waiting


def test_the_host_chooses_the_role_of_a_device() -> None:
    """The device may have asked for another. It stops waiting, and a later change keeps its first time."""
    devices = make_devices(make_device("a"), make_device("b")).admit("a", Role("table", 3), at=50.0)
    assert [device.id for device in devices.waiting] == ["b"]
    assert devices.find("a").role == devices.find("a").wants == Role("table", 3)
    later = devices.admit("a", HOST, at=99.0)
    assert (later.find("a").role, later.find("a").since) == (HOST, 50.0)


def test_the_role_of_a_guest_removes_a_device() -> None:
    """Afterwards the device is not known."""
    devices = make_devices(make_device("a")).admit("a", HOST, at=1.0).admit("a", GUEST, at=2.0)
    assert list(devices) == []
    with pytest.raises(NoDevice):
        devices.find("a")


def test_an_unknown_device_is_refused() -> None:
    """The host can neither let in nor remove a device that is not on the list."""
    for role in (HOST, GUEST):
        with pytest.raises(NoDevice):
            make_devices(make_device("a")).admit("b", role, at=1.0)


def test_too_many_requests_push_out_devices_of_the_same_address_only() -> None:
    """If too many wait, the address with most of them loses its oldest. Admitted devices always stay."""
    devices = make_devices(make_device("first", "10.0.0.1"), make_device("in", "10.0.0.9"))
    devices = devices.admit("in", HOST, at=1.0)
    for number in range(10 * MAX_WAITING):
        devices = devices.put(make_device(f"many{number}", "10.0.0.9"))
    assert len(devices.waiting) == MAX_WAITING
    assert devices.waiting[0].id == "first"
    assert devices.find("in").role == HOST
    assert devices.waiting[-1].id == f"many{10 * MAX_WAITING - 1}"


def test_a_patient_device_is_not_pushed_out() -> None:
    """Devices of hundreds of addresses that ask once push out each other, not a tablet that asks again."""
    devices = make_devices(make_device("tablet", "10.0.0.1"))
    for number in range(3 * MAX_WAITING):
        devices = devices.put(make_device(f"d{number}", f"10.1.{number // 200}.{number % 200}"), {"tablet"})
    assert len(devices.waiting) == MAX_WAITING
    assert devices.waiting[0].id == "tablet"


def test_a_device_that_asks_again_keeps_its_one_place() -> None:
    """A device that asks again changes the role that it wants, even if the list is full."""
    devices = make_devices(*(make_device(f"d{number}", f"10.0.0.{number}") for number in range(MAX_WAITING)))
    again = devices.put(Device("d3", "CODE", HOST, address="10.0.0.3"))
    assert len(again.waiting) == MAX_WAITING
    assert again.find("d3").wants == HOST


def test_the_number_of_admitted_devices_is_limited() -> None:
    """The refusal says what to do. A device that is already in may still change its role."""
    devices = Devices()
    for number in range(MAX_LET_IN):
        devices = devices.put(make_device(f"d{number}")).admit(f"d{number}", Role("table", 1), at=1.0)
    devices = devices.put(make_device("late"))
    with pytest.raises(TooManyDevices, match="Remove one"):
        devices.admit("late", HOST, at=2.0)
    assert devices.admit("d7", HOST, at=2.0).find("d7").role == HOST
