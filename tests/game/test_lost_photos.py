"""Photos that the disk does not take: the table says since when, and plays on."""

import errno
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Clock, Keeper
from pi_bunco.store import Log, Photos
from tests.disks import NO_ROOM, show_space
from tests.game.conftest import FOUR, get_scores

START = 1_700_000_000


@pytest.fixture
def now() -> list[float]:
    """Return the time of the table's clock, which a test may change."""
    return [START]


@pytest.fixture
def table(tmp_path: Path, now: list[float]) -> Any:
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), Clock(lambda: now[0], lambda: 0.0))
        table.handle(NewGame("classic", FOUR))
        table.handle(RingBell())
        yield table


def say_time(minutes: int) -> str:
    return f"{datetime.fromtimestamp(START + 60 * minutes, UTC).astimezone():%H:%M}"


def refuse_photos(patch: pytest.MonkeyPatch, error: OSError) -> None:
    def refuse(*_: object) -> None:
        raise error

    patch.setattr("pi_bunco.store.photos.write_atomic", refuse)


def test_table_plays_on_without_photos_and_says_since_when(
    table: Keeper, hands: Any, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Throws count without photos. The first one without a photo gives the time, until one is kept again."""
    table.handle(hands.throw(1, 1, 2))
    assert table.explain_lost_photos() is None
    with monkeypatch.context() as patch:
        refuse_photos(patch, NO_ROOM)
        show_space(patch, free=43_000_000, free_files=0)
        for minutes in (5, 9):
            now[0] = START + 60 * minutes
            table.handle(hands.throw(1, 2, minutes - 3))
        table.handle(EnterDice((2, 3, 4)))
        trouble = table.explain_lost_photos()
    assert get_scores(table) == [4, 0]
    assert trouble is not None
    assert trouble.text == (
        f"No photo of a throw has been kept since {say_time(5)}: the disk can hold no more files."
    )
    assert trouble.remedy.startswith("The game goes on without them. Make room on the disk: ")
    table.handle(hands.throw(1, 5, 6))
    assert table.explain_lost_photos() is None


def test_start_on_a_disk_without_room_says_since_when(
    table: Keeper, hands: Any, tmp_path: Path, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start the log still tells the time. Before the first such throw there is none to tell."""
    now[0] = START + 60 * 7
    refuse_photos(monkeypatch, NO_ROOM)
    show_space(monkeypatch, free=0, free_files=9)
    before = Keeper(table._log, Photos(tmp_path)).explain_lost_photos()
    assert before is not None
    assert before.text == "Photos of throws cannot be kept: the disk is full."
    table.handle(hands.throw(1, 1, 2))
    after = Keeper(table._log, Photos(tmp_path)).explain_lost_photos()
    assert after is not None
    assert after.text == f"No photo of a throw has been kept since {say_time(7)}: the disk is full."


def test_card_that_refuses_photos_is_not_called_full(
    table: Keeper, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another error keeps its name, and the remedy leads to the doctor."""
    refuse_photos(monkeypatch, OSError(errno.EROFS, os.strerror(errno.EROFS)))
    table.handle(hands.throw(1, 1, 2))
    trouble = table.explain_lost_photos()
    assert trouble is not None
    assert trouble.text.endswith(": Read-only file system.")
    assert "Is everything working?" in trouble.remedy
