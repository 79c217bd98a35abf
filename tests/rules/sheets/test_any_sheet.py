"""Any sheet that is accepted can be sent, written and played."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.rules import (
    SHEETS,
    EndRound,
    Game,
    Header,
    RecordError,
    Sheet,
    load_sheet,
    parse_event,
    seat_first_tables,
)
from pi_bunco.rules.sheets import make_sheet
from pi_bunco.rules.sheets.keys import KEYS

WORDS = {
    "round_end": ["head", "any", "each", "host"],
    "ending_table": ["stop", "finish"],
    "other_tables": ["stop", "finish"],
    "rolloff": ["sessions", "hits", "die_off", "to5"],
    "starts": ["seat_1", "left_of_winner", "winner"],
    "winners_move": ["stay", "up", "down", "next", "top_to_bottom"],
    "losers_move": ["stay", "up", "down", "next", "top_to_bottom"],
    "move_among": ["room", "groups"],
    "traveling_by": ["agreed", "bunco", "mini", "three_alike"],
    "cocked": ["ask", "re-roll"],
    "stacked": ["ask", "re-roll"],
    "cut": ["ask", "re-roll"],
}
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(words) for name, words in WORDS.items()},
    "bunco": st.integers(1, 30),
    "mini_below": st.integers(0, 9),
    "mini_above": st.integers(0, 9),
    "mini_ends_turn": st.booleans(),
    "snake_eyes": st.booleans(),
    "three_ones_wipe": st.booleans(),
    "two_win": st.booleans(),
    "everybody_throws": st.booleans(),
    "goal": st.integers(1, 30),
    "goal_alone_at_several_tables": st.integers(1, 20) | st.just("none"),
    "bunco_ends": st.booleans(),
    "rolloff_goal": st.integers(1, 9),
    "round_minutes": st.integers(1, 60) | st.just("none"),
    "pairs_move_together": st.booleans(),
    "awards": st.lists(
        st.builds(lambda what: {"what": what}, st.sampled_from(["even", "costume"])), max_size=2
    ),
    "layouts": st.just({}) | st.just(load_sheet("boxed").to_dict()["layouts"]),
}


@st.composite
def sheets(draw: st.DrawFn) -> Sheet | None:
    """Return a sheet with keys of several printed sheets and random values, or ``None`` if it is refused."""
    plain = load_sheet(draw(st.sampled_from(SHEETS))).to_dict()
    other = load_sheet(draw(st.sampled_from(SHEETS))).to_dict()
    moving = draw(st.sampled_from(SHEETS).map(lambda slug: load_sheet(slug).to_dict()))
    for name in draw(st.lists(st.sampled_from([*VALUES]), max_size=8, unique=True)):
        plain[name] = draw(VALUES[name])
    for name in draw(st.lists(st.sampled_from([*KEYS]), max_size=8, unique=True)):
        plain[name] = other[name]
    if draw(st.booleans()):
        plain |= {name: moving[name] for name in ("winners_move", "losers_move", "move_among")}
    try:
        return make_sheet(plain | {"slug": "ours", "title": "Ours"})
    except RecordError:
        return None


@settings(max_examples=min(50, settings().max_examples), deadline=None)
@given(sheets(), st.integers(2, 17), st.randoms(use_true_random=False))
def test_accepted_sheet_can_be_played(sheet: Sheet | None, players: int, chance: Any) -> None:
    """Two rounds in a row come to their ends, and no player is lost."""
    if sheet is None:
        return
    assert make_sheet(json.loads(json.dumps(sheet.to_dict()))) == sheet
    names = [f"P{number}" for number in range(players)]
    if sheet.find_layouts(players, 1) is None:
        return
    header = {"record": "bunco/1", "rules": "ours", "sheet": sheet.to_dict(), "sets": 1}
    game = Game(Header.parse(header | {"tables": [list(table) for table in seat_first_tables(sheet, names)]}))
    for finished in range(1, 3):
        game.push(parse_event({"event": "bell"}))
        for step in range(2000):
            if game.status != "playing":
                break
            game.push(parse_event(choose_event(game, chance, end=step == 25)))
        assert (game.status, len(game.rounds)) == ("ready", finished)
        assert sorted(name for seats in game.seats for name in seats if name in names) == sorted(names)
        assert all(card.wins + card.losses == finished for card in game.players.values())


def choose_event(game: Game, chance: Any, *, end: bool) -> dict[str, Any]:
    """Return an event that fits: the host's end of a round, or a throw at a table that takes one."""
    if end and game.find_misfit(EndRound()) is None:
        return {"event": "end_round"}
    table = chance.choice([table for table in game.tables if table.takes])
    if table.takes == "dice":
        return {"event": "throw", "table": table.number, "dice": chance.choices(range(1, 7), k=3)}
    dice = {name: chance.randint(1, 6) for name in table.rolloff.names}
    return {"event": "die_off", "table": table.number, "dice": dice}
