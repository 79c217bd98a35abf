"""A table on a Pi of its own, by taps and by a camera, as real processes: cut off, late, and settled."""

import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.link.broker import find_free_port
from pi_bunco.store import read_record
from tests.e2e.test_follow import Pi, have_same_log, let_in, start_head, wait_for

pytestmark = pytest.mark.skipif(
    not shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin"),
    reason="Mosquitto is not installed",
)


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Pi]:
    pi = start_head(tmp_path / "head")
    wait_for(lambda: pi.ask("/api/table/1"))
    yield pi
    pi.process.send_signal(signal.SIGCONT)
    pi.stop()


def start_far(head: Pi, folder: Path, camera: str) -> Pi:
    """Start a Pi that follows, and give it table 2."""
    pi = Pi(folder, "follow", f"127.0.0.1:{head.port}", "--camera", camera, port=find_free_port())
    let_in(head, pi)
    wait_for(lambda: pi.ask("/api/table/2"))
    [name] = [line["name"] for line in head.ask("/api/link")["pis"]]
    head.ask("/api/link/tables", name=name, tables=[2])
    return pi


def tap(pi: Pi, *dice: int) -> Any:
    """Tap dice at table 2, as its page does."""
    here = pi.ask("/api/table/2")["here"]
    token = f"page.{time.monotonic_ns()}"
    body = {"moment": here["seen"], "after": here["newest"], "token": token}
    return pi.ask("/api/table/2/enter", dice=dice, **body)


def get_scores(pi: Pi) -> list[int]:
    """Return the scores at table 2."""
    return [side["score"] for side in pi.ask("/api/table/2")["sides"]]


@pytest.mark.nightly
def test_throws_of_a_cut_off_table_count_in_their_round(head: Pi, tmp_path: Path) -> None:
    """Nothing is lost or counted twice, also if the far Pi restarts meanwhile; the round waits for it."""
    far = start_far(head, tmp_path / "far", "none")
    try:
        head.ask("/api/table/1/ring", sure=True)
        wait_for(lambda: far.ask("/api/table/2")["phase"] == "playing")
        wait_for(lambda: tap(far, 1, 1, 4)["sides"][0]["score"] == 2)
        with pytest.raises(urllib.error.HTTPError):
            far.ask("/api/table/1/enter", dice=[1, 1, 1])

        head.process.send_signal(signal.SIGSTOP)
        wait_for(lambda: far.ask("/api/table/2")["alone"] is not None)
        for dice in ([1, 2, 3], [2, 3, 4], [1, 1, 5]):
            tap(far, *dice)
        kept = far.ask("/api/table/2")["kept"]
        assert [slip["dice"] for slip in kept] == [[1, 2, 3], [2, 3, 4], [1, 1, 5]]
        after = far.ask("/api/table/2/withdraw", slip=kept[-1]["slip"])
        assert [slip["dice"] for slip in after["kept"]] == [[1, 2, 3], [2, 3, 4]]
        with pytest.raises(urllib.error.HTTPError):
            far.ask("/api/table/1/ring", sure=True)
        far.process.kill()
        far.process.wait()

        head.process.send_signal(signal.SIGCONT)
        head.ask("/api/table/1/enter", dice=[1, 1, 1])  # a bunco ends the round
        assert wait_for(lambda: head.ask("/api/room")["moment"]["part"]) == "settling"
        with pytest.raises(urllib.error.HTTPError):
            head.ask("/api/table/1/ring", sure=True)
        [line] = head.ask("/api/link")["pis"]
        assert line["is_awaited"]

        far.start()
        wait_for(lambda: head.ask("/api/room")["moment"]["part"] == "between")
        assert get_scores(head) == [3, 0]
        wait_for(lambda: have_same_log(head, far))
        wait_for(lambda: far.ask("/api/table/2")["kept"] == [])  # its pages may come after its link
        events = [line for line in read_record(tmp_path / "head") if '"item"' in line]
        assert len(events) == 5  # four throws and what was taken back, each once
        head.ask("/api/table/1/ring", sure=True)
    finally:
        far.stop()


