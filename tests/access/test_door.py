"""The door gives each device its role: by the host's choice, by the PIN, or as the machine itself."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.access.devices import MAX_WAITING, DeviceActivity, NoDevice, PageOrder
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile, AccessTrouble, SavedAccess
from pi_bunco.access.pin import BadPin, NoPin, Pin, TooManyTries, WrongPin
from pi_bunco.access.roles import GUEST, HOST, SCREEN, Role
from pi_bunco.settings.config import RolesSetting
from tests.access.conftest import Clock

MACHINE, TABLET, PHONE = "127.0.0.1", "10.0.0.7", "10.0.0.8"


def set_pin_on_machine(door: Door, pin: str = "2580") -> None:
    assert door.set_pin(door.identify(None, MACHINE), "", pin) is None


def enter_pin(door: Door, digits: str, address: str = PHONE, cookie: str | None = None) -> str:
    """Enter a PIN, and return the cookie of the device that gets the host's role by it."""
    return door.make_cookie(door.enter_pin(door.identify(cookie, address), digits))


def admit_tablet(door: Door, table: int = 3) -> str:
    """Let a tablet in for a table, and return its cookie."""
    device = door.ask(door.identify(None, TABLET), Role("table", table))
    door.let_in(device.id, Role("table", table))
    return door.make_cookie(device)


def test_a_device_is_a_guest_until_it_is_let_in(door: Door) -> None:
    """A device asks and gets a code, and the host lets it in. Without its cookie it stays a guest."""
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
    """A device stays the same if its page is loaded again, and may ask for another role."""
    first = door.ask(door.identify(None, TABLET), Role("table", 3))
    again = door.ask(door.identify(door.make_cookie(first), TABLET), SCREEN)
    assert (again.id, again.code) == (first.id, first.code)
    assert [device.wants for device, _, _ in door.devices] == [SCREEN]


def test_codes_differ(door: Door) -> None:
    """Each waiting device has a code of its own, so the host knows which is which."""
    codes = {door.ask(door.identify(None, f"10.0.0.{number}"), HOST).code for number in range(30)}
    assert len(codes) == 30


