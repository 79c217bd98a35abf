"""A table in a temporary folder, with dice that are thrown by hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import DiceSettled, NewGame, RingBell
from pi_bunco.game.keeper import Clock, CommandEffect, Keeper
from pi_bunco.pictures.encode import encode_jpeg
from pi_bunco.readings import Die, Doubt, Reading, Snapshot, Status
from pi_bunco.store import Log, Photos
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import TableView

PICTURE = encode_jpeg(np.full((240, 320, 3), 60, np.uint8))
LIVE = CameraStatus("live", "mock camera live", mock=True)
FOUR = ("Ann", "Bob", "Cy", "Di")


def list_kinds(effect: CommandEffect, table: int = 1) -> list[str]:
    """Return the kinds of the alerts that a command brought at a table."""
    return [make_alert(news).kind for news in effect.news[table]]


def show(keeper: Keeper, table: int = 1) -> TableView:
    """Return the view of a table's page."""
    return make_table_view(keeper, table, DeviceStatus(LIVE))


def get_scores(keeper: Keeper, table: int = 1) -> list[int]:
    """Return the scores on a table's page, side by side."""
    return [side.score for side in show(keeper, table).sides]


class Hands:
    """Throws dice onto a mat, each time at another place."""

    def __init__(self) -> None:
        self.number = 0

    def throw(
        self,
        *values: int,
        reason: str = "",
        kind: Doubt | None = None,
        at_start: bool = False,
        xs: tuple[int, ...] = (),
        table: int = 1,
    ) -> DiceSettled:
        self.number += not at_start
        places = xs or tuple(40 + 90 * k + 7 * (self.number % 9) for k in range(len(values)))
        dice = tuple(
            Die(value, 0.4 if reason else 0.98, (x, 60.0, x + 50.0, 110.0))
            for value, x in zip(values, places, strict=True)
        )
        status = Status.DOUBTFUL if reason else Status.READ
        return DiceSettled(
            Reading(status, dice, reason, kind),
            Snapshot(PICTURE, (320, 240), 15 * self.number, 0.0),
            at_start=at_start,
            table=table,
        )


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Callable[[], Keeper]]:
    """Return a function that opens this folder's table; it first closes the log, as a kill would."""
    logs: list[Log] = []

    def open_() -> Keeper:
        for log in logs:
            log.close()
        logs[:] = [Log(tmp_path)]
        return Keeper(logs[0], Photos(tmp_path), Clock(lambda: 1_700_000_000.0, lambda: 0.0))

    yield open_
    for log in logs:
        if lines := log.record():
            assert Book(lines).to_dicts(len(lines)) == lines, (
                "a table can read every line that a table has written"
            )
        log.close()


@pytest.fixture
def table(open_table: Callable[[], Keeper]) -> Keeper:
    """Return a classic table in its first round."""
    table = open_table()
    table.handle(NewGame("classic", FOUR))
    table.handle(RingBell())
    return table
