"""Quiet hours begin and end by the clock of the room, and the host's own recordings are found or refused."""

from datetime import datetime
from pathlib import Path

import pytest

from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.errors import Trouble
from pi_bunco.limits import RECORDING_BYTES
from pi_bunco.settings.chosen_sound import SoundChoice
from pi_bunco.views.devices import RoomSound

MP3 = b"\xff\xf3\x44\xc4" + bytes(100)


class Clock:
    """A clock that only the test moves."""

    def __init__(self, now: str) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return datetime.fromisoformat(f"2026-11-28T{self.now}:00")


def test_quiet_hours_reach_all_pages_once(tmp_path: Path) -> None:
    """A change is shown when the clock reaches it, and nothing is shown while nothing changes."""
    shown: list[RoomSound] = []
    clock = Clock("21:58")
    keeper = SoundKeeper(tmp_path, shown.append, clock)
    keeper.choose(SoundChoice(quiet_from="22:00", quiet_to="07:00"))
    for now in ("21:59", "22:00", "22:01", "06:59", "07:00"):
        clock.now = now
        keeper.look()
    assert shown == [RoomSound(quiet=True), RoomSound()]


def test_a_choice_counts_at_once_and_after_a_restart(tmp_path: Path) -> None:
    """The next program begins with it."""
    shown: list[RoomSound] = []
    SoundKeeper(tmp_path, shown.append, Clock("12:00")).choose(SoundChoice(horn=True, quiet_now=True))
    restarted = SoundKeeper(tmp_path, shown.append, Clock("12:00"))
    restarted.look()
    assert shown == [RoomSound(quiet=True, horn=True)] * 2


def test_a_choice_that_the_disk_does_not_take_is_refused(tmp_path: Path) -> None:
    """The error has two sentences, and what was chosen before counts."""
    (tmp_path / "state").write_text("a file in place of the folder")
    keeper = SoundKeeper(tmp_path / "state", lambda _: None)
    with pytest.raises(Trouble):
        keeper.choose(SoundChoice(horn=True))
    assert keeper.choice == SoundChoice()


def test_own_recordings(tmp_path: Path) -> None:
    """A recording needs the name of a line, a type that browsers play, that content, and a modest size."""
    keeper = SoundKeeper(tmp_path, lambda _: None)
    assert keeper.list_own().files == {}
    keeper.folder.mkdir()
    files = {
        "round-4.mp3": MP3,
        "horn.wav": b"RIFF\x24\x08\x00\x00WAVEfmt ",
        "bunco-25.m4a": b"\x00\x00\x00\x20ftypM4A ",
        ".DS_Store": b"",
        "bunco-26.mp3": MP3,
        "break.ogg": b"OggS",
        "seats.mp3": b"<html>",
        "drawn.mp3": MP3 + bytes(RECORDING_BYTES),
    }
    for name, content in files.items():
        (keeper.folder / name).write_bytes(content)
    own = keeper.list_own()
    assert {name: path.name for name, path in own.files.items()} == {
        "round-4": "round-4.mp3",
        "horn": "horn.wav",
        "bunco-25": "bunco-25.m4a",
    }
    refused = ["break.ogg", "bunco-26.mp3", "drawn.mp3", "seats.mp3"]
    assert all(name in fault for name, fault in zip(refused, own.faults, strict=True))
