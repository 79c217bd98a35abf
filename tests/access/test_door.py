"""Who is let in, as what."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.access.devices import DeviceActivity, NoDevice, PageOrder
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile, AccessTrouble, SavedAccess
from pi_bunco.access.pin import BadPin, NoPin, Pin, TooManyTries, WrongPin
from pi_bunco.access.roles import GUEST, HOST, SCREEN, Role
from pi_bunco.config import RolesSetting
from tests.access.conftest import Clock

MACHINE, TABLET, PHONE = "127.0.0.1", "10.0.0.7", "10.0.0.8"


def set_on_machine(door: Door, pin: str = "2580") -> None:
    assert door.set_pin(door.identify(None, MACHINE), "", pin) is None


def entered(door: Door, digits: str, address: str = PHONE, cookie: str | None = None) -> str:
    """Enter a PIN, and return the cookie of the device that is the host's then."""
    return door.make_cookie(door.enter_pin(door.identify(cookie, address), digits))


def tablet(door: Door, table: int = 3) -> str:
    """Let a tablet in for a table, and return its cookie."""
    device = door.ask(door.identify(None, TABLET), Role("table", table))
    door.let_in(device.id, Role("table", table))
    return door.make_cookie(device)


def test_a_device_is_a_guest_until_it_is_let_in(door: Door) -> None:
    """It asks, shows a code, and may tap once the host has let it in; another device gains nothing."""
    device = door.ask(door.identify(None, TABLET), Role("table", 3))
    cookie = door.make_cookie(device)
    assert len(device.code) == 4
    assert door.identify(cookie, TABLET).role == GUEST
    assert not door.has_priority(cookie)
    door.let_in(device.id, Role("table", 3))
    assert door.identify(cookie, TABLET).role == Role("table", 3)
    assert door.has_priority(cookie)
    assert door.identify(None, TABLET).role == GUEST


def test_asking_again_keeps_the_code(door: Door) -> None:
    """A page that is loaded again does not become another device, and may want something else."""
    first = door.ask(door.identify(None, TABLET), Role("table", 3))
    again = door.ask(door.identify(door.make_cookie(first), TABLET), SCREEN)
    assert (again.id, again.code) == (first.id, first.code)
    assert [one.wants for one, _, _ in door.devices] == [SCREEN]


def test_codes_differ(door: Door) -> None:
    """The host can tell all that wait by their codes."""
    codes = {door.ask(door.identify(None, f"10.0.0.{n}"), HOST).code for n in range(30)}
    assert len(codes) == 30


@pytest.mark.parametrize(
    ("setting", "mock", "tables", "pin", "on"),
    [
        ("auto", False, 1, False, False),
        ("auto", False, 1, True, True),
        ("auto", False, 2, False, True),
        ("auto", True, 25, True, False),
        ("on", True, 1, False, True),
        ("on", False, 1, False, True),
        ("off", False, 25, True, False),
    ],
)
def test_where_every_device_may_do_all(
    setting: RolesSetting, *, mock: bool, tables: int, pin: bool, on: bool
) -> None:
    """In mock mode, and with one table and no PIN; unless the settings turn roles on or off."""
    door = Door(DoorConfig(roles=setting, mock=mock, count_tables=lambda: tables))
    if pin:
        set_on_machine(door)
    assert door.roles_in_use == on
    assert door.identify(None, TABLET).role == (GUEST if on else HOST)


@pytest.mark.parametrize("address", ["::1", "127.0.0.2", "127.0.1.1", "localhost", "", "0.0.0.0", "10.0.0.1"])
def test_the_machine_is_127_0_0_1_exactly(door: Door, address: str) -> None:
    """Other addresses of the machine are guests as everybody is."""
    assert door.identify(None, MACHINE).role == HOST
    assert door.identify(None, MACHINE).machine
    assert door.identify(None, address).role == GUEST
    assert not door.identify(None, address).machine