@pytest.mark.parametrize(
    ("setting", "mock", "tables", "pin", "roles_in_use"),
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
def test_when_devices_need_a_role(
    setting: RolesSetting, *, mock: bool, tables: int, pin: bool, roles_in_use: bool
) -> None:
    """By itself: with two tables or a PIN, but not in mock mode. The setting can turn roles on or off."""
    door = Door(DoorConfig(roles=setting, mock=mock, count_tables=lambda: tables))
    if pin:
        set_pin_on_machine(door)
    assert door.roles_in_use == roles_in_use
    assert door.identify(None, TABLET).role == (GUEST if roles_in_use else HOST)


@pytest.mark.parametrize("address", ["::1", "127.0.0.2", "127.0.1.1", "localhost", "", "0.0.0.0", "10.0.0.1"])
def test_only_127_0_0_1_is_the_machine(door: Door, address: str) -> None:
    """A request from any other address comes from a guest, even if it is an address of the machine."""
    assert door.identify(None, MACHINE).role == HOST
    assert door.identify(None, MACHINE).machine
    assert door.identify(None, address).role == GUEST
    assert not door.identify(None, address).machine


def test_a_restart_keeps_devices_and_pin(open_door: Callable[[], Door]) -> None:
    """A table's device, a screen and the host keep their roles and names, and the PIN still works."""
    first = open_door()
    set_pin_on_machine(first)
    cookies = {Role("table", 3): admit_tablet(first), HOST: enter_pin(first, "2580")}
    screen = first.ask(first.identify(None, TABLET), SCREEN)
    first.let_in(screen.id, SCREEN)
    first.rename(screen.id, "the TV")
    cookies[SCREEN] = first.make_cookie(screen)
    second = open_door()
    for role, cookie in cookies.items():
        assert second.identify(cookie, "192.168.7.7").role == role
        assert second.has_priority(cookie)
    assert [device.name for device, _, _ in second.devices if device.id == screen.id] == ["the TV"]
    assert enter_pin(second, "2580")


def test_a_restart_forgets_a_device_that_waits(open_door: Callable[[], Door]) -> None:
    """The file holds admitted devices only. A waiting device asks again, and gets a new id."""
    first = open_door()
    cookie = first.make_cookie(first.ask(first.identify(None, TABLET), HOST))
    second = open_door()
    assert second.identify(cookie, TABLET).device is None
    assert second.ask(second.identify(cookie, TABLET), HOST).id not in cookie


def test_requests_to_be_let_in_write_the_file_once(door: Door, tmp_path: Path) -> None:
    """The first request writes the key, later ones nothing, so guests cannot wear out the memory card."""
    door.ask(door.identify(None, TABLET), HOST)
    stamp = AccessFile(tmp_path).read_stamp()
    assert stamp is not None
    for number in range(50):
        door.ask(door.identify(None, f"10.0.1.{number}"), HOST)
    assert AccessFile(tmp_path).read_stamp() == stamp


def test_a_tablet_that_goes_on_asking_is_not_pushed_out(door: Door, clock: Clock) -> None:
    """A flood of requests from other addresses does not take a tablet from the host's list."""
    tablet = door.ask(door.identify(None, TABLET), Role("table", 3))
    clock.now += 4
    door.note_request(tablet)
    for number in range(2 * MAX_WAITING):
        door.ask(door.identify(None, f"10.1.{number // 200}.{number % 200}"), HOST)
    assert tablet.id in {device.id for device, _, _ in door.devices}


def test_requests_of_a_tables_device_write_nothing(door: Door, tmp_path: Path) -> None:
    """However often a device that is let in asks for another role, the file stays, and the host sees it."""
    cookie = admit_tablet(door)
    stamp = AccessFile(tmp_path).read_stamp()
    for number in range(50):
        door.ask(door.identify(cookie, f"10.0.1.{number}"), Role("table", 1 + number % 9))
    assert AccessFile(tmp_path).read_stamp() == stamp
    assert [device.wants for device, _, _ in door.devices] == [Role("table", 5)]


def test_a_device_that_the_host_removes_is_a_guest(open_door: Callable[[], Door]) -> None:
    """The cookie of a removed device stops working at once, and does not work after a restart."""
    door = open_door()
    cookie = admit_tablet(door)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    door.let_in(device.id, GUEST)
    for later in (door, open_door()):
        assert later.identify(cookie, TABLET).role == GUEST
        assert later.identify(cookie, TABLET).device is None
        assert not later.has_priority(cookie)
    with pytest.raises(NoDevice):
        door.let_in(device.id, HOST)


def test_forged_cookies_belong_to_no_device(door: Door, tmp_path: Path) -> None:
    """Such as the id of a device without its seal, with a wrong seal, or with the seal of another room."""
    cookie = admit_tablet(door)
    name, seal = cookie.rsplit(".", 1)
    other = Door(DoorConfig(file=AccessFile(tmp_path / "other"), count_tables=lambda: 3))
    device = door.identify(cookie, TABLET).device
    assert device is not None
    forged = ["", ".", name, f"{name}.", f".{seal}", f"{name}.{seal[:-1]}", f"{name}x.{seal}",
              other.make_cookie(device), f"{name}.{seal}\0", "ü" * 50, "x" * 10_000]  # fmt: skip
    for forged_cookie in forged:
        assert door.identify(forged_cookie, TABLET).role == GUEST, forged_cookie
    assert door.identify(cookie, TABLET).role == Role("table", 3)


def test_the_pin_gives_the_hosts_role(door: Door) -> None:
    """Only the right digits do, and none before a PIN is set."""
    with pytest.raises(NoPin):
        enter_pin(door, "2580")
    set_pin_on_machine(door)
    with pytest.raises(WrongPin):
        enter_pin(door, "2581")
    assert door.identify(enter_pin(door, "2580"), PHONE).role == HOST


def test_the_pin_changes_the_role_of_a_tables_device(door: Door) -> None:
    """With the PIN a table’s device becomes the host’s. It gets another cookie, and the old one is void."""
    cookie = admit_tablet(door)
    set_pin_on_machine(door)
    renewed = enter_pin(door, "2580", TABLET, cookie)
    assert renewed != cookie
    assert door.identify(renewed, TABLET).role == HOST
    assert door.identify(cookie, TABLET).role == GUEST
    assert len(door.devices) == 1


def test_a_device_that_the_host_makes_a_hosts_gets_another_cookie(open_door: Callable[[], Door]) -> None:
    """The next page offers it. The old one is void when the new one has come, since a page may be lost."""
    door = open_door()
    cookie = admit_tablet(door)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    assert door.make_cookie(door.offer_new_id(device)) == cookie
    door.let_in(device.id, HOST)
    offered = door.make_cookie(door.offer_new_id(device))
    assert offered != cookie
    assert door.make_cookie(door.offer_new_id(device)) == offered  # two pages may load at once
    assert door.identify(cookie, TABLET).role == HOST
    assert door.identify(offered, TABLET).role == HOST
    assert door.identify(cookie, TABLET).device is None
    assert open_door().identify(offered, TABLET).role == HOST
    renewed = door.identify(offered, TABLET).device
    assert renewed is not None
    assert door.make_cookie(door.offer_new_id(renewed)) == offered
    assert len(door.devices) == 1


def test_no_cookie_is_offered_to_a_device_that_is_put_out(door: Door) -> None:
    """A host's device that becomes a guest or a table's keeps nothing of an offer."""
    for role in (GUEST, Role("table", 3)):
        cookie = admit_tablet(door)
        device = door.identify(cookie, TABLET).device
        assert device is not None
        door.let_in(device.id, HOST)
        offered = door.make_cookie(door.offer_new_id(device))
        door.let_in(device.id, role)
        assert door.identify(offered, TABLET).role == role
        assert door.offer_new_id(device) == device


def test_wrong_pins_cause_longer_and_longer_waits(door: Door, clock: Clock) -> None:
    """After three tries the waits grow up to a minute. After a wait the right PIN works."""
    set_pin_on_machine(door)
    for _ in range(3):
        with pytest.raises(WrongPin):
            enter_pin(door, "0000")
    for expected in (2, 4, 8, 16, 32, 60, 60):
        with pytest.raises(TooManyTries, match=f"{expected} seconds") as refusal:
            enter_pin(door, "2580")
        assert refusal.value.wait == expected
        clock.now += expected
        with pytest.raises(WrongPin):
            enter_pin(door, "0000")
    clock.now += 60
    assert enter_pin(door, "2580")


def test_wrong_pins_delay_nobody_else(door: Door) -> None:
    """Another address need not wait, nor an admitted device at the same address, nor the machine itself."""
    set_pin_on_machine(door)
    cookie = admit_tablet(door)
    for _ in range(3):
        with pytest.raises(WrongPin):
            enter_pin(door, "0000", TABLET)
    with pytest.raises(TooManyTries):
        enter_pin(door, "2580", TABLET)
    assert enter_pin(door, "2580", PHONE)
    assert enter_pin(door, "2580", TABLET, cookie)
    for _ in range(20):
        with pytest.raises(WrongPin):
            enter_pin(door, "0000", MACHINE)
    set_pin_on_machine(door, "1111")


def test_guesses_at_the_same_time_are_limited(door: Door) -> None:
    """Of twelve threads with wrong PINs from one address three get an answer, and nine must wait."""
    set_pin_on_machine(door)
    refusals: list[type[Exception]] = []

    def guess() -> None:
        try:
            enter_pin(door, "0000")
        except (WrongPin, TooManyTries) as refusal:
            refusals.append(type(refusal))

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (refusals.count(WrongPin), refusals.count(TooManyTries)) == (3, 9)


def test_another_device_needs_the_machines_code_to_set_the_first_pin(door: Door) -> None:
    """Spaces, a hyphen and small letters do no harm. The device becomes a host, and the code expires."""
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


def test_the_first_pin_ends_the_host_role_of_devices_without_it(door: Door) -> None:
    """Nobody has entered it on them. A table's device stays, and so do all devices with the next PIN."""
    host, other, tablet = (
        door.ask(door.identify(None, address), HOST) for address in (PHONE, TABLET, "10.0.0.9")
    )
    door.let_in(host.id, HOST)
    door.let_in(other.id, HOST)
    door.let_in(tablet.id, Role("table", 3))
    assert door.needs_proof(door.identify(None, TABLET))
    assert not door.needs_proof(door.identify(door.make_cookie(host), PHONE))
    setter = door.set_pin(door.identify(door.make_cookie(host), PHONE), "", "2580")
    assert door.needs_proof(door.identify(door.make_cookie(host), PHONE))
    assert setter is not None
    roles = [door.identify(door.make_cookie(device), PHONE).role for device in (setter, other, tablet)]
    assert roles == [HOST, GUEST, Role("table", 3)]
    set_pin_on_machine(door, "1111")
    assert [
        door.identify(door.make_cookie(device), PHONE).role for device in (setter, other, tablet)
    ] == roles


def test_a_new_pin_needs_the_old_one(door: Door) -> None:
    """A device of the host needs it too, as somebody else may hold it. The machine does not."""
    set_pin_on_machine(door)
    cookie = enter_pin(door, "2580")
    with pytest.raises(WrongPin, match="old PIN"):
        door.set_pin(door.identify(cookie, PHONE), "", "1111")
    door.set_pin(door.identify(cookie, PHONE), "2580", "1111")
    set_pin_on_machine(door, "2222")
    assert enter_pin(door, "2222")


def test_a_bad_new_pin_costs_no_try(door: Door) -> None:
    """The door checks the new PIN before the code."""
    for _ in range(9):
        with pytest.raises(BadPin):
            door.set_pin(door.identify(None, PHONE), "XXXXXX", "12")
    with pytest.raises(WrongPin):
        door.set_pin(door.identify(None, PHONE), "XXXXXX", "1234")


def test_wrong_codes_block_nobody(door: Door) -> None:
    """There are so many codes that the right one counts after any number of wrong ones, once."""
    phone = door.identify(None, PHONE)
    for _ in range(30):
        with pytest.raises(WrongPin):
            door.set_pin(phone, "XXXXXXXX", "1234")
    code = door.machine_code or ""
    assert door.set_pin(phone, code, "1234") is not None
    with pytest.raises(WrongPin):
        door.set_pin(door.identify(None, TABLET), code, "5678")


def test_many_addresses_share_a_budget_of_tries(door: Door, clock: Clock) -> None:
    """Two hundred addresses get 20 tries at once, and then one in a minute."""
    set_pin_on_machine(door)
    accepted = 0
    for second in range(3600):
        clock.now += 1
        try:
            enter_pin(door, "0000", f"10.0.{second % 200}.9")
        except WrongPin:
            accepted += 1
        except TooManyTries:
            pass
    assert 75 <= accepted <= 80
    assert door.wrong_pins.count == accepted
    assert door.wrong_pins.refused == 3600 - accepted


def test_the_host_gets_in_while_others_guess(door: Door) -> None:
    """The machine's own code stands in for the PIN, and devices that are let in have tries of their own."""
    set_pin_on_machine(door)
    tablet = admit_tablet(door)
    for number in range(40):
        with pytest.raises((WrongPin, TooManyTries)):
            enter_pin(door, "0000", f"10.0.1.{number}")
    with pytest.raises(TooManyTries, match="or type the code on the machine’s own page"):
        enter_pin(door, "2580", "10.0.2.1")
    assert enter_pin(door, "2580", TABLET, tablet)
    code = door.own_code or ""
    assert enter_pin(door, f"{code[:4].lower()} {code[4:]}", "10.0.2.1")
    assert door.own_code != code
    with pytest.raises(TooManyTries):
        enter_pin(door, code, "10.0.2.2")


def test_the_machine_itself_gives_the_room_no_tries(door: Door) -> None:
    """Its right PINs are not counted, so they take nothing back of what others have used up."""
    set_pin_on_machine(door)
    for number in range(30):
        with pytest.raises((WrongPin, TooManyTries)):
            enter_pin(door, "0000", f"10.0.1.{number}")
        enter_pin(door, "2580", MACHINE)
    with pytest.raises(TooManyTries):
        enter_pin(door, "2580", "10.0.2.1")


def test_half_a_letter_is_a_wrong_pin(door: Door) -> None:
    """A lone surrogate, which JSON may contain, is no error of the program."""
    set_pin_on_machine(door)
    with pytest.raises(WrongPin):
        enter_pin(door, "\ud800")


def test_a_right_pin_costs_no_try_of_the_room(door: Door) -> None:
    """However many devices become the host's, nobody has to wait."""
    set_pin_on_machine(door)
    for number in range(60):
        assert enter_pin(door, "2580", f"10.0.3.{number}")
    assert door.wrong_pins.count == 0


def test_with_a_damaged_file_only_the_machine_is_the_host(tmp_path: Path) -> None:
    """The file may have held a PIN, so others only watch. The refusal of a change names the file."""
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
        lambda: set_pin_on_machine(door),
        lambda: door.let_in("a", HOST),
    ]
    for attempt in attempts:
        with pytest.raises(AccessTrouble, match=r"access\.json is damaged"):
            attempt()
    door.reset()
    assert door.identify(None, TABLET).role == HOST
    set_pin_on_machine(door)


