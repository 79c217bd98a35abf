"""Every example does what its page says."""

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Protocol
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from pi_bunco.cli import cli
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.camera.mock.still import render_still
from pi_bunco.devices.ports import CameraTrouble, Lamp, Ring
from pi_bunco.frames import Die, Doubt, Image, Reading, Status
from pi_bunco.stations.bell import open_table_bell
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader, SeesFromAbove

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PATIENCE = 60.0


class Start(Protocol):
    """Starts a table."""

    def __call__(self, *options: str, path: str = "") -> str:
        """Return its address; `path` is imported from too."""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a table in a process of its own, and end it after the test."""
    running: list[subprocess.Popen[str]] = []

    def start_(*options: str, path: str = "") -> str:
        words = ["-m", "pi_bunco", "run", "--port", "0", "--state-dir", str(tmp_path), *options]
        env = {"PYTHONPATH": f"{ROOT}:{path}", "PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
        )
        running.append(process)
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if "is at http" in line and (found := re.search(r"http://\S+", line)):
                return re.sub(r"//[^:/]+", "//127.0.0.1", found[0])
        pytest.fail(f"the table did not start: {said}")

    yield start_
    for process in running:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stdout
        process.stdout.close()


def run(*words: str | Path) -> str:
    """Return what a Python program prints; it must end well."""
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which pip has put the package of plug-ins, as the page says."""
    into = tmp_path_factory.mktemp("plugins")
    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
        "--target", into, EXAMPLES / "plugins")  # fmt: skip
    return into


@pytest.fixture
def installed(plugins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process import the plug-ins."""
    monkeypatch.syspath_prepend(plugins)


def test_the_rules_alone() -> None:
    """Ten lines of code, and a round that the sheet decides."""
    said = run(EXAMPLES / "ten_lines.py").splitlines()
    assert said[-1].startswith("Winners: Bob and Di – Card(wins=1, losses=0, buncos=1")
    text = (EXAMPLES / "ten_lines.py").read_text("utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.startswith('"""')]
    assert len(code) <= 10


def test_a_bot_plays_a_game(start: Start) -> None:
    """To its end: everybody has played all six rounds, and the log is a record of the same result."""
    address = start("--camera", "none", "--sets", "1")
    said = run(EXAMPLES / "bot.py", address).splitlines()
    assert [line.partition(":")[0] for line in said[-4:]] == ["Ann", "Bob", "Cy", "Di"]
    assert sum(int(line.split()[1]) for line in said[-4:]) == 12  # two winners in each of six rounds
    assert len(said) > 40


def test_a_house_sheet_from_nothing() -> None:
    """It can be played, says what it changes, and whole parties are."""
    checked = CliRunner().invoke(cli, ["rules", "check", str(EXAMPLES / "wednesday.toml")])
    assert checked.exit_code == 0
    assert "has 13" in checked.output
    played = CliRunner().invoke(
        cli, ["simulate", "--rules", str(EXAMPLES / "wednesday.toml"), "--games", "5"]
    )
    assert played.exit_code == 0, played.output


class Says:
    """A reader that says the same of every picture."""

    def __init__(self, *values: int, status: Status = Status.READ) -> None:
        dice = tuple(Die(value, 0.99, (50 * at, 0, 50 * at + 40, 40)) for at, value in enumerate(values))
        self.said = Reading(status, dice)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:  # noqa: ARG002
        return self.said


@pytest.mark.usefixtures("installed")
def test_a_reader_of_ones_own() -> None:
    """It asks about three alike, with the dice as they are, and leaves all else as the built-in one says."""
    image = render_still(7)[0]
    careful = open_reader("careful")
    assert isinstance(careful, SeesFromAbove)
    assert careful.read(image) == best_reader().read(image)
    make: Callable[[Says], Reader] = import_module("bunco_careful_reader").CarefulReader
    asked = make(Says(4, 4, 4)).read(image)
    assert (asked.status, asked.doubt, asked.values) == (Status.DOUBTFUL, Doubt.UNSURE, (4, 4, 4))
    assert asked.reason
    for says in (Says(4, 4, 5), Says(4, 4), Says(4, 4, 4, status=Status.EMPTY)):
        assert make(says).read(image) is says.said


@pytest.mark.usefixtures("installed")
def test_a_bell_of_ones_own() -> None:
    """Its packets say what sounds and what the lamp shows; a place that is none is refused."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as ear:
        ear.bind(("127.0.0.1", 0))
        ear.settimeout(PATIENCE)
        bell, shown = open_table_bell(f"udp:127.0.0.1:{ear.getsockname()[1]}")
        bell.sound(Ring.BUNCO)
        bell.light(Lamp.PLAYING)
        assert [ear.recv(64), ear.recv(64)] == [b"ring bunco", b"lamp playing"]
        bell.close()
        bell.sound(Ring.END)  # into a closed socket: nothing happens
    assert shown.stage == "up"
    assert open_table_bell("udp:nowhere")[1].stage == "missing"


def test_a_table_plays_with_them(start: Start, plugins: Path) -> None:
    """The bell of another package rings for a round that begins on the page."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as ear:
        ear.bind(("127.0.0.1", 0))
        ear.settimeout(PATIENCE)
        bell = f"udp:127.0.0.1:{ear.getsockname()[1]}"
        address = start("--camera", "none", "--reader", "careful", "--bell", bell, path=str(plugins))
        ring = Request(f"{address}api/table/1/ring", b"{}", {"Content-Type": "application/json"})
        urlopen(ring, timeout=PATIENCE).close()
        heard = iter(lambda: ear.recv(64), b"ring start")
        assert b"lamp ready" in set(heard)


@pytest.mark.usefixtures("installed")
def test_a_camera_of_ones_own() -> None:
    """Its pictures are those of the address; where they stop the table is told what to look at."""
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
    """Serve one picture, and yield its address and what ends that."""

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