@pytest.mark.nightly
def test_the_host_goes_on_without_a_pi(head: Pi, tmp_path: Path) -> None:
    """The bell rings again after the host's tap, and a throw that comes later is put before the host."""
    far = start_far(head, tmp_path / "far", "none")
    try:
        head.ask("/api/table/1/ring", sure=True)
        wait_for(lambda: far.ask("/api/table/2")["phase"] == "playing")
        wait_for(lambda: tap(far, 1, 1, 4))
        broker = int(subprocess.check_output(["pgrep", "-P", str(head.process.pid), "mosquitto"]))
        os.kill(broker, signal.SIGSTOP)  # now the two do not hear each other
        wait_for(lambda: far.ask("/api/table/2")["alone"] is not None)
        tap(far, 1, 2, 3)
        head.ask("/api/table/1/enter", dice=[1, 1, 1])
        [line] = head.ask("/api/link")["pis"]
        head.ask("/api/link/go-on", name=line["name"])
        head.ask("/api/table/1/ring", sure=True)
        os.kill(broker, signal.SIGCONT)
        wait_for(lambda: "1-2-3" in head.read("/host"))
        assert get_scores(head) == [0, 0]
    finally:
        far.stop()


def test_a_camera_on_another_pi(head: Pi, tmp_path: Path) -> None:
    """It reads the dice of its table, its photo comes when a page of the head shows it, and stays there."""
    far = start_far(head, tmp_path / "far", "mock")
    try:
        wait_for(lambda: head.ask("/api/table/2")["camera"]["status"] == "live")
        head.ask("/api/table/1/ring", sure=True)
        thrown = wait_for(lambda: head.ask("/api/table/2")["last"])
        assert thrown["by"] == "camera"
        wait_for((tmp_path / "far" / "photos" / thrown["image"]).exists)
        with urllib.request.urlopen(f"http://127.0.0.1:{head.port}/photos/{thrown['image']}") as answer:
            assert answer.read().startswith(b"\xff\xd8\xff")
        assert far.ask("/api/table/2/camera")["status"] == "live"
        found = {line["check"] for line in far.ask("/api/doctor")["findings"]}
        assert {"camera", "light", "mat", "pis"} <= found
        assert not list((tmp_path / "far" / "link" / "photos").iterdir())
    finally:
        far.stop()


@pytest.mark.nightly
def test_cameras_of_another_pi_are_given_on_its_own_page(head: Pi, tmp_path: Path) -> None:
    """Its page lists its own tables. What is given there is seen at the head, and stays after a restart."""
    far = start_far(head, tmp_path / "far", "mock")
    try:
        wait_for(lambda: find_status(head) == "live")
        assert wait_for(lambda: far.ask("/api/cameras"))["tables"] == [2]
        send(far, do="add", address=f"http://127.0.0.1:{find_free_port()}/video")
        added = next(camera for camera in far.ask("/api/cameras")["cameras"] if camera["added"])
        send(far, do="give", table=2, camera=added["id"])
        wait_for(lambda: find_status(head) == "trouble")  # nothing is at that address
        far.stop()
        far.start()
        given = wait_for(lambda: far.ask("/api/cameras")["cameras"])
        assert [camera["id"] for camera in given if camera["table"] == 2] == [added["id"]]
        with pytest.raises(urllib.error.HTTPError):
            send(far, do="give", table=1, camera=added["id"])
        send(far, do="give", table=2, camera="")
        wait_for(lambda: find_status(head) == "none")
    finally:
        far.stop()


def find_status(pi: Pi) -> str:
    """Return the state of the camera of table 2, as a Pi shows it."""
    return str(pi.ask("/api/table/2")["camera"]["status"])


def send(pi: Pi, **fields: object) -> None:
    """Send a form of the page of the cameras, as a tap there does."""
    form = urllib.parse.urlencode(fields).encode()
    urllib.request.urlopen(f"http://127.0.0.1:{pi.port}/cameras", form, timeout=20).close()
