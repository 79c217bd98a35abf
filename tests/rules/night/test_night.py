"""Whole nights: with any random events they end, and a replay gives the same night."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.rules import SHEETS, Game, Header, Other, Sheet, Void, replay
from pi_bunco.rules.night import EXTENSION_EVENTS, Night, SemiFinal, find_misfit, read_night

House = Callable[..., Sheet]


def replay_record(game: Game) -> Game:
    """Read the game's record as another program would."""
    lines = [json.dumps(game.header.to_dict()), *(json.dumps(event.to_dict()) for event in game.events)]
    replayed, error = replay(lines)
    assert error is None
    assert replayed is not None
    return replayed


def summarize(night: Night) -> Any:
    """Return all values of a night, with games as their results."""
    finals = night.finals
    return (
        night.groups,
        night.break_now,
        night.drawings,
        night.sets,
        night.unconfirmed,
        night.awards,
        finals
        and (
            finals.semi_finalists,
            finals.seated,
            finals.semi_final and finals.semi_final.make_result(),
            finals.finalists,
            finals.order,
            finals.throws,
            finals.grand_prize,
        ),
        [ask for ask in night.asks if not isinstance(ask, SemiFinal)],
        night.ignored,
        night.over,
        night.final,
    )


@settings(max_examples=min(25, settings().max_examples), deadline=None)
@given(st.sampled_from(SHEETS), st.integers(2, 60), st.integers(0, 10**6))
def test_any_night_ends(chance: Callable[..., Any], rules: str, players: int, seed: int) -> None:
    """On each sheet, with any number of players, answers to all asks end the night; nothing is ignored."""
    outcomes = chance(seed)
    game = outcomes.play_rounds(Game(outcomes.header(rules, players, sets=1)))
    night = outcomes.play_night(game, only_needed=False)
    assert (night.over, night.final, night.ignored, night.asks) == (True, True, {}, ())
    assert (night.finals is not None) == (rules == "tournament")
    if night.finals:
        assert night.finals.grand_prize in [place.player for place in night.finals.finalists]
        assert len(night.finals.finalists) == min(players, 4)
        assert len(night.finals.semi_finalists) >= min(players, 4)
    assert all(len(result.winners) == 1 for result in night.sets)
    assert len(night.sets) == (rules == "boxed")
    assert summarize(read_night(replay_record(game))) == summarize(night)


@pytest.mark.parametrize(
    ("parent", "players"), [("boxed", 7), ("boxed", 14), ("casino", 13), ("classic", 30)]
)
def test_house_sheet_with_everything(
    chance: Callable[..., Any], house: House, parent: str, players: int
) -> None:
    """A house sheet may have set winners, drawings, staff, awards and finals, which it also rules."""
    everything = house("casino")
    sheet = house(
        parent,
        slug="friday",
        winner=("wins", "buncos", "rolloff"),
        awards=everything.awards,
        breaks=(3,),
        drawings=True,
        verified=everything.verified,
        finals=True,
        semi_final_sets=2,
        bunco=30,
    )
    outcomes = chance(players)
    game = outcomes.play_rounds(Game(outcomes.header(sheet, players, sets=2)))
    night = outcomes.play_night(game, only_needed=False)
    assert (night.over, night.final, night.ignored, night.asks) == (True, True, {}, ())
    assert [len(result.winners) for result in night.sets] == [1, 1]
    assert night.finals is not None
    assert night.finals.grand_prize is not None
    assert night.finals.semi_final is not None
    assert night.finals.semi_final.sheet == sheet
    assert len(night.finals.semi_final.rounds) == 12
    assert summarize(read_night(replay_record(game))) == summarize(night)


@settings(max_examples=min(15, settings().max_examples), deadline=None)
@given(st.sampled_from(SHEETS), st.integers(2, 26), st.integers(0, 10**6), st.data())
def test_corrections_afterwards_never_raise(
    chance: Callable[..., Any], rules: str, players: int, seed: int, data: st.DataObject
) -> None:
    """Any event of a finished night may be voided; if the voids are voided, the night is as before."""
    outcomes = chance(seed)
    game = outcomes.play_rounds(Game(outcomes.header(rules, players, sets=1)))
    before = summarize(outcomes.play_night(game, only_needed=False))
    played = len(game.events)
    for _ in range(3):
        game.push(Void(data.draw(st.integers(1, played))))
        read_night(game)
    for seq in range(played + 1, played + 4):
        game.push(Void(seq))
        read_night(game)
    assert summarize(read_night(game)) == before