def test_a_file_damaged_while_the_table_plays_lets_nobody_in(door: Door, tmp_path: Path) -> None:
    """No device is known any more. After somebody removes the file there is no damage, and no device."""
    cookie = admit_tablet(door)
    AccessFile(tmp_path).path.write_bytes(b"{")
    assert door.identify(cookie, TABLET).role == GUEST
    AccessFile(tmp_path).forget()
    assert door.identify(cookie, TABLET).role == GUEST
    assert door.damage is None


def test_a_reset_forgets_everything(open_door: Callable[[], Door]) -> None:
    """The PIN, the devices and the key are gone. Old cookies do not work, even after a restart."""
    door = open_door()
    set_pin_on_machine(door)
    cookies = [admit_tablet(door), enter_pin(door, "2580")]
    door.reset()
    assert door.devices == ()
    assert not door.has_pin
    for later in (door, open_door()):
        assert [later.identify(cookie, TABLET).role for cookie in cookies] == [GUEST, GUEST]
    admit_tablet(door)
    assert [door.identify(cookie, TABLET).role for cookie in cookies] == [GUEST, GUEST]


def test_another_program_can_reset_a_table_that_plays(door: Door, tmp_path: Path) -> None:
    """``pi-bunco pin`` changes the file, and the door follows at the next request."""
    set_pin_on_machine(door)
    cookie = enter_pin(door, "2580")
    AccessFile(tmp_path).forget()
    assert door.identify(cookie, PHONE).role == GUEST
    assert door.machine_code is not None
    set_pin_on_machine(door)
    saved = AccessFile(tmp_path).load()
    assert saved is not None
    waiting_cookie = door.make_cookie(door.ask(door.identify(None, TABLET), HOST))
    AccessFile(tmp_path).save(SavedAccess(saved.key))
    assert not door.has_pin
    assert door.identify(waiting_cookie, TABLET).device is not None


