"""A power cut at any moment of a game that is played: nothing that a page had shown is lost."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import Log
from tests.store.power import add_strace, cut_everywhere, needs_strace, quick_folder, write_folder

PATIENCE = 120.0
"""Seconds that a slow machine may take to start a table that is being looked at."""
EVENTS = 14


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def shown_until(table: subprocess.Popen[bytes], address: str, events: int) -> None:
    """Ask for the page's snapshot again and again until so many events stand in it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and table.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/table/1", timeout=10) as answer:
                if json.load(answer)["revision"] >= events:
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"the table did not come to {events} events")


def shown(said: bytes) -> tuple[int, set[str]]:
    """Return the newest revision that was sent to a page, and the photos that were named there."""
    revisions = [int(number) for number in re.findall(rb'"revision": ?(\d+)', said)]
    photos = {name.decode() for name in re.findall(rb'"image": ?"(\d+-\d+\.jpg)"', said)}
    return max(revisions, default=0), photos


@pytest.mark.nightly
@needs_strace
def test_no_power_cut_takes_back_what_a_page_has_shown(tmp_path: Path) -> None:
    """The mock table plays, its camera's photos too; at each of its writes the power goes, in three ways."""
    with quick_folder(tmp_path) as folder:
        trace, state, port = folder / "trace", folder / "state", free_port()
        program = Path(sys.executable).with_name("pi-bunco")
        play = [str(program), "run", "--speed", "20", "--port", str(port), "--state-dir", str(state)]
        table = subprocess.Popen(add_strace(trace, play), stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            shown_until(table, f"http://127.0.0.1:{port}", EVENTS)
        finally:
            os.killpg(table.pid, signal.SIGKILL)
            table.wait(PATIENCE)
        whole = {path.name: path.read_bytes() for path in (state / "photos").glob("*.jpg")}
        tried, lines = look_after_each_cut(folder, trace, state, whole)
    assert tried > 100
    assert lines >= EVENTS - 3  # the last answers came after the last write


def look_after_each_cut(folder: Path, trace: Path, state: Path, whole: dict[str, bytes]) -> tuple[int, int]:
    """Open what each cut leaves; give how many there were, and how many lines had been shown at the end."""
    tried, revision, last = 0, 0, b""
    photos: set[str] = set()
    for _, said, cut, files in cut_everywhere(trace, state):
        if len(said) > len(last):
            newer, more = shown(said[max(len(last) - 100, 0) :])
            revision, photos, last = max(revision, newer), photos | more, said
        with Log(write_folder(files, str(state), folder / "after")) as log:
            lines: list[Any] = log.record()
        tried += 1
        assert len(lines) >= revision, cut
        for name in photos:
            assert (folder / "after/photos" / name).read_bytes() == whole[name], cut
    return tried, revision
