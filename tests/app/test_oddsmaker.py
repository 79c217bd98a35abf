"""The odds of a room are worked out ahead, and no page works out a race."""

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
from pi_bunco.rules import SHEETS
from pi_bunco.store import Log, Photos
from pi_bunco.views.live import NO_CAMERA
from pi_bunco.views.show import DeviceStatus, make_table_view

ROUND = 250
"""Events after which enough of a round is seen, if it is not over before."""


def ahead(book: Book) -> NextRaces:
    return NextRaces.of(book.played)


@pytest.mark.parametrize("players", [100, 75])
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_page_of_a_room_works_out_a_race(
    sheet: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through two rounds of a room, every race is worked out by the oddsmaker's thread."""
    by: list[str] = []
    really = ScoreRace.solve

    def solve(race: ScoreRace) -> Values:
        by.append(threading.current_thread().name)
        return really(race)

    monkeypatch.setattr(ScoreRace, "solve", solve)
    monkeypatch.setattr("pi_bunco.chance.odds.live._CACHE", RaceCache())
    luck, around = Random(7), DeviceStatus(NO_CAMERA)
    with Log(tmp_path) as log:
        keeper = Keeper(log, Photos(tmp_path))
        keeper.handle(NewGame(sheet, tuple(f"P{n}" for n in range(players)), sets=1))
        for _ in range(2):
            oddsmaker = Worker("oddsmaker", lambda: keeper.read(ahead).prepare())
            oddsmaker.wake()
            oddsmaker.close()  # which finishes what it has begun
            happened = keeper.handle(RingBell())
            until = keeper.book.next_seq + ROUND
            while keeper.book.played.status == "playing" and keeper.book.next_seq < until:
                for table in happened.tables:
                    make_table_view(keeper, table, around)
                at = luck.choice([table for table in keeper.book.played.tables if table.takes])
                dice = tuple(luck.randint(1, 6) for _ in range(2 if at.takes == "die_off" else 3))
                happened = keeper.handle(EnterDice(dice, table=at.number))
            if keeper.book.played.status != "ready":
                break
    assert set(by) <= {"oddsmaker"}
    assert by or sheet in {"boxed", "houseparty"}  # in which no table's own score ends its round
