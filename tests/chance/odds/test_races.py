"""Races that are kept."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pi_bunco.chance.dice import FAIR
from pi_bunco.chance.odds import races as kept
from pi_bunco.chance.odds.races import RaceCache, ScoreRace
from pi_bunco.chance.odds.solve import Values
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.rules import Options, load_sheet

TERMS = OddsTerms.of(load_sheet("boxed"), 2, Options(), FAIR)


def test_small_races_need_no_preparing() -> None:
    """Two sides to 21 are worked out while one waits; three must be prepared."""
    cache = RaceCache()
    assert cache.find_chances(ScoreRace(TERMS, 21, 2), (0, 0), 0) is not None
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is None
    cache.prepare(ScoreRace(TERMS, 21, 3))
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is not None


def test_those_not_asked_for_longest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """All kept races together stay within the bytes there are for them; the last used stay."""
    races = [ScoreRace(TERMS, goal, 3) for goal in (20, 21, 22)]
    monkeypatch.setattr(kept, "MAX_CACHE_BYTES", races[0].size + races[2].size)
    cache = RaceCache()
    for race in races[:2]:
        cache.prepare(race)
    assert cache.find_chances(races[0], (0, 0, 0), 0) is not None
    cache.prepare(races[2])
    assert [cache.find_chances(race, (0, 0, 0), 0) is None for race in races] == [False, True, False]


def test_what_is_too_large_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race larger than all the room is not begun."""
    monkeypatch.setattr(kept, "MAX_CACHE_BYTES", ScoreRace(TERMS, 21, 3).size - 1)
    cache = RaceCache()
    cache.prepare(ScoreRace(TERMS, 21, 3))
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is None


def test_it_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several threads that prepare the same race work it out once, and others may ask meanwhile."""
    worked: list[ScoreRace] = []
    solve = ScoreRace.solve

    def noted(race: ScoreRace) -> Values:
        worked.append(race)
        return solve(race)

    monkeypatch.setattr(ScoreRace, "solve", noted)
    cache = RaceCache()
    race = ScoreRace(TERMS, 21, 3)
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(cache.prepare, race) for _ in range(4)]:
            done.result()
        asked = list(threads.map(lambda _: cache.find_chances(race, (1, 2, 3), 0) is not None, range(20)))
    assert worked == [race]
    assert all(asked)
