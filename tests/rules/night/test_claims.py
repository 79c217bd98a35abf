"""Claims that staff confirm, and how corrections change them."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Call, Correct, Game, Missed, Throw, Void, parse_event
from pi_bunco.rules.night import Claim, Night, Verify, read_night
from pi_bunco.rules.night.claims import _FinishedRound, _list_finished_claims

Play = Callable[..., Game]
Log = Callable[..., Night]


def list_keys(night: Night) -> list[str]:
    return [claim.key for claim in night.unconfirmed]


@pytest.fixture
def game(play: Play) -> Game:
    """Play one round at three tables: A has a mini and a bunco; E and G, and I and K win roll-offs."""
    return play("casino", "bell 555 111 236 2:111 3:111", tables="ABCD EFGH IJKL")


WINS = ["win:1.1:A", "win:1.1:C", "win:1.1:E", "win:1.1:G", "win:1.1:I", "win:1.1:K"]


def test_each_bunco_mini_and_win(game: Game) -> None:
    """Claims stand by round: buncos and minis of throws, wins of tables; a roll-off has only the win."""
    night = read_night(game)
    assert list_keys(night) == ["mini:2:A", "bunco:3:A", *WINS]
    assert night.claims == night.unconfirmed
    assert night.claims[:3] == (
        Claim("mini", "A", 1, 1, 2),
        Claim("bunco", "A", 1, 1, 3),
        Claim("win", "A", 1, 1),
    )
    assert night.asks[0] == Verify(1, night.claims)


def test_claims_during_round(play: Play) -> None:
    """A bunco is a claim as soon as it is thrown, a win as soon as the table is decided."""
    game = play("casino", "bell 2:111 111", tables="ABCD EFGH IJKL")
    assert list_keys(read_night(game)) == ["bunco:3:A", "bunco:2:E"]
    game.push(Throw(1, (2, 3, 6)))
    game.push(Throw(2, (2, 3, 6)))
    assert (game.status, list_keys(read_night(game))) == ("playing", ["bunco:3:A", "bunco:2:E", *WINS[:4]])


def test_staff_of_each_team(play: Play) -> None:
    """The staff of each team is asked only for the claims of its players."""
    game = play("casino", "bell 4:111 111 4:236 236", tables="ABCD EFGH IJKL MNOP QRST UVWX")
    asked_keys = {
        ask.group: [claim.key for claim in ask.claims]
        for ask in read_night(game).asks
        if isinstance(ask, Verify)
    }
    assert asked_keys == {
        1: ["bunco:3:A", "win:1.1:A", "win:1.1:C"],
        2: ["bunco:2:M", "win:1.1:M", "win:1.1:O"],
    }


def test_confirming_some_and_all(game: Game, log: Log) -> None:
    """A list of claims, a single claim and all the others can be confirmed, until none is left."""
    night = log(game, "casino:verified", claims=["mini:2:A", "win:1.1:G"])
    assert list_keys(night) == ["bunco:3:A", *WINS[:3], *WINS[4:]]
    assert len(night.claims) == 8
    assert list_keys(log(game, "casino:verified", claim="bunco:3:A")) == [*WINS[:3], *WINS[4:]]
    (ask,) = (ask for ask in read_night(game).asks if isinstance(ask, Verify))
    game.push(ask.make_event(ask.claims[:1]))
    assert list_keys(read_night(game)) == [*WINS[1:3], *WINS[4:]]
    game.push(ask.make_event())
    assert (read_night(game).unconfirmed, read_night(game).ignored) == ((), {})
    assert not any(isinstance(ask, Verify) for ask in read_night(game).asks)


def test_correction_removes_claim(game: Game, log: Log) -> None:
    """A corrected mini is no claim, and its confirmation is ignored, until the correction is voided."""
    log(game, "casino:verified", claims=["mini:2:A"])
    game.push(Correct(2, (1, 1, 3)))
    night = read_night(game)
    assert list_keys(night) == ["bunco:3:A", *WINS]
    assert night.ignored == {7: "there is nothing to confirm under mini:2:A"}
    game.push(Void(8))
    assert (list_keys(read_night(game)), read_night(game).ignored) == (["bunco:3:A", *WINS], {})
    assert len(read_night(game).claims) == 8


def test_list_with_removed_claim(game: Game, log: Log) -> None:
    """If a correction removes one claim of a confirmed list, the others stay confirmed."""
    log(game, "casino:verified", claims=["mini:2:A", "bunco:3:A"])
    game.push(Correct(2, (1, 1, 3)))
    assert (list_keys(read_night(game)), read_night(game).ignored) == (WINS, {})


def test_missed_throw_adds_claim(game: Game, log: Log) -> None:
    """A missed bunco adds an unconfirmed claim."""
    log(game, "casino:verified", claims=[claim.key for claim in read_night(game).claims])
    game.push(Missed(3, 1, (1, 1, 1)))
    assert list_keys(read_night(game)) == ["bunco:8:A"]


def test_claim_of_another_player(play: Play, log: Log) -> None:
    """If a missed throw gives the bunco to the next player, their claim is not confirmed."""
    game = play("casino", "bell 111", tables="ABCD EFGH IJKL")
    assert list_keys(log(game, "casino:verified", claims=["bunco:2:A"])) == []
    game.push(Missed(1, 1, (2, 3, 6)))
    night = read_night(game)
    assert list_keys(night) == ["bunco:2:B"]
    assert night.ignored == {3: "there is nothing to confirm under bunco:2:A"}


def test_uncalled_bunco_is_no_claim(play: Play) -> None:
    """With calls, a bunco or mini that nobody called is no claim."""
    game = play("casino", "bell 555", tables="ABCD EFGH IJKL", options={"calls": True})
    assert list_keys(read_night(game)) == []
    game.push(Call(1))
    assert list_keys(read_night(game)) == ["mini:2:A"]


def test_ghosts_have_no_claims(play: Play) -> None:
    """A ghost's bunco, mini and win are no claims."""
    header = play("casino", "").header.to_dict() | {"tables": [["ghost 1", "B", "C", "D"]]}
    game = Game(type(play("casino", "").header).parse(header))
    for event in play("casino", "bell 555 111 236").events:
        game.push(event)
    assert list_keys(read_night(game)) == ["win:1.1:C"]