def test_a_restart_keeps_devices_and_pin(opened: Callable[[], Door]) -> None:
    """Table device, screen and host are what they were, with their names; the PIN is the same."""
    first = opened()
    set_on_machine(first)
    cookies = {Role("table", 3): tablet(first), HOST: entered(first, "2580")}
    screen = first.ask(first.identify(None, TABLET), SCREEN)
    first.let_in(screen.id, SCREEN)
    first.rename(screen.id, "the TV")
    cookies[SCREEN] = first.make_cookie(screen)
    second = opened()
    for role, cookie in cookies.items():
        assert second.identify(cookie, "192.168.7.7").role == role
        assert second.has_priority(cookie)
    assert [one.name for one, _, _ in second.devices if one.id == screen.id] == ["the TV"]
    assert entered(second, "2580")


def test_a_device_that_waits_asks_again_after_a_restart(opened: Callable[[], Door]) -> None:
    """What nobody has let in is not written; the old cookie harms nothing."""
    first = opened()
    cookie = first.make_cookie(first.ask(first.identify(None, TABLET), HOST))
    second = opened()
    assert second.identify(cookie, TABLET).device is None
    assert second.ask(second.identify(cookie, TABLET), HOST).id not in cookie


def test_asking_writes_at_most_once(door: Door, tmp_path: Path) -> None:
    """Guests cannot wear out the card: the key is written with the first that asks, and nothing after it."""
    door.ask(door.identify(None, TABLET), HOST)
    stamp = AccessFile(tmp_path).read_stamp()
    assert stamp is not None
    for number in range(50):
        door.ask(door.identify(None, f"10.0.1.{number}"), HOST)
    assert AccessFile(tmp_path).read_stamp() == stamp


def test_who_is_put_out_is_a_guest(opened: Callable[[], Door]) -> None:
    """At once, and after a restart; its cookie, now old, opens nothing any more."""
    door = opened()
    cookie = tablet(door)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    door.let_in(device.id, GUEST)
    for later in (door, opened()):
        assert later.identify(cookie, TABLET).role == GUEST
        assert later.identify(cookie, TABLET).device is None
        assert not later.has_priority(cookie)
    with pytest.raises(NoDevice):
        door.let_in(device.id, HOST)


def test_forged_cookies_are_nobodys(door: Door, tmp_path: Path) -> None:
    """The name of a device without its seal, with another's, or signed by another table."""
    cookie = tablet(door)
    name, seal = cookie.rsplit(".", 1)
    other = Door(DoorConfig(file=AccessFile(tmp_path / "other"), count_tables=lambda: 3))
    device = door.identify(cookie, TABLET).device
    assert device is not None
    forged = ["", ".", name, f"{name}.", f".{seal}", f"{name}.{seal[:-1]}", f"{name}x.{seal}",
              other.make_cookie(device), f"{name}.{seal}\0", "ü" * 50, "x" * 10_000]  # fmt: skip
    for one in forged:
        assert door.identify(one, TABLET).role == GUEST, one
    assert door.identify(cookie, TABLET).role == Role("table", 3)


def test_the_pin_makes_a_host(door: Door) -> None:
    """The right digits do; before one is set none do."""
    with pytest.raises(NoPin):
        entered(door, "2580")
    set_on_machine(door)
    with pytest.raises(WrongPin):
        entered(door, "2581")
    assert door.identify(entered(door, "2580"), PHONE).role == HOST


def test_the_pin_makes_a_tables_device_the_hosts(door: Door) -> None:
    """It stays the same device, with another role."""
    cookie = tablet(door)
    set_on_machine(door)
    assert entered(door, "2580", TABLET, cookie) == cookie
    assert door.identify(cookie, TABLET).role == HOST


def test_wrong_pins_make_wait_longer_and_longer(door: Door, clock: Clock) -> None:
    """Three tries, then waits that grow to a minute; then the right one is taken, so nobody is locked out."""
    set_on_machine(door)
    for _ in range(3):
        with pytest.raises(WrongPin):
            entered(door, "0000")
    for expected in (2, 4, 8, 16, 32, 60, 60):
        with pytest.raises(TooManyTries, match=f"{expected} seconds") as told:
            entered(door, "2580")
        assert told.value.wait == expected
        clock.now += expected
        with pytest.raises(WrongPin):
            entered(door, "0000")
    clock.now += 60
    assert entered(door, "2580")


