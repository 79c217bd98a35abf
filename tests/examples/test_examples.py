"""Every example does what its page says."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, cast
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from renderer.still import render_still

from pi_bunco.cli import cli
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import CameraTrouble, Lamp, Ring
from pi_bunco.equipment.bell import open_table_bell
from pi_bunco.frames import Image
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader, SeesFromAbove

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PATIENCE = 60.0


class StartTable(Protocol):
    """Starts a table."""

    def __call__(self, *options: str, path: str = "") -> str:
        """Return the table's address. The table can also import what lies in the folder `path`."""


@pytest.fixture
def start_table(tmp_path: Path) -> Iterator[StartTable]:
    """Yield a function that starts a table in its own process. The tables end with the test."""
    running: list[subprocess.Popen[str]] = []

    def start(*options: str, path: str = "") -> str:
        words = ["-m", "pi_bunco", "run", "--port", "0", "--state-dir", str(tmp_path), *options]
        env = {"PYTHONPATH": f"{ROOT}:{path}", "PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
        )
        running.append(process)
        assert process.stdout
        output = ""
        for line in process.stdout:
            output += line
            if "is at http" in line and (found := re.search(r"http://\S+", line)):
                return re.sub(r"//[^:/]+", "//127.0.0.1", found[0])
        pytest.fail(f"the table did not start: {output}")

    yield start
    for process in running:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stdout
        process.stdout.close()


def run(*words: str | Path) -> str:
    """Return what a Python program prints. The program must succeed."""
    finished = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which pip has installed the package of plug-ins, as the page describes it."""
    folder = tmp_path_factory.mktemp("plugins")
    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
        "--target", folder, EXAMPLES / "plugins")  # fmt: skip
    return folder


@pytest.fixture
def installed(plugins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process import the plug-ins."""
    monkeypatch.syspath_prepend(plugins)


