"""The file that keeps key, PIN and devices."""

import json
import os
from pathlib import Path

import pytest

from pi_bunco.access.cookies import make_key
from pi_bunco.access.devices import Device
from pi_bunco.access.file import AccessFile, AccessTrouble, SavedAccess
from pi_bunco.access.pin import Pin
from pi_bunco.access.roles import HOST, SCREEN, Role

ROLES: tuple[Role, ...] = (HOST, Role("table", 25), SCREEN)
DEVICES = tuple(
    Device(f"id-{number}", "KHRM", role, role, 1000.5, "Täblet 3") for number, role in enumerate(ROLES)
)
SAVED = SavedAccess(make_key(), Pin.of("1234"), DEVICES)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("saved", [SAVED, SavedAccess(make_key())])
def test_what_is_saved_is_loaded(tmp_path: Path, saved: SavedAccess) -> None:
    """All roles, a PIN or none, come back the same; in a folder that is made if need be."""
    file = AccessFile(tmp_path / "state")
    assert file.load() is None
    file.save(saved)
    assert file.load() == saved


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    """With any umask, and where an older file or draft was left behind; no other file remains."""
    file = AccessFile(tmp_path)
    draft = tmp_path / ".access.json.new"
    draft.write_text("left behind")
    draft.chmod(0o666)
    file.path.write_text("{}")
    file.path.chmod(0o644)
    before = os.umask(0)
    try:
        file.save(SAVED)
    finally:
        os.umask(before)
    assert mode(file.path) == 0o600
    assert os.listdir(tmp_path) == ["access.json"]  # noqa: PTH208 - names alone


def changed(**fields: object) -> bytes:
    key = "A" * 43 + "="
    good: dict[str, object] = {"access": "pi-bunco/1", "key": key}
    return json.dumps(good | fields).encode()


def test_the_smallest_file_is_whole(tmp_path: Path) -> None:
    """What the damaged ones below are made from is none."""
    AccessFile(tmp_path).path.write_bytes(changed())
    assert AccessFile(tmp_path).load() == SavedAccess(bytes(32))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 4096,
        b"[]",
        b"\xff\xfe",
        changed()[:-2],
        changed(key="AAAA"),
        changed(key="no base64"),
        changed(access="pi-bunco/2"),
        changed(more=1),
        changed(pin={"salt": "AAAA", "digest": "AAAA"}),
        changed(devices=[{"id": "a", "code": "KHRM", "role": "table", "since": 1}]),
        changed(devices=[{"id": "a", "code": "KHRM", "role": "table", "table": 26, "since": 1}]),
        changed(devices=[{"id": "a", "code": "KHRM", "role": "guest", "since": 1}]),
        changed(devices=[{"id": "a.b", "code": "KHRM", "role": "host", "since": 1}]),
        b"x" * 2_000_000,
    ],
)
def test_a_damaged_file_is_named_with_the_remedy(tmp_path: Path, data: bytes) -> None:
    """Emptied, cut, of another version, or with something in it that was never written."""
    file = AccessFile(tmp_path)
    file.path.write_bytes(data)
    with pytest.raises(AccessTrouble, match="pi-bunco pin --reset") as raised:
        file.load()
    assert str(file.path) in raised.value.text


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    """What is no file at all can be neither read nor removed, and both say so."""
    file = AccessFile(tmp_path)
    file.path.mkdir()
    for attempt in (file.load, file.forget):
        with pytest.raises(AccessTrouble, match="pin --reset"):
            attempt()
    with pytest.raises(AccessTrouble, match="cannot be written"):
        file.save(SAVED)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save that fails says so, and what was saved before still stands."""
    file = AccessFile(tmp_path)
    file.save(SAVED)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AccessTrouble, match="No space left"):
        file.save(SavedAccess(make_key()))
    assert file.load() == SAVED


def test_forgetting_removes_it(tmp_path: Path) -> None:
    """Damaged or not; where none is nothing happens."""
    file = AccessFile(tmp_path)
    assert not file.forget()
    file.path.write_bytes(b"damaged")
    assert file.forget()
    assert file.load() is None


def test_the_stamp_changes_with_the_file(tmp_path: Path) -> None:
    """Each save and its removal is seen by one look."""
    file = AccessFile(tmp_path)
    stamps = [file.read_stamp()]
    for _ in range(3):
        file.save(SAVED)
        stamps.append(file.read_stamp())
    assert None not in stamps[1:]
    assert len(set(stamps)) == 4
    file.forget()
    assert file.read_stamp() is None
