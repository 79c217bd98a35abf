"""A table on a disk with no bytes or no files left: it says so, plays on if it can, and starts again."""

import json
import os
import re
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import PATIENCE, PROGRAM, RunningTable

_MOUNT = 'mount -t tmpfs -o size=4m,nr_inodes=40 games "$1" && echo ready && exec sleep 3600'

may_mount = bool(
    shutil.which("unshare")
    and shutil.which("nsenter")
    and subprocess.run(
        ["unshare", "-Urm", "mount", "-t", "tmpfs", "games", "/mnt"], capture_output=True, check=False
    ).returncode
    == 0
)
pytestmark = pytest.mark.skipif(not may_mount, reason="this system lets nobody mount a small disk")


class SmallDisk:
    """A disk with 4 MB and room for 40 files, which only the programs that it starts see."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        self._holder = subprocess.Popen(
            ["unshare", "-Urm", "sh", "-euc", _MOUNT, "sh", place], stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "ready\n"

    def close(self) -> None:
        self._holder.kill()
        self._holder.wait(PATIENCE)
        assert self._holder.stdout is not None
        self._holder.stdout.close()

    def enter(self, *words: str | Path) -> list[str | Path]:
        """Return the command that runs a program which sees the disk."""
        return ["nsenter", "-t", str(self._holder.pid), "-U", "-m", "--preserve-credentials", *words]

    def sh(self, script: str) -> None:
        subprocess.run(self.enter("sh", "-c", script, "sh", self.place), capture_output=True, check=False)

    def fill_with_files(self) -> None:
        self.sh('n=0; while : >"$1/file$n"; do n=$((n + 1)); done')

    def fill_with_bytes(self) -> None:
        self.sh('cat /dev/zero >"$1/ballast"')

    def make_room(self) -> None:
        self.sh('rm -f "$1"/file* "$1/ballast"')


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    disk = SmallDisk(tmp_path / "games")
    yield disk
    disk.close()


@pytest.fixture
def start(disk: SmallDisk) -> Iterator[Callable[[], tuple[RunningTable, str]]]:
    """Yield a function that starts the table on the small disk, and returns it with what it printed."""
    tables: list[RunningTable] = []

    def start_() -> tuple[RunningTable, str]:
        table = subprocess.Popen(
            disk.enter(PROGRAM, "run", "--speed=20", "--port=0", "--state-dir", disk.place / "state"),
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert table.stdout is not None
        printed = ""
        for line in table.stdout:
            printed += line
            if found := re.search(r"http://\S+", line):
                tables.append(RunningTable(table, found[0]))
                return tables[-1], printed
        raise AssertionError(f"the table did not start: {printed}")

    yield start_
    for table in tables:
        if table.process.poll() is None:
            table.process.send_signal(signal.SIGKILL)
            table.process.wait(PATIENCE)


def count_events(now: dict[str, Any]) -> int:
    return int(now["revision"])


def examine(table: RunningTable) -> dict[str, str]:
    """Return what the doctor's page says about disk, card and photos."""
    with urllib.request.urlopen(f"{table.address}api/doctor?only=disk,card,photos") as answer:
        return {each["check"]: f"{each['found']} {each['remedy']}" for each in json.load(answer)["findings"]}


@pytest.mark.nightly
def test_table_on_a_disk_without_files_plays_on_and_starts_again(
    disk: SmallDisk, start: Callable[[], tuple[RunningTable, str]]
) -> None:
    """Throws count without photos, page and doctor say so, and after a clean stop the game goes on."""
    table, _ = start()
    table.wait_until(lambda now: any(each["image"] for each in now["course"]))
    disk.fill_with_files()
    lost = table.wait_until(lambda now: now["banners"])
    assert lost["banners"][0]["text"].startswith("No photo of a throw has been kept since ")
    assert lost["banners"][0]["text"].endswith(": the disk can hold no more files.")
    table.wait_until(lambda now: count_events(now) > count_events(lost))
    found = examine(table)
    assert "Only 0 more files fit, of 40 in all" in found["disk"]
    assert "the disk can hold no more files. Delete files" in found["card"]
    assert found["photos"].startswith("No photo of a throw has been kept since ")
    assert "worn" not in str(found)
    assert table.stop() == 0
    disk.fill_with_files()

    table, printed = start()
    assert printed.startswith("Going on with the unfinished game")
    assert "No photo of a throw has been kept since " in printed
    before = table.table
    assert count_events(before) >= count_events(lost)
    table.wait_until(lambda now: count_events(now) > count_events(before))
    disk.make_room()
    table.wait_until(lambda now: not now["banners"])
    assert "are kept." in examine(table)["photos"]
    assert table.stop() == 0


def test_table_that_cannot_make_its_log_says_what_the_disk_lacks(disk: SmallDisk) -> None:
    """A first start on a disk without files ends with one sentence about that, and with how to make room."""
    disk.fill_with_files()
    ended = subprocess.run(
        disk.enter(PROGRAM, "run", "--port=0", "--state-dir", disk.place / "state"),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ended.returncode
    assert "the disk can hold no more files." in ended.stderr
    assert f"sudo du --inodes -x {disk.place}" in " ".join(ended.stderr.split())
    assert "permission" not in ended.stderr


@pytest.mark.nightly
def test_table_on_a_full_disk_starts_again(
    disk: SmallDisk, start: Callable[[], tuple[RunningTable, str]]
) -> None:
    """Throws wait while the disk is full. The table starts on it too, and plays on once there is room."""
    table, _ = start()
    table.wait_until(lambda now: any(each["image"] for each in now["course"]))
    disk.fill_with_bytes()
    full = table.wait_until(lambda now: now["banners"] and "wait" in now["banners"][0]["text"])
    assert "the disk is full. Every throw so far is kept." in full["banners"][0]["text"]
    found = examine(table)
    assert "the disk is full. Make room" in found["card"]
    assert "worn" not in str(found)
    assert table.stop() == 0
    disk.fill_with_bytes()

    table, printed = start()
    assert printed.startswith("Going on with the unfinished game")
    assert count_events(table.table) >= count_events(full)
    disk.make_room()
    table.wait_until(lambda now: count_events(now) > count_events(full) and not now["banners"])
    assert table.stop() == 0