def test_sheet_without_staff_has_no_claims(play: Play, refused: Callable[..., str]) -> None:
    """If the sheet has no staff, there are no claims."""
    game = play("classic", "bell 111")
    assert read_night(game).claims == ()
    assert (
        refused(game, "casino:verified", claim="bunco:2:A") == "there is nothing to confirm under bunco:2:A"
    )


def test_claims_of_finished_round_are_cached(play: Play) -> None:
    """The claims of a finished round are read once; the cache compares rounds by identity."""
    first, equal = (play("casino", "bell 111 236").rounds[0] for _ in range(2))
    assert _FinishedRound(first) == _FinishedRound(first)
    assert hash(_FinishedRound(first)) == hash(_FinishedRound(first))
    assert _FinishedRound(first) != _FinishedRound(equal)
    assert _FinishedRound(first) != first
    game = play("casino", "bell 111 236 bell 222 136 bell 333")
    _list_finished_claims.cache_clear()
    assert list_keys(read_night(game)) == list_keys(read_night(game))
    assert (_list_finished_claims.cache_info().misses, _list_finished_claims.cache_info().hits) == (2, 2)
    assert len(list_keys(read_night(game))) == 7


def test_sheet_decides_kinds_of_claims(play_house: Play, house: Callable[..., Any]) -> None:
    """A house sheet may have only buncos confirmed."""
    game = play_house(house("casino", verified=("bunco",)), "bell 555 111 236", tables="ABCD")
    assert list_keys(read_night(game)) == ["bunco:3:A"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"claims": ["win:1.1:B", "win:1.2:A"]}, "there is nothing to confirm under win:1.1:B, win:1.2:A"),
        ({"claims": ["mini:2:A"]}, "mini:2:A is confirmed already"),
        ({"claims": ["mini:2:A", "x"]}, "mini:2:A, x is confirmed already"),
        ({"claims": []}, "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', not []"),
        ({"claims": "x"}, "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', not 'x'"),
        ({"claims": [1]}, "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', not [1]"),
        ({}, "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', not [None]"),
    ],
)
def test_wrong_confirmations_are_ignored(
    game: Game, log: Log, refused: Callable[..., str], given: dict[str, Any], reason: str
) -> None:
    """An event that confirms no claim is ignored."""
    log(game, "casino:verified", claims=["mini:2:A"])
    assert refused(game, "casino:verified", **given) == reason
    assert len(read_night(game).unconfirmed) == 7


