"""Whole parties with random dice: they follow the rules and end, and their records replay to the same."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pi_bunco.chance.party import HOST_MINUTES, Party, Plan, Round
from pi_bunco.rules import (
    SHEETS,
    Bell,
    Call,
    DieOff,
    EndRound,
    Game,
    RecordError,
    Throw,
    is_ghost,
    load_sheet,
    replay,
)
from pi_bunco.rules.night import Night, read_night
from tests.chance.conftest import MakePlan


def play_party(plan: Plan, seed: str = "1") -> Party:
    """Play a party with its whole night, as it would be recorded."""
    party = Party(plan, seed)
    for _ in party.play_rounds():
        party.play_night(all_asks=True)
    return party


def split_semi_final(night: Night) -> tuple[Night, dict[str, Any] | None]:
    """Return a night without its semi-final, and the semi-final's result: games cannot be compared."""
    if night.finals is None or night.finals.semi_final is None:
        return night, None
    result = night.finals.semi_final.make_result()
    return replace(night, finals=replace(night.finals, semi_final=None)), result


def format_record(game: Game) -> list[str]:
    return [json.dumps(line.to_dict()) for line in (game.header, *game.events)]


@pytest.mark.parametrize("slug", SHEETS)
def test_every_number_of_players_ends(plan: MakePlan, slug: str) -> None:
    """On each sheet 2 to 30, 48 and 100 players come to the end of a set and of the night."""
    for players in (*range(2, 31), 48, 100):
        party = Party(plan(slug, players, sets=1), str(players))
        rounds = [played.number for played in party.play_rounds()]
        party.play_night()
        assert rounds == [1, 2, 3, 4, 5, 6]
        assert party.game.status == "over"
        assert party.night is not None
        assert party.night.over
        assert len(party.game.players) == players
        assert all(card.wins + card.losses == 6 for card in party.game.players.values())


@pytest.mark.parametrize(
    ("slug", "players", "options"),
    [
        ("classic", 11, {"calls": True, "traveling": {"any_mini": True}}),
        ("casino", 24, {"calls": True}),
        ("houseparty", 12, {}),
        ("tournament", 24, {"calls": True}),
        ("boxed", 4, {"goal": 11, "cup": [1, 2]}),
        ("boxed", 9, {}),
    ],
)
def test_record_replays_to_same_result(
    plan: MakePlan, slug: str, players: int, options: dict[str, Any]
) -> None:
    """A party's record replays to the same result and the same night."""
    party = play_party(plan(slug, players, options=options, called=0.8))
    replayed, error = replay(format_record(party.game))
    assert error is None
    assert replayed is not None
    assert replayed.make_result() == party.game.make_result()
    night = read_night(replayed)
    assert split_semi_final(night) == split_semi_final(read_night(party.game))
    assert night.over
    assert night.final
    assert not night.ignored
    assert not night.asks


def test_tournament_ends_with_grand_prize(plan: MakePlan) -> None:
    """48 players play places, semi-final and final, and one of the last four wins."""
    finals = read_night(play_party(plan("tournament", 48)).game).finals
    assert finals is not None
    assert finals.semi_final is not None
    assert finals.semi_final.status == "over"
    assert len(finals.semi_finalists) == 8
    assert finals.order is not None
    assert finals.grand_prize in finals.order
    assert len(finals.order) == 4
    assert finals.throws[-1].dice == (1, 1, 1)


def test_casino_draws_at_its_breaks_and_confirms_all(plan: MakePlan) -> None:
    """If all asks are answered, a casino night has three drawn players and final awards."""
    night = read_night(play_party(plan("casino", 12)).game)
    drawn = [drawn.player for drawn in night.drawings.drawn]
    assert [drawn.at.round for drawn in night.drawings.drawn] == [2, 4, 6]
    assert len(set(drawn)) == 3
    assert not night.unconfirmed
    assert night.final


def test_same_seed_gives_same_party(plan: MakePlan) -> None:
    """The same seed gives the same record; another seed gives another record and other seats."""
    first, replayed, other = (play_party(plan("classic", 12), seed).game for seed in "aab")
    assert format_record(first) == format_record(replayed)
    assert first.header.tables != other.header.tables
    assert format_record(first)[1:] != format_record(other)[1:]


def test_rounds_do_not_depend_on_the_night(plan: MakePlan) -> None:
    """Answers of the night do not change the random dice of the rounds."""
    with_night = [
        e for e in play_party(plan("casino", 12)).game.events if isinstance(e, Throw | DieOff | Bell)
    ]
    party = Party(plan("casino", 12), "1")
    assert list(party.play_rounds())
    assert list(party.game.events) == with_night


def test_seats_are_drawn_and_ghosts_fill_up(plan: MakePlan) -> None:
    """Ten players sit at three tables in a random order, with ghosts at the last two tables."""
    seats = {
        plan("classic", 10).make_header(Party(plan("classic", 10), str(n))._room.random).tables
        for n in range(5)
    }
    assert len(seats) == 5
    for tables in seats:
        assert sorted(name for table in tables for name in table if not is_ghost(name)) == sorted(
            f"Player {n}" for n in range(1, 11)
        )
        assert [sum(map(is_ghost, table)) for table in tables] == [0, 1, 1]


