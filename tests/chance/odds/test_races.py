"""The cache of races."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pi_bunco.chance.dice import FAIR
from pi_bunco.chance.odds import races as races_module
from pi_bunco.chance.odds.races import RaceCache, ScoreRace
from pi_bunco.chance.odds.solve import Values
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.rules import Options, load_sheet

TERMS = OddsTerms.of(load_sheet("boxed"), 2, Options(), FAIR)


def test_small_races_need_no_preparing() -> None:
    """A race of two sides to 21 is solved at once; one of three sides must be prepared."""
    cache = RaceCache()
    assert cache.find_chances(ScoreRace(TERMS, 21, 2), (0, 0), 0) is not None
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is None
    cache.prepare(ScoreRace(TERMS, 21, 3))
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is not None


def test_least_used_race_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cached races stay within the limit; the least recently used one is removed."""
    races = [ScoreRace(TERMS, goal, 3) for goal in (20, 21, 22)]
    monkeypatch.setattr(races_module, "MAX_CACHE_BYTES", races[0].size + races[2].size)
    cache = RaceCache()
    for race in races[:2]:
        cache.prepare(race)
    assert cache.find_chances(races[0], (0, 0, 0), 0) is not None
    cache.prepare(races[2])
    assert [cache.find_chances(race, (0, 0, 0), 0) is None for race in races] == [False, True, False]


def test_too_large_race_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race that is larger than the cache is not solved."""
    monkeypatch.setattr(races_module, "MAX_CACHE_BYTES", ScoreRace(TERMS, 21, 3).size - 1)
    cache = RaceCache()
    cache.prepare(ScoreRace(TERMS, 21, 3))
    assert cache.find_chances(ScoreRace(TERMS, 21, 3), (0, 0, 0), 0) is None


def test_race_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several threads that prepare the same race solve it once, and others can ask meanwhile."""
    solved: list[ScoreRace] = []
    solve = ScoreRace.solve

    def record_and_solve(race: ScoreRace) -> Values:
        solved.append(race)
        return solve(race)

    monkeypatch.setattr(ScoreRace, "solve", record_and_solve)
    cache = RaceCache()
    race = ScoreRace(TERMS, 21, 3)
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(cache.prepare, race) for _ in range(4)]:
            done.result()
        answers = list(threads.map(lambda _: cache.find_chances(race, (1, 2, 3), 0) is not None, range(20)))
    assert solved == [race]
    assert all(answers)