def test_who_guesses_keeps_no_other_waiting(door: Door) -> None:
    """Not another address, not a device that is let in at the same address, and never the machine itself."""
    set_on_machine(door)
    known = tablet(door)
    for _ in range(3):
        with pytest.raises(WrongPin):
            entered(door, "0000", TABLET)
    with pytest.raises(TooManyTries):
        entered(door, "2580", TABLET)
    assert entered(door, "2580", PHONE)
    assert entered(door, "2580", TABLET, known)
    for _ in range(20):
        with pytest.raises(WrongPin):
            entered(door, "0000", MACHINE)
    set_on_machine(door, "1111")


def test_guesses_at_once_are_not_more_than_guesses_in_turn(door: Door) -> None:
    """Many threads with wrong PINs of one address get three answers, and the rest have to wait."""
    set_on_machine(door)
    told: list[type[Exception]] = []

    def guess() -> None:
        try:
            entered(door, "0000")
        except (WrongPin, TooManyTries) as refusal:
            told.append(type(refusal))

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (told.count(WrongPin), told.count(TooManyTries)) == (3, 9)


def test_the_first_pin_needs_the_machines_code(door: Door) -> None:
    """From another device; typed as people type. That device is the host's, and the code is used up."""
    code = door.machine_code
    assert code is not None
    with pytest.raises(WrongPin, match="machine"):
        door.set_pin(door.identify(None, PHONE), "XXXXXX", "2580")
    device = door.set_pin(door.identify(None, PHONE), f" {code[:3].lower()}-{code[3:]}", "2580")
    assert device is not None
    assert door.identify(door.make_cookie(device), PHONE).role == HOST
    assert door.machine_code is None
    with pytest.raises(WrongPin, match="old PIN"):
        door.set_pin(door.identify(None, TABLET), code, "1111")


def test_a_new_pin_needs_the_old_one(door: Door) -> None:
    """Even from a device of the host's, which may have been left lying about; the machine needs none."""
    set_on_machine(door)
    cookie = entered(door, "2580")
    with pytest.raises(WrongPin, match="old PIN"):
        door.set_pin(door.identify(cookie, PHONE), "", "1111")
    door.set_pin(door.identify(cookie, PHONE), "2580", "1111")
    set_on_machine(door, "2222")
    assert entered(door, "2222")


def test_a_bad_new_pin_costs_no_try(door: Door) -> None:
    """It is looked at before the code is."""
    for _ in range(9):
        with pytest.raises(BadPin):
            door.set_pin(door.identify(None, PHONE), "XXXXXX", "12")
    with pytest.raises(WrongPin):
        door.set_pin(door.identify(None, PHONE), "XXXXXX", "1234")


def test_guessing_the_code_is_limited_too(door: Door) -> None:
    """As for the PIN."""
    for _ in range(3):
        with pytest.raises(WrongPin):
            door.set_pin(door.identify(None, PHONE), "XXXXXX", "1234")
    with pytest.raises(TooManyTries):
        door.set_pin(door.identify(None, PHONE), door.machine_code or "", "1234")


def test_a_damaged_file_lets_in_the_machine_alone(tmp_path: Path) -> None:
    """With one table too, where it may have held a PIN; everybody watches, and all changes name the file."""
    AccessFile(tmp_path).path.write_bytes(b"\0" * 100)
    door = Door(DoorConfig(file=AccessFile(tmp_path)))
    assert door.identify(None, TABLET).role == GUEST
    assert door.identify(None, MACHINE).role == HOST
    assert door.damage is not None
    assert "pin --reset" in door.damage.remedy
    assert door.machine_code is None
    phone = door.identify(None, PHONE)
    attempts: list[Callable[[], object]] = [
        lambda: door.ask(phone, HOST),
        lambda: door.enter_pin(phone, "2580"),
        lambda: set_on_machine(door),
        lambda: door.let_in("a", HOST),
    ]
    for attempt in attempts:
        with pytest.raises(AccessTrouble, match=r"access\.json is damaged"):
            attempt()
    door.reset()
    assert door.identify(None, TABLET).role == HOST
    set_on_machine(door)


def test_a_file_that_is_damaged_while_the_table_plays_lets_nobody_in(door: Door, tmp_path: Path) -> None:
    """What was known goes with it; once it is removed the room begins anew."""
    cookie = tablet(door)
    AccessFile(tmp_path).path.write_bytes(b"{")
    assert door.identify(cookie, TABLET).role == GUEST
    AccessFile(tmp_path).forget()
    assert door.identify(cookie, TABLET).role == GUEST
    assert door.damage is None


