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
    """Return a function that plays ``bell``, ``end`` and throws, such as ``112`` (table 1) or ``2:112``."""

    def play_events(
        rules: str | Sheet, events: str = "", tables: tuple[tuple[str, ...], ...] = FOUR, **keys: Any
    ) -> Game:
        named = (
            {"rules": rules} if isinstance(rules, str) else {"rules": rules.slug, "sheet": rules.to_dict()}
        )
        game = Game(Header.parse({"record": "bunco/1", "tables": [list(t) for t in tables], **named, **keys}))
        for word in events.split():
            table, _, dice = word.rpartition(":")
            event: dict[str, Any] = {"event": {"bell": "bell", "end": "end_round"}.get(word, "throw")}
            if event["event"] == "throw":
                event |= {"table": int(table or 1), "dice": [int(die) for die in dice]}
            game.push(parse_event(event))
        return game

    return play_events


@pytest.fixture(scope="session")
def party() -> Callable[..., tuple[Game, Night]]:
    """Return a function that plays a party with random dice, and answers all asks or only those it needs."""

    @cache
    def play_party(slug: str, players: int, *, all_asks: bool = True) -> tuple[Game, Night]:
        party = Party(Plan(load_sheet(slug), players=players), seed=f"{slug} {players}")
        for _ in party.play_rounds():
            party.play_night(all_asks=all_asks)
        party.play_night(all_asks=all_asks)
        return party.game, read_night(party.game)

    return play_party