NAMES = st.sampled_from(["P1", "P2", "P3", "P4", "Z"])
DIE = st.integers(0, 6)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 80),
    NAMES,
    st.sampled_from(["wins", "buncos", "four", "semi_finalist", "wild_card", "win:1.1:P1"]),
    st.lists(DIE, min_size=3, max_size=3),
    st.dictionaries(NAMES, DIE, max_size=4),
    st.lists(st.lists(NAMES, max_size=4), max_size=2),
    st.lists(st.dictionaries(st.sampled_from(["what", "among", "prize"]), NAMES | st.just("even"))),
)
KEYS = (
    "set",
    "player",
    "group",
    "place",
    "dice",
    "for",
    "tables",
    "table",
    "seq",
    "after",
    "awards",
    "claims",
    "prize",
)


@settings(max_examples=min(30, settings().max_examples), deadline=None)
@given(
    st.sampled_from(["casino", "tournament", "boxed"]),
    st.lists(
        st.tuples(st.sampled_from(EXTENSION_EVENTS), st.dictionaries(st.sampled_from(KEYS), VALUES)),
        max_size=12,
    ),
    st.integers(0, 20),
)
def test_any_extension_event_never_raises(
    chance: Callable[..., Any], rules: str, logged: list[tuple[str, dict[str, Any]]], answers: int
) -> None:
    """Extension events with any values fit or are ignored, for the reason that a check beforehand gives."""
    outcomes = chance(5)
    game = outcomes.play_rounds(Game(outcomes.header(rules, 4, sets=1)))
    for name, keys in logged:
        for _ in range(answers // 4):
            if asks := read_night(game).asks:
                game.push(outcomes.answer(asks[0]))
        event = Other(name, raw={**keys, "event": name})
        reason = find_misfit(game, event)
        game.push(event)
        assert read_night(game).ignored.get(len(game.events)) == reason


def test_tournament_of_48(chance: Callable[..., Any]) -> None:
    """Of four groups of twelve, eight players go to the semi-final and four to the final, and one wins."""
    outcomes = chance(48)
    game = outcomes.play_rounds(Game(outcomes.header("tournament", 48)))
    assert [len(group) for group in read_night(game).groups] == [12, 12, 12, 12]
    night = outcomes.play_night(game, only_needed=True)
    finals = night.finals
    assert finals is not None
    assert [(place.group, place.why) for place in finals.semi_finalists] == [
        (group, why) for group in (1, 2, 3, 4) for why in ("wins", "buncos")
    ]
    assert finals.semi_final is not None
    assert len(finals.semi_final.header.tables) == 2
    assert finals.semi_final.header.sets == 1
    assert finals.semi_final.status == "over"
    assert [place.why for place in finals.finalists] == ["wins", "buncos", "semi_finalist", "wild_card"]
    assert finals.throws[-1].dice == (1, 1, 1)
    assert finals.grand_prize == finals.throws[-1].player
    assert (night.over, game.status) == (True, "over")
    assert replay_record(game).make_result() == game.make_result()


def test_void_of_extension_event(play: Callable[..., Game], log: Callable[..., Night]) -> None:
    """A void removes an extension event, and voiding the void restores it."""
    game = play("casino", "bell")
    assert log(game, "award:offer", awards=[]).awards == ()
    game.push(Void(2))
    assert len(read_night(game).awards) == len(game.sheet.awards)
    game.push(Void(3))
    assert read_night(game).awards == ()


@pytest.mark.parametrize("name", ["camera:waiting", "casino:unheard_of"])
def test_foreign_events_are_skipped(play: Callable[..., Game], log: Callable[..., Night], name: str) -> None:
    """A night skips an event that is not its own."""
    game = play("casino", "bell")
    before = summarize(read_night(game))
    assert summarize(log(game, name, player=3)) == before
    assert find_misfit(game, Other(name)) is None


def test_misfit_changes_nothing(play: Callable[..., Game]) -> None:
    """Checking whether an event fits leaves the game as it is; the game itself checks its own events."""
    game = play("boxed", "bell", tables="AB")
    assert (
        find_misfit(game, Other("boxed:throw", raw={"event": "boxed:throw", "set": 1})) == "set 1 is not over"
    )
    assert find_misfit(game, Void(7)) == "7 is not the number of an earlier event"
    assert len(game.events) == 1


def test_voided_event_is_not_ignored(play: Callable[..., Game], refused: Callable[..., str]) -> None:
    """A voided misfit is not listed as ignored."""
    game = play("boxed", "bell", tables="AB")
    assert refused(game, "boxed:throw", set=1, dice=[1, 1, 1]) == "set 1 is not over"
    game.push(Void(2))
    assert read_night(game).ignored == {}


def test_nothing_is_asked_while_the_rounds_are_played(header: Callable[..., Header]) -> None:
    """A night without drawings or staff asks for nothing until its rounds are over."""
    night = read_night(Game(header("tournament", "ABCD EFGH")))
    assert (night.asks, night.over, night.final, night.break_now) == ((), False, False, None)
    assert night.groups == (tuple("ABCDEFGH"),)
