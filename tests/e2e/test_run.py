"""``pi-bunco run`` as people use it: it plays, continues after a kill, and reports what is wrong."""

import json
import os
import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.devices.camera.mock import MockCamera
from pi_bunco.store import read_record
from tests.at_night import leave_to_night

PROGRAM = Path(sys.executable).with_name("pi-bunco")
KILLS = int(os.environ.get("PI_BUNCO_KILLS", "6"))
"""How often the long test kills the table. The environment variable sets another number."""

Start = Callable[..., Any]


def list_camera_throws(folder: Path) -> list[dict[str, Any]]:
    """Return the logged events of the camera's throws, counted or doubtful, one for each throw."""
    no_throw = ("answers", "at_start", "touched")  # an answer, dice from before, dice that were only pushed
    lines = (line for line in map(json.loads, read_record(folder)) if "frame" in line)
    return [line for line in lines if not any(key in line for key in no_throw)]


def find_dice(seed: int, number: int) -> list[int]:
    """Return the dice of a throw of the mock camera, without playing up to it."""
    return sorted(MockCamera(seed, first=number + 1).get_throw(number).values)


def test_run_plays_itself(start: Start, tmp_path: Path) -> None:
    """The mock table rings, throws, reads and scores. The log has the dice that were thrown."""
    table = start("--speed", "20", "--seed", "11")
    assert table.get("healthz")
    now = table.wait_until(lambda now: any(len(side["tally"]) for side in now["sides"]) or now["round"] > 1)
    assert now["camera"]["mock"]
    assert {player["name"] for player in now["players"]} == {"Ann", "Bob", "Cy", "Di"}
    assert table.stop() == 0
    throws = list_camera_throws(tmp_path / "state")
    assert any(line["event"] == "throw" for line in throws)
    for number, line in enumerate(throws):
        if line["event"] == "throw":
            assert sorted(line["dice"]) == find_dice(11, number)


@pytest.mark.nightly
def test_run_continues_after_kills_in_the_middle_of_throws(start: Start, tmp_path: Path) -> None:
    """The program is killed at random moments. Nothing that was shown is lost, and no throw counts twice."""
    moments = random.Random(3)
    folder = tmp_path / "state"
    lines: list[dict[str, Any]] = []
    for _ in range(KILLS):
        table = start("--speed", "20", "--seed", "5")
        now = table.table
        assert now["revision"] >= len(lines)
        goal = now["revision"] + moments.randint(0, 3)
        table.wait_until(lambda now, goal=goal: now["revision"] >= goal)
        time.sleep(moments.uniform(0, 2.0))  # anywhere in a throw: a hand, rolling dice, dice at rest
        shown = table.table["revision"]
        table.kill()
        before, lines = lines, [json.loads(line) for line in read_record(folder)]
        assert len(lines) >= shown
        assert lines[: len(before)] == before
    throws = list_camera_throws(folder)
    assert len(throws) >= 2
    for number, line in enumerate(throws):
        values = line.get("dice") or line["values"]
        if line["event"] != "camera:doubtful":
            assert sorted(values) == find_dice(5, number), f"throw {number}"


def test_run_without_camera_plays_by_taps(start: Start, tmp_path: Path) -> None:
    """A table without a camera scores tapped dice, can undo them, and writes a record that replays."""
    table = start("--camera", "none", "--host", "127.0.0.1", "--rules", "boxed", "--players", "Ann,Bob")
    assert table.post("api/table/1/ring")[0] == 200
    assert table.post("api/table/1/enter", {"dice": [1, 1, 4]})[1]["sides"][0]["score"] == 2
    undo = table.table["can"]["undo"]
    assert undo["what"] == "Undo +2"
    assert table.post("api/table/1/undo", {"seq": undo["seq"]})[1]["sides"][0]["score"] == 0
    assert table.post("api/table/1/enter", {"dice": [1, 9, 4]})[0] == 400
    assert table.post("api/table/1/ring")[0] == 409
    assert table.stop() == 0
    record = subprocess.run(
        [PROGRAM, "record", "--state-dir", tmp_path / "state"], capture_output=True, check=True
    )
    result = subprocess.run(
        [PROGRAM, "replay", "-", "--json"], input=record.stdout, capture_output=True, check=True
    )
    assert json.loads(result.stdout)["status"] == "playing"


def test_run_continues_the_unfinished_game(start: Start) -> None:
    """Other options on the command line do not end a game. Only ``--new`` does."""
    start("--camera", "none", "--players", "Zoe,Yan", "--rules", "boxed").kill()
    again = start("--camera", "none")
    assert [player["name"] for player in again.table["players"]] == ["Zoe", "Yan"]
    again.kill()
    fresh = start("--camera", "none", "--new")
    assert fresh.table["title"] == "Classic"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--camera", "no/such.mp4"], "no/such.mp4"),
        *(
            pytest.param(*each, marks=pytest.mark.nightly)
            for each in (
                (["--players", "Ann"], "2 to 100 players, not 1"),
                (["--config", "no/such.toml"], "no/such.toml cannot be read"),
                (["--rules", "whist"], "whist"),
                (["--state-dir", "/proc/1/state"], "/proc/1/state"),
                (["--bell", "gong"], "gong"),
            )
        ),
    ],
)
def test_run_reports_a_wrong_option(tmp_path: Path, options: list[str], message: str) -> None:
    """The message names the wrong value. The exit status is 2, and there is no traceback."""
    command: list[str | Path] = [PROGRAM, "run", "--port", "0", "--state-dir", tmp_path / "state", *options]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert "Traceback" not in answer.stderr


def test_run_names_a_port_that_is_taken(tmp_path: Path) -> None:
    """The message names the port that another program uses."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command: list[str | Path] = [PROGRAM, "run", "--port", str(port), "--state-dir", tmp_path / "state"]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert f"Port {port} is taken" in answer.stderr


def wait_for_address(listener: socket.socket) -> str:
    """Wait until a table reports to systemd that it is ready, and return its address."""
    message = ""
    while "READY=1" not in message:
        message = listener.recv(4096).decode()
    return message.split("The table is at ")[1]


@pytest.mark.parametrize("output", leave_to_night(("full", "unread", "ascii"), ("full",)))
def test_run_plays_although_it_cannot_print(tmp_path: Path, output: str) -> None:
    """The output goes to a full disk, to a closed pipe, or to a terminal without the needed letters."""
    read, write = os.pipe()
    os.close(read)
    file = Path("/dev/full").open("wb") if output == "full" else tmp_path.joinpath("output").open("wb")  # noqa: SIM115
    with file, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.settimeout(60)
        listener.bind(str(tmp_path / "systemd"))
        table = subprocess.Popen(
            [
                *(str(PROGRAM), "run", "--camera", "none", "--players", "Ann,Bob", "--port", "0"),
                *("--state-dir", str(tmp_path / "state")),
            ],
            stdout=write if output == "unread" else file,
            stderr=subprocess.PIPE,
            env=os.environ
            | {"NOTIFY_SOCKET": str(tmp_path / "systemd")}
            | ({"PYTHONIOENCODING": "ascii"} if output == "ascii" else {}),
        )
        os.close(write)
        try:
            with urllib.request.urlopen(wait_for_address(listener) + "healthz", timeout=60) as answer:
                assert json.load(answer)["status"] == "ok"
            table.terminate()
            _, err = table.communicate(timeout=60)
        finally:
            table.kill()
    assert (table.returncode, err) == (0, b"")
    if output == "ascii":
        assert "Stopped." in (tmp_path / "output").read_text()
