"""Fixtures that make headers, sheets and games."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, is_hypothesis_test, settings

from pi_bunco.rules import Game, Header, Sheet, load_sheet, parse_event
from pi_bunco.rules.scoring import make_rolloff_table, make_score_table
from pi_bunco.rules.sheets.file import load_written

Play = Callable[..., Game]

# For mutation testing: each mutant meets the same few examples, and one failure is enough.
settings.register_profile(
    "mutants",
    max_examples=12,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the small tests first against each mutant: most mutants fail there."""
    if config.getoption("--hypothesis-profile") == "mutants":
        items.sort(
            key=lambda item: (
                getattr(item, "cls", None) is not None or is_hypothesis_test(getattr(item, "obj", None))
            )
        )


@pytest.fixture(autouse=True, scope="session")
def clear_sheet_cache() -> None:
    """Read the printed sheets anew, in case the collection of tests has loaded some."""
    load_written.cache_clear()


@pytest.fixture(autouse=True)
def clear_score_caches() -> None:
    """Compute scores anew in each test, in case an earlier test has computed them."""
    make_score_table.cache_clear()
    make_rolloff_table.cache_clear()


@pytest.fixture(scope="session")
def house() -> Callable[..., Sheet]:
    """Make a house sheet from a printed one and the values that differ."""

    def make(parent: str, **values: Any) -> Sheet:
        return replace(load_sheet(parent), **values)

    return make


@pytest.fixture(scope="session")
def header() -> Callable[..., Header]:
    """Make a header from a sheet, tables of one-letter names (``"ABCD EFGH"``) and options."""

    def make(rules: str, tables: str = "ABCD", **keys: Any) -> Header:
        seats = [list(table) for table in tables.split()]
        return Header.parse({"record": "bunco/1", "rules": rules, "tables": seats, **keys})

    return make


@pytest.fixture(scope="session")
def play(header: Callable[..., Header]) -> Play:
    """Play throws such as ``"112"`` (table 1) or ``"2:112"`` after the first bell, and words as events.

    Words: ``bell``, ``end``, ``call`` and ``2:call``.
    """

    def make(rules: str, events: str, tables: str = "ABCD", **keys: Any) -> Game:
        game = Game(header(rules, tables, **keys))
        for event in _events(events):
            game.push(parse_event(event))
        return game

    return make


@pytest.fixture(scope="session")
def play_house(header: Callable[..., Header]) -> Play:
    """Play events like ``play``, by a house sheet."""

    def make(sheet: Sheet, events: str, tables: str = "ABCD", **keys: Any) -> Game:
        game = Game(replace(header(sheet.slug, tables, **keys), sheet=sheet))
        for event in _events(events):
            game.push(parse_event(event))
        return game

    return make


def _events(text: str) -> Iterable[dict[str, Any]]:
    for word in text.split():
        table, _, what = word.rpartition(":")
        at = {"table": int(table or 1)}
        if what == "bell":
            yield {"event": "bell"}
        elif what == "end":
            yield {"event": "end_round"}
        elif what == "call":
            yield {"event": "call"} | at
        else:
            yield {"event": "throw", "dice": [int(die) for die in what]} | at
