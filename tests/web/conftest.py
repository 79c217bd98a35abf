"""A table whose answers a test decides, and the pages around it."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.rules import Written, load_written
from pi_bunco.table.commands import Command
from pi_bunco.table.refused import Refused
from pi_bunco.table.snapshot import Snapshot
from pi_bunco.web import Option, SheetChoice, create_app
from tests.web.drawn import photo
from tests.web.states import STATES, playing

CALLS = Option("calls", "flag", "Must a bunco be called to count?", "Off, the camera's word is enough.")
SHEETS = (
    SheetChoice(
        "classic",
        "Classic Bunco",
        "Head table, bell, and tallies; partners change every round.",
        2,
        4,
        teams=True,
        sets=4,
        options=(CALLS, Option("traveling", "traveling", "Who takes the traveling bag?")),
    ),
    SheetChoice(
        "boxed",
        "Boxed Bunco",
        "Two to four, each for herself.",
        2,
        4,
        teams=False,
        sets=1,
        options=(
            Option(
                "cup", "faces", "Which numbers are on the dice cup?", "Three alike of these give five more."
            ),
            Option("goal", "number", "Play to how many points?", "11 is the quick game; empty is 21."),
        ),
    ),
)


class FakeDesk:
    """A table whose answers a test decides."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[Command] = []
        self.refusal: Exception | None = None
        self.picture: bytes | None = photo((2, 4, 6))
        self.written = load_written("casino")
        self._now = playing()
        self._change = 0
        self._changed = threading.Condition()

    def show(self, snapshot: Snapshot) -> None:
        """Publish another state."""
        with self._changed:
            self._now = snapshot
            self._change += 1
            self._changed.notify_all()

    def snapshot(self) -> Snapshot:
        return self._now

    def ask(self, command: Command) -> Snapshot:
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(command)
        return self._now

    def wait(self, seen: int, timeout: float) -> tuple[int, Snapshot] | None:
        with self._changed:
            if not self._changed.wait_for(lambda: self._change > seen, timeout):
                return None
            return self._change, self._now

    def photo(self, name: str) -> Path | None:
        digits = tuple(int(sign) for sign in name.removesuffix(".jpg") if sign.isdigit())
        if len(digits) != 3 or not name.endswith(".jpg"):
            return None
        path = self.folder / name
        if not path.exists():
            path.write_bytes(photo(digits))
        return path

    def camera_picture(self) -> bytes | None:
        return self.picture

    def sheets(self) -> tuple[SheetChoice, ...]:
        return SHEETS

    def sheet(self) -> Written:
        return self.written


@pytest.fixture
def states() -> dict[str, Callable[[], Snapshot]]:
    return STATES


@pytest.fixture
def desk(tmp_path: Path) -> FakeDesk:
    return FakeDesk(tmp_path)


@pytest.fixture
def refused() -> Refused:
    return Refused("No round is being played.", "Ring the bell first.")


@pytest.fixture
def app(desk: FakeDesk) -> Flask:
    return create_app(desk, heartbeat=0.3, most_streams=3)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