def test_claims_of_tally(play: Play, log: Log) -> None:
    """Several buncos of a player in a tally are one claim; with another number it is another claim."""
    game = play("casino", "bell", tables="ABCD EFGH IJKL")
    tally = {"event": "tally", "table": 2, "scores": [40, 9], "buncos": {"E": 2}, "minis": {"F": 1}}
    game.push(parse_event(tally))
    assert list_keys(read_night(game)) == ["bunco*2:2:E", "mini:2:F", "win:1.1:E", "win:1.1:G"]
    assert list_keys(log(game, "casino:verified", claims=["bunco*2:2:E"])) == [
        "mini:2:F",
        "win:1.1:E",
        "win:1.1:G",
    ]
    game.push(parse_event({"event": "correct", "seq": 2, "scores": [40, 9], "buncos": {"E": 3}}))
    assert list_keys(read_night(game)) == ["bunco*3:2:E", "win:1.1:E", "win:1.1:G"]


def test_leaver_keeps_claims(play: Play, won_by_seat_1: Callable[..., str]) -> None:
    """After a player has left, the staff of their last group is asked for their claims."""
    game = play("casino", won_by_seat_1([1]), tables="ABCD")
    game.push(parse_event({"event": "seating", "tables": [["A", "X", "Y", "D"]]}))
    (ask,) = (ask for ask in read_night(game).asks if isinstance(ask, Verify))
    assert (ask.group, ask.claims[-1].player) == (1, "C")


def test_doubts_go_to_the_host(game: Game, log: Log) -> None:
    """A doubt takes back a confirmation, a confirmation ends a doubt, and a void ends either."""
    night = log(game, "casino:verified", claims=["mini:2:A", "bunco:3:A"])
    assert (night.confirmed, night.doubted) == ({"mini:2:A": 7, "bunco:3:A": 7}, {})
    night = log(game, "casino:doubted", claims=["mini:2:A", "win:1.1:G"])
    assert (night.confirmed, night.doubted) == ({"bunco:3:A": 7}, {"mini:2:A": 8, "win:1.1:G": 8})
    assert "mini:2:A" in list_keys(night)
    assert not night.final
    night = log(game, "casino:verified", claims=["mini:2:A"])
    assert (night.confirmed, night.doubted) == ({"bunco:3:A": 7, "mini:2:A": 9}, {"win:1.1:G": 8})
    game.push(Void(8))
    assert read_night(game).doubted == {}
    game.push(Void(10))
    assert read_night(game).doubted == {"win:1.1:G": 8}


def test_wrong_doubts_are_ignored(game: Game, log: Log, refused: Callable[..., str]) -> None:
    """A doubt about no claim, or about one that is doubted already, is ignored with a reason."""
    log(game, "casino:doubted", claims=["mini:2:A"])
    assert refused(game, "casino:doubted", claims=["mini:2:A"]) == "mini:2:A is doubted already"
    assert refused(game, "casino:doubted", claims=["x"]) == "there is nothing to confirm under x"
    assert list_keys(read_night(game))[0] == "mini:2:A"
