"""Games to print."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.rules import Game, Header, Sheet, load_sheet, parse_event
from pi_bunco.rules.night import Night, read_night

FOUR = (("Ann", "Bob", "Cy", "Di"),)


@pytest.fixture(scope="session")
def play() -> Callable[..., Game]:
    """Play throws such as ``"112"`` (table 1) or ``"2:112"``, and the words ``bell`` and ``end``."""

    def make(
        rules: str | Sheet, events: str = "", tables: tuple[tuple[str, ...], ...] = FOUR, **keys: Any
    ) -> Game:
        named = (
            {"rules": rules} if isinstance(rules, str) else {"rules": rules.slug, "sheet": rules.to_dict()}
        )
        game = Game(Header.parse({"record": "bunco/1", "tables": [list(t) for t in tables], **named, **keys}))
        for word in events.split():
            table, _, what = word.rpartition(":")
            event: dict[str, Any] = {"event": {"bell": "bell", "end": "end_round"}.get(what, "throw")}
            if event["event"] == "throw":
                event |= {"table": int(table or 1), "dice": [int(die) for die in what]}
            game.push(parse_event(event))
        return game

    return make


@pytest.fixture(scope="session")
def party() -> Callable[..., tuple[Game, Night]]:
    """Play a whole party with random dice, and answer all that its night asks, or only what it needs."""

    @cache
    def make(slug: str, players: int, *, all_asks: bool = True) -> tuple[Game, Night]:
        party = Party(Plan(load_sheet(slug), players=players), seed=f"{slug} {players}")
        for _ in party.play_rounds():
            party.play_night(all_asks=all_asks)
        party.play_night(all_asks=all_asks)
        return party.game, read_night(party.game)

    return make
