"""Runs mock people: a thread looks at a table's page and taps."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.equipment.table_client import TableClient
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.up import MockMat
from pi_bunco.views.table import TableView

_log = structlog.get_logger()

LOOK_PAUSE = 0.1
"""Seconds between two looks of mock people."""


@contextmanager
def run_mock_people(
    look: Callable[[TableView, float], Command | None], client: TableClient
) -> Iterator[None]:
    """Run mock people who look at a table's page and tap."""
    stopping = threading.Event()

    def look_and_tap() -> None:
        while not stopping.wait(LOOK_PAUSE):
            command = look(client.view(), time.monotonic())
            if command:
                try:
                    client.room.ask(command)
                except Trouble as why:  # a guest was faster, or the disk is slow
                    _log.info("a mock guest was refused", command=type(command).__name__, why=repr(why))

    thread = threading.Thread(target=look_and_tap, name="mock party", daemon=True)
    start_thread(thread)
    try:
        yield
    finally:
        stopping.set()
        thread.join()


class StationMat:
    """The mat of a mock camera in its station, for the mock party.

    Parameters
    ----------
    station
        The station.
    """

    def __init__(self, station: CameraStation) -> None:
        self._station = station
        self._asked = -1

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and no throw is requested."""
        mat = self._station.mat
        if mat is None:  # the station starts again; a throw that was requested before is lost
            self._asked = -1
            return False
        return mat.at_rest and mat.thrown >= self._asked

    def throw(self, dice: int) -> int:
        """Throw so many dice, and return the throw's number."""
        mat = self._station.mat
        self._asked = max(self._asked, mat.thrown if mat else -1) + 1
        self._station.throw(dice)
        return self._asked

    def get_throw(self, number: int) -> MockMat:
        """Return what a throw shows. Only that of the last one is known."""
        mat = self._station.mat
        return mat if mat and mat.thrown == number else MockMat(thrown=number, at_rest=True)