def test_a_reset_forgets_all(opened: Callable[[], Door]) -> None:
    """PIN, devices, those that wait, and the key: an old cookie opens nothing, nor after a restart."""
    door = opened()
    set_on_machine(door)
    cookies = [tablet(door), entered(door, "2580")]
    door.reset()
    assert door.devices == ()
    assert not door.has_pin
    for later in (door, opened()):
        assert [later.identify(cookie, TABLET).role for cookie in cookies] == [GUEST, GUEST]
    tablet(door)
    assert [door.identify(cookie, TABLET).role for cookie in cookies] == [GUEST, GUEST]


def test_another_program_resets_a_table_that_plays(door: Door, tmp_path: Path) -> None:
    """``pi-bunco pin`` writes the file, and the next request is answered by it."""
    set_on_machine(door)
    cookie = entered(door, "2580")
    AccessFile(tmp_path).forget()
    assert door.identify(cookie, PHONE).role == GUEST
    assert door.machine_code is not None
    set_on_machine(door)
    saved = AccessFile(tmp_path).load()
    assert saved is not None
    waits = door.make_cookie(door.ask(door.identify(None, TABLET), HOST))
    AccessFile(tmp_path).save(SavedAccess(saved.key))
    assert not door.has_pin
    assert door.identify(waits, TABLET).device is not None


def test_what_cannot_be_written_is_not_so(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is let in who would be a stranger after a restart."""
    device = door.ask(door.identify(None, TABLET), Role("table", 3))

    def full(*_: object) -> None:
        raise AccessTrouble("It cannot be written.", "Make room.")

    monkeypatch.setattr(AccessFile, "save", full)
    attempts: list[Callable[[], object]] = [
        lambda: door.let_in(device.id, Role("table", 3)),
        lambda: set_on_machine(door),
    ]
    for attempt in attempts:
        with pytest.raises(AccessTrouble):
            attempt()
    assert door.identify(door.make_cookie(device), TABLET).role == GUEST
    assert not door.has_pin


def test_the_host_sees_what_devices_show(door: Door, clock: Clock) -> None:
    """When each asked last, and for which page; who waits comes first."""
    cookie = tablet(door)
    waits = door.ask(door.identify(None, PHONE), HOST)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    door.note_request(device, "table", 3)
    clock.now += 60
    door.note_request(device)
    assert [(one.id, seen) for one, seen, _ in door.devices] == [
        (waits.id, None),
        (device.id, DeviceActivity(1060.0, "table", 3)),
    ]


def test_a_device_is_sent_to_another_page(door: Door) -> None:
    """It learns of that with a number that grows; a device that was put out has no order."""
    cookie = tablet(door)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    assert door.find_order(device) is None
    door.send(device.id, "/results")
    door.send(device.id, "/table/2")
    assert door.find_order(device) == PageOrder(2, "/table/2")
    door.let_in(device.id, GUEST)
    assert door.find_order(device) is None
    with pytest.raises(NoDevice):
        door.send(device.id, "/results")


def test_a_reset_while_a_pin_is_tried_lets_nobody_in(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """To try one takes a while: what was right when it began opens nothing once it is forgotten."""
    set_on_machine(door)
    fits = Pin.matches

    def slowly(pin: Pin, digits: str) -> bool:
        door.reset()
        return fits(pin, digits)

    monkeypatch.setattr(Pin, "matches", slowly)
    with pytest.raises(WrongPin, match="changed just now"):
        entered(door, "2580")
    assert door.devices == ()


def test_who_comes_first_is_told_while_a_change_is_written(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that talks to the network never waits for a disk."""
    cookie, told = tablet(door), list[bool]()
    save = AccessFile.save

    def slowly(file: AccessFile, saved: SavedAccess) -> None:
        asks = threading.Thread(target=lambda: told.append(door.has_priority(cookie)))
        asks.start()
        asks.join(60)
        save(file, saved)

    monkeypatch.setattr(AccessFile, "save", slowly)
    set_on_machine(door)
    assert told == [True]
