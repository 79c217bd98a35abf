"""The odds of a room are computed ahead in a thread, so that no page computes a race."""

import threading
from pathlib import Path
from random import Random

import pytest

from pi_bunco.app.background import Worker
from pi_bunco.chance.odds import NextRaces
from pi_bunco.chance.odds.races import RaceCache, ScoreRace
from pi_bunco.chance.odds.solve import Values
from pi_bunco.game.book import Book
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.rules import SHEETS
from pi_bunco.store import Log, Photos
from pi_bunco.views.show import DeviceStatus, make_table_view
from tests.at_night import leave_to_night

MAX_EVENTS = 250
"""Events of a round after which the test stops, if the round is not over before."""


def find_next_races(book: Book) -> NextRaces:
    return NextRaces.of(book.played)


@pytest.mark.parametrize("players", leave_to_night((100, 75), (100,)))
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_page_of_a_room_computes_a_race(
    sheet: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two rounds of a room, only the oddsmaker's thread computes races."""
    threads: list[str] = []
    really_solve = ScoreRace.solve

    def solve(race: ScoreRace) -> Values:
        threads.append(threading.current_thread().name)
        return really_solve(race)

    monkeypatch.setattr(ScoreRace, "solve", solve)
    monkeypatch.setattr("pi_bunco.chance.odds.live._CACHE", RaceCache())
    luck, devices = Random(7), DeviceStatus(NO_CAMERA)
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        keeper.handle(NewGame(sheet, tuple(f"P{n}" for n in range(players)), sets=1))
        for _ in range(2):
            oddsmaker = Worker("oddsmaker", lambda: keeper.read(find_next_races).prepare())
            oddsmaker.wake()
            oddsmaker.close()  # waits until it is finished
            changes = keeper.handle(RingBell())
            last_seq = keeper.book.next_seq + MAX_EVENTS
            while keeper.book.played.status == "playing" and keeper.book.next_seq < last_seq:
                for table in changes.tables:
                    make_table_view(keeper, table, devices)
                thrower = luck.choice([table for table in keeper.book.played.tables if table.takes])
                dice = tuple(luck.randint(1, 6) for _ in range(2 if thrower.takes == "die_off" else 3))
                changes = keeper.handle(EnterDice(dice, table=thrower.number))
            if keeper.book.played.status != "ready":
                break
    assert set(threads) <= {"oddsmaker"}
    assert threads or sheet in {"boxed", "houseparty"}  # on these sheets no score of a table ends its round