def test_tables_throw_at_same_pace(plan: MakePlan) -> None:
    """Of three tables none waits longer than six throws of the others."""
    party = Party(plan("classic", 12, {"round_end": "host"}), "1")
    next(party.play_rounds())
    throws = [event.table for event in party.game.events if isinstance(event, Throw)]
    for table in (1, 2, 3):
        places = [place for place, number in enumerate(throws[:100]) if number == table]
        gaps = {later - earlier for earlier, later in pairwise(places)}
        assert max(gaps) <= 1 + 2 * 3
        assert len(gaps) > 2


def test_seconds_follow_the_pace(plan: MakePlan) -> None:
    """At half the seconds for a throw the same party takes half the time."""
    slow = [played.seconds for played in Party(plan("classic", 8, pace=6.0), "1").play_rounds()]
    fast = [played.seconds for played in Party(plan("classic", 8, pace=3.0), "1").play_rounds()]
    assert fast == pytest.approx([seconds / 2 for seconds in slow])


def test_round_lasts_as_long_as_its_throws(plan: MakePlan) -> None:
    """At one table a round takes about the pace for each throw."""
    rounds = list(Party(plan("classic", 4, pace=10.0), "1").play_rounds())
    throws = sum(len(played.tables[0].throws) for played in rounds)
    assert sum(played.seconds for played in rounds) / throws == pytest.approx(10, rel=0.05)


def count_calls_and_buncos(plan: Plan) -> tuple[int, int, int]:
    party = Party(plan, "1")
    rounds = list(party.play_rounds())
    calls = sum(isinstance(event, Call) for event in party.game.events)
    counted = sum(card.buncos for card in party.game.players.values())
    return calls, counted, count_buncos(rounds)


def count_buncos(rounds: list[Round]) -> int:
    return sum(
        thrown.dice == (played.number,) * 3 and not thrown.rolloff
        for played in rounds
        for table in played.tables
        for thrown in table.throws
    )


def test_calls(plan: MakePlan) -> None:
    """All, none or a given share of the buncos are called, and only called buncos count."""
    options = {"calls": True}
    calls, counted, buncos = count_calls_and_buncos(plan("classic", 12, sets=10, options=options))
    assert calls == counted == buncos > 20
    calls, counted, buncos = count_calls_and_buncos(plan("classic", 12, sets=10, options=options, called=0.0))
    assert calls == counted == 0
    assert buncos > 20
    calls, counted, buncos = count_calls_and_buncos(plan("classic", 12, sets=40, options=options, called=0.5))
    assert calls == counted
    assert calls / buncos == pytest.approx(0.5, abs=0.15)


def test_without_calls_nobody_calls(plan: MakePlan) -> None:
    """Where calls are off there are none, and every bunco counts."""
    calls, counted, buncos = count_calls_and_buncos(plan("classic", 12, sets=2))
    assert calls == 0
    assert counted == buncos


def test_time_limit_ends_round(plan: MakePlan) -> None:
    """A sheet's time limit ends a round; only a roll-off goes on after it."""
    party = Party(plan("classic", 12, {"round_minutes": 2}, sets=4), "1")
    rounds = list(party.play_rounds())
    ended = sum(isinstance(event, EndRound) for event in party.game.events)
    assert 0 < ended <= len(rounds)
    for played in rounds:
        if not any(table.rolloff for table in played.tables):
            assert played.seconds <= 120
    assert sum(played.seconds == 120 for played in rounds) >= ended / 2


def test_host_ends_round(plan: MakePlan) -> None:
    """If no score ends the rounds, the host ends each round after five minutes."""
    party = Party(plan("classic", 8, {"round_end": "host"}, sets=1), "1")
    rounds = list(party.play_rounds())
    assert sum(isinstance(event, EndRound) for event in party.game.events) == len(rounds) == 6
    assert all(played.seconds >= HOST_MINUTES * 60 for played in rounds)


def test_record_contains_house_sheet(plan: MakePlan) -> None:
    """The record contains the house sheet, and replays to the same result."""
    house = {"snake_eyes": True, "mini_ends_turn": True, "goal": 15}
    party = play_party(plan("classic", 8, house, sets=1))
    assert party.game.header.to_dict()["sheet"]["goal"] == 15
    replayed, error = replay(format_record(party.game))
    assert error is None
    assert replayed is not None
    assert replayed.make_result() == party.game.make_result()


@pytest.mark.parametrize("loaded", [1, 6])
def test_loaded_dice_bring_more_buncos_in_their_round(plan: MakePlan, loaded: int) -> None:
    """The round of a loaded face has far more buncos than the others."""
    chances = tuple(0.5 if face == loaded else 0.1 for face in range(1, 7))
    rounds = list(Party(plan("classic", 12, sets=10, chances=chances), "1").play_rounds())
    shares = {}
    for number in (1, 6):
        throws = [
            thrown.score.kind == "bunco"
            for played in rounds
            if played.number == number
            for table in played.tables
            for thrown in table.throws
        ]
        shares[number] = sum(throws) / len(throws)
    assert shares[loaded] == pytest.approx(0.125, abs=0.04)
    assert shares[7 - loaded] < 0.01


def test_unknown_option_is_refused() -> None:
    """An option that the sheet does not have is refused before the party."""
    with pytest.raises(RecordError, match="houseparty has no option 'calls'"):
        Party(Plan(load_sheet("houseparty"), 8, options={"calls": True}), "1")