def test_ten_lines_of_code_play_a_round() -> None:
    """The example uses the rules without the rest of the program, and prints the winners."""
    lines = run(EXAMPLES / "ten_lines.py").splitlines()
    assert lines[-1].startswith("Winners: Bob and Di – Card(wins=1, losses=0, buncos=1")
    text = (EXAMPLES / "ten_lines.py").read_text("utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.startswith('"""')]
    assert len(code) <= 10


def test_a_bot_plays_a_whole_game(start_table: StartTable) -> None:
    """The bot plays all six rounds, and prints how many each player has won."""
    address = start_table("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--sets", "1")
    lines = run(EXAMPLES / "bot.py", address).splitlines()
    assert [line.partition(":")[0] for line in lines[-4:]] == ["Ann", "Bob", "Cy", "Di"]
    assert sum(int(line.split()[1]) for line in lines[-4:]) == 12  # two winners in each of six rounds
    assert len(lines) > 40


def test_a_house_sheet_can_be_played() -> None:
    """``rules check`` accepts the example, and ``simulate`` plays whole games with it."""
    checked = CliRunner().invoke(cli, ["rules", "check", str(EXAMPLES / "wednesday.toml")])
    assert checked.exit_code == 0
    assert "has 13" in checked.output
    played = CliRunner().invoke(
        cli, ["simulate", "--rules", str(EXAMPLES / "wednesday.toml"), "--games", "5"]
    )
    assert played.exit_code == 0, played.output


class FakeReader:
    """A reader that returns the same reading for every picture."""

    def __init__(self, *values: int, status: Status = Status.READ) -> None:
        dice = tuple(Die(value, 0.99, (50 * at, 0, 50 * at + 40, 40)) for at, value in enumerate(values))
        self.reading = Reading(status, dice)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:  # noqa: ARG002
        return self.reading


@pytest.mark.usefixtures("installed")
def test_the_reader_plug_in_asks_about_three_alike() -> None:
    """The plug-in's question has the dice that it read. Other readings are those of the built-in reader."""
    image = render_still(7)[0]
    careful = open_reader("careful")
    assert isinstance(careful, SeesFromAbove)
    assert careful.read(image) == best_reader().read(image)
    make_careful: Callable[[FakeReader], Reader] = import_module("bunco_careful_reader").CarefulReader
    reading = make_careful(FakeReader(4, 4, 4)).read(image)
    assert (reading.status, reading.doubt, reading.values) == (Status.DOUBTFUL, Doubt.UNSURE, (4, 4, 4))
    assert reading.reason
    for reader in (FakeReader(4, 4, 5), FakeReader(4, 4), FakeReader(4, 4, 4, status=Status.EMPTY)):
        assert make_careful(reader).read(image) is reader.reading


@pytest.fixture
def receiver() -> Iterator[socket.socket]:
    """Listen for the packets of the bell plug-in."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(PATIENCE)
        yield receiver


def name_bell(receiver: socket.socket) -> str:
    return f"udp:127.0.0.1:{receiver.getsockname()[1]}"


@pytest.mark.usefixtures("installed")
def test_the_bell_plug_in_sends_packets(receiver: socket.socket) -> None:
    """A packet names the sound or the state of the lamp. A wrong address makes the bell missing."""
    bell, button = open_table_bell(name_bell(receiver))
    bell.sound(Ring.BUNCO)
    bell.light(Lamp.PLAYING)
    assert [receiver.recv(64), receiver.recv(64)] == [b"ring bunco", b"lamp playing"]
    bell.close()
    bell.sound(Ring.END)  # a closed bell does nothing, and raises nothing
    assert button.stage == "up"
    assert open_table_bell("udp:nowhere")[1].stage == "missing"


def test_a_table_plays_with_plug_ins(start_table: StartTable, plugins: Path, receiver: socket.socket) -> None:
    """The bell plug-in rings when a round begins on the page."""
    bell = name_bell(receiver)
    options = ("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--reader", "careful")
    address = start_table(*options, "--bell", bell, path=str(plugins))
    ring = Request(f"{address}api/table/1/ring", b"{}", {"Content-Type": "application/json"})
    urlopen(ring, timeout=PATIENCE).close()
    assert b"lamp ready" in set(iter(lambda: receiver.recv(64), b"ring start"))


def test_a_table_plays_with_a_tray(start_table: StartTable, plugins: Path, tmp_path: Path) -> None:
    """The station plug-in reports its device's lines: a throw counts, and too few dice are asked about."""
    device = tmp_path / "tray"
    os.mkfifo(device)
    address = start_table("--camera", f"tray:{device}", "--players", "Ann,Bob,Cy,Di", path=str(plugins))

    def look() -> dict[str, Any]:
        with urlopen(f"{address}api/table/1", timeout=PATIENCE) as answer:
            return cast("dict[str, Any]", json.load(answer))

    def wait_for(condition: Callable[[dict[str, Any]], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition(look()):
            assert time.monotonic() < end, look()
            time.sleep(0.05)

    wait_for(lambda view: view["camera"]["says"] == "the tray is ready")
    ring = Request(f"{address}api/table/1/ring", b"{}", {"Content-Type": "application/json"})
    urlopen(ring, timeout=PATIENCE).close()
    wait_for(lambda view: view["phase"] == "playing")
    with device.open("w", encoding="ascii") as tray:
        print("1 1 4", file=tray, flush=True)
        wait_for(lambda view: view["sides"][0]["score"] == 2)
        print("1 4", file=tray, flush=True)
        wait_for(lambda view: view["doubt"] and view["doubt"]["kind"] == "fewer")


@pytest.mark.usefixtures("installed")
def test_the_camera_plug_in_loads_pictures_from_an_address() -> None:
    """When the address sends no picture any more, the error says what to check."""
    image = np.full((24, 32, 3), 90, np.uint8)
    with serve(cv2.imencode(".png", image)[1].tobytes()) as (address, stop):
        with closing(open_camera(f"snapshots:{address}")) as camera:
            frames = camera.frames()
            two = list(islice(frames, 2))
            assert [frame.index for frame in two] == [0, 1]
            assert (two[1].image == image).all()
            stop()
            with pytest.raises(CameraTrouble, match=r"sends no picture .*Open it in a browser"):
                next(frames)
        with pytest.raises(CameraTrouble, match="sends no picture"):
            open_camera(f"snapshots:{address}")


@contextmanager
def serve(picture: bytes) -> Iterator[tuple[str, Callable[[], None]]]:
    """Serve one picture, and yield its address and a function that stops the server."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(picture)))
            self.end_headers()
            self.wfile.write(picture)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def stop() -> None:
        server.shutdown()
        thread.join()
        server.server_close()

    yield f"http://127.0.0.1:{server.server_port}/now.png", stop