def test_a_change_that_cannot_be_saved_does_not_happen(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """The door lets no device in that it would not know after a restart."""
    device = door.ask(door.identify(None, TABLET), Role("table", 3))

    def fail(*_: object) -> None:
        raise AccessTrouble("It cannot be written.", "Make room.")

    monkeypatch.setattr(AccessFile, "save", fail)
    attempts: list[Callable[[], object]] = [
        lambda: door.let_in(device.id, Role("table", 3)),
        lambda: set_pin_on_machine(door),
    ]
    for attempt in attempts:
        with pytest.raises(AccessTrouble):
            attempt()
    assert door.identify(door.make_cookie(device), TABLET).role == GUEST
    assert not door.has_pin


def test_the_list_of_devices_has_what_each_requested_last(door: Door, clock: Clock) -> None:
    """The list has the time and the page of each device's last request. Waiting devices come first."""
    cookie = admit_tablet(door)
    waiting = door.ask(door.identify(None, PHONE), HOST)
    device = door.identify(cookie, TABLET).device
    assert device is not None
    door.note_request(device, "table", 3)
    clock.now += 60
    door.note_request(device)
    assert [(listed.id, activity) for listed, activity, _ in door.devices] == [
        (waiting.id, None),
        (device.id, DeviceActivity(1060.0, "table", 3)),
    ]


def test_the_host_sends_a_device_to_another_page(door: Door) -> None:
    """Each order has a higher number than the one before. A removed device has no order and gets none."""
    cookie = admit_tablet(door)
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


def test_a_reset_while_a_pin_is_checked_lets_nobody_in(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check takes a while. If the PIN is forgotten meanwhile, the right digits are refused."""
    set_pin_on_machine(door)
    matches = Pin.matches

    def reset_and_match(pin: Pin, digits: str) -> bool:
        door.reset()
        return matches(pin, digits)

    monkeypatch.setattr(Pin, "matches", reset_and_match)
    with pytest.raises(WrongPin, match="changed just now"):
        enter_pin(door, "2580")
    assert door.devices == ()


def test_priority_is_answered_while_a_change_is_saved(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that talks to the network never waits for a disk."""
    cookie, answers = admit_tablet(door), list[bool]()
    save = AccessFile.save

    def ask_and_save(file: AccessFile, saved: SavedAccess) -> None:
        thread = threading.Thread(target=lambda: answers.append(door.has_priority(cookie)))
        thread.start()
        thread.join(60)
        save(file, saved)

    monkeypatch.setattr(AccessFile, "save", ask_and_save)
    set_pin_on_machine(door)
    assert answers == [True]
