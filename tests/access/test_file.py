"""The file with the key, the PIN and the devices."""

import json
import os
from pathlib import Path

import pytest

from pi_bunco.access.cookies import make_key
from pi_bunco.access.devices import Device
from pi_bunco.access.file import AccessFile, AccessTrouble, SavedAccess
from pi_bunco.access.pin import Pin
from pi_bunco.access.roles import HOST, SCREEN, STAFF, Role

ROLES: tuple[Role, ...] = (HOST, Role("table", 25), SCREEN, Role("staff", 1, (2, 4)), STAFF)
DEVICES = tuple(
    Device(f"id-{number}", "KHRM", role, role, 1000.5, "Täblet 3") for number, role in enumerate(ROLES)
)
SAVED = SavedAccess(make_key(), Pin.of("1234"), DEVICES)


@pytest.mark.parametrize("saved", [SAVED, SavedAccess(make_key())])
def test_load_returns_what_was_saved(tmp_path: Path, saved: SavedAccess) -> None:
    """All roles come back, with and without a PIN. Saving makes the folder if there is none."""
    file = AccessFile(tmp_path / "state")
    assert file.load() is None
    file.save(saved)
    assert file.load() == saved


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    """The umask and the permissions of an older file or draft do not matter. No draft remains."""
    file = AccessFile(tmp_path)
    draft = tmp_path / ".access.json.new"
    draft.write_text("left behind")
    draft.chmod(0o666)
    file.path.write_text("{}")
    file.path.chmod(0o644)
    old_umask = os.umask(0)
    try:
        file.save(SAVED)
    finally:
        os.umask(old_umask)
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["access.json"]  # noqa: PTH208 - names alone


def make_file(**fields: object) -> bytes:
    """Return the contents of the smallest good file, with other or more fields."""
    good: dict[str, object] = {"access": "pi-bunco/1", "key": "A" * 43 + "="}
    return json.dumps(good | fields).encode()


def test_the_smallest_file_is_good(tmp_path: Path) -> None:
    """The next test makes its damaged files from this one."""
    AccessFile(tmp_path).path.write_bytes(make_file())
    assert AccessFile(tmp_path).load() == SavedAccess(bytes(32))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 4096,
        b"[]",
        b"\xff\xfe",
        make_file()[:-2],
        make_file(key="AAAA"),
        make_file(key="no base64"),
        make_file(access="pi-bunco/2"),
        make_file(more=1),
        make_file(pin={"salt": "AAAA", "digest": "AAAA"}),
        make_file(devices=[{"id": "a", "code": "KHRM", "role": "table", "since": 1}]),
        make_file(devices=[{"id": "a", "code": "KHRM", "role": "table", "table": 26, "since": 1}]),
        make_file(devices=[{"id": "a", "code": "KHRM", "role": "guest", "since": 1}]),
        make_file(devices=[{"id": "a.b", "code": "KHRM", "role": "host", "since": 1}]),
        b"x" * 2_000_000,
    ],
)
def test_a_damaged_file_is_named_with_the_remedy(tmp_path: Path, data: bytes) -> None:
    """A damaged file is empty, too short or too long, of another version, or has impossible contents."""
    file = AccessFile(tmp_path)
    file.path.write_bytes(data)
    with pytest.raises(AccessTrouble, match="pi-bunco pin --reset") as raised:
        file.load()
    assert str(file.path) in raised.value.text


def test_a_folder_of_that_name_is_an_error(tmp_path: Path) -> None:
    """The file can then not be loaded, removed or saved, and each error says so."""
    file = AccessFile(tmp_path)
    file.path.mkdir()
    for attempt in (file.load, file.forget):
        with pytest.raises(AccessTrouble, match="pin --reset"):
            attempt()
    with pytest.raises(AccessTrouble, match="cannot be written"):
        file.save(SAVED)


def test_a_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving raises an error, and the file still holds what was saved before."""
    file = AccessFile(tmp_path)
    file.save(SAVED)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(AccessTrouble, match="the disk is full"):
        file.save(SavedAccess(make_key()))
    assert file.load() == SAVED


def test_forget_removes_even_a_damaged_file(tmp_path: Path) -> None:
    """If there is no file, nothing happens, and the result says so."""
    file = AccessFile(tmp_path)
    assert not file.forget()
    file.path.write_bytes(b"damaged")
    assert file.forget()
    assert file.load() is None


def test_the_stamp_changes_with_the_file(tmp_path: Path) -> None:
    """Each save gives another stamp, and without a file there is none."""
    file = AccessFile(tmp_path)
    stamps = [file.read_stamp()]
    for _ in range(3):
        file.save(SAVED)
        stamps.append(file.read_stamp())
    assert None not in stamps[1:]
    assert len(set(stamps)) == 4
    file.forget()
    assert file.read_stamp() is None
