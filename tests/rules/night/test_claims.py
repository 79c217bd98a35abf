"""What staff confirm: claims, and what corrections make of them."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Call, Correct, Game, Missed, Throw, Void, parse_event
from pi_bunco.rules.night import Claim, Night, Verify, read_night
from pi_bunco.rules.night.claims import _FinishedRound, _list_finished_claims

Play = Callable[..., Game]
Log = Callable[..., Night]


def keys(night: Night) -> list[str]:
    return [claim.key for claim in night.unconfirmed]


@pytest.fixture
def game(play: Play) -> Game:
    """One round at three tables: A's mini and bunco; at table 2 E and G, at table 3 I and K win roll-offs."""
    return play("casino", "bell 555 111 236 2:111 3:111", tables="ABCD EFGH IJKL")


WINS = ["win:1.1:A", "win:1.1:C", "win:1.1:E", "win:1.1:G", "win:1.1:I", "win:1.1:K"]


def test_each_bunco_mini_and_win(game: Game) -> None:
    """They stand by round: buncos and minis by their throws, wins by tables; roll-off throws are neither."""
    night = read_night(game)
    assert keys(night) == ["mini:2:A", "bunco:3:A", *WINS]
    assert night.claims == night.unconfirmed
    assert night.claims[:3] == (
        Claim("mini", "A", 1, 1, 2),
        Claim("bunco", "A", 1, 1, 3),
        Claim("win", "A", 1, 1),
    )
    assert night.asks[0] == Verify(1, night.claims)


def test_while_the_round_is_played(play: Play) -> None:
    """A bunco stands as soon as it is thrown, a win as soon as the table is decided."""
    game = play("casino", "bell 2:111 111", tables="ABCD EFGH IJKL")
    assert keys(read_night(game)) == ["bunco:3:A", "bunco:2:E"]
    game.push(Throw(1, (2, 3, 6)))
    game.push(Throw(2, (2, 3, 6)))
    assert (game.status, keys(read_night(game))) == ("playing", ["bunco:3:A", "bunco:2:E", *WINS[:4]])


def test_each_staff_has_its_team(play: Play) -> None:
    """Each team's staff is asked for the claims of its players alone."""
    game = play("casino", "bell 4:111 111 4:236 236", tables="ABCD EFGH IJKL MNOP QRST UVWX")
    asked = {
        ask.group: [claim.key for claim in ask.claims]
        for ask in read_night(game).asks
        if isinstance(ask, Verify)
    }
    assert asked == {1: ["bunco:3:A", "win:1.1:A", "win:1.1:C"], 2: ["bunco:2:M", "win:1.1:M", "win:1.1:O"]}


def test_confirming_some_and_all(game: Game, log: Log) -> None:
    """A list, one alone, and the rest: nothing is left to confirm then."""
    night = log(game, "casino:verified", claims=["mini:2:A", "win:1.1:G"])
    assert keys(night) == ["bunco:3:A", *WINS[:3], *WINS[4:]]
    assert len(night.claims) == 8
    assert keys(log(game, "casino:verified", claim="bunco:3:A")) == [*WINS[:3], *WINS[4:]]
    (ask,) = (ask for ask in read_night(game).asks if isinstance(ask, Verify))
    game.push(ask.make_event(ask.claims[:1]))
    assert keys(read_night(game)) == [*WINS[1:3], *WINS[4:]]
    game.push(ask.make_event())
    assert (read_night(game).unconfirmed, read_night(game).ignored) == ((), {})
    assert not any(isinstance(ask, Verify) for ask in read_night(game).asks)


def test_a_correction_takes_a_bunco_away(game: Game, log: Log) -> None:
    """Its claim is gone, its confirmation ignored; voiding the correction brings both back."""
    log(game, "casino:verified", claims=["mini:2:A"])
    game.push(Correct(2, (1, 1, 3)))
    night = read_night(game)
    assert keys(night) == ["bunco:3:A", *WINS]
    assert night.ignored == {7: "there is nothing to confirm under mini:2:A"}
    game.push(Void(8))
    assert (keys(read_night(game)), read_night(game).ignored) == (["bunco:3:A", *WINS], {})
    assert len(read_night(game).claims) == 8


def test_a_list_with_one_that_is_gone(game: Game, log: Log) -> None:
    """What stands of a list stays confirmed when a correction takes one of it away."""
    log(game, "casino:verified", claims=["mini:2:A", "bunco:3:A"])
    game.push(Correct(2, (1, 1, 3)))
    assert (keys(read_night(game)), read_night(game).ignored) == (WINS, {})


def test_a_correction_adds_a_bunco(game: Game, log: Log) -> None:
    """A throw that nobody saw adds a claim that nobody has confirmed."""
    log(game, "casino:verified", claims=[claim.key for claim in read_night(game).claims])
    game.push(Missed(3, 1, (1, 1, 1)))
    assert keys(read_night(game)) == ["bunco:8:A"]


def test_another_players_bunco_is_another(play: Play, log: Log) -> None:
    """Where a missed throw gives the bunco to the next player, staff have not confirmed theirs."""
    game = play("casino", "bell 111", tables="ABCD EFGH IJKL")
    assert keys(log(game, "casino:verified", claims=["bunco:2:A"])) == []
    game.push(Missed(1, 1, (2, 3, 6)))
    night = read_night(game)
    assert keys(night) == ["bunco:2:B"]
    assert night.ignored == {3: "there is nothing to confirm under bunco:2:A"}


def test_only_what_was_called(play: Play) -> None:
    """With calls a bunco or mini that nobody called is nothing to confirm."""
    game = play("casino", "bell 555", tables="ABCD EFGH IJKL", options={"calls": True})
    assert keys(read_night(game)) == []
    game.push(Call(1))
    assert keys(read_night(game)) == ["mini:2:A"]


def test_ghosts_claim_nothing(play: Play) -> None:
    """A ghost's bunco, mini and win are nobody's."""
    header = play("casino", "").header.to_dict() | {"tables": [["ghost 1", "B", "C", "D"]]}
    game = Game(type(play("casino", "").header).parse(header))
    for event in play("casino", "bell 555 111 236").events:
        game.push(event)
    assert keys(read_night(game)) == ["win:1.1:C"]


def test_other_sheets_have_nothing_to_confirm(play: Play, refused: Callable[..., str]) -> None:
    """Where the sheet has no staff there are no claims."""
    game = play("classic", "bell 111")
    assert read_night(game).claims == ()
    assert (
        refused(game, "casino:verified", claim="bunco:2:A") == "there is nothing to confirm under bunco:2:A"
    )


def test_a_finished_round_is_looked_through_once(play: Play) -> None:
    """A round is known again by being the same one, not by being an equal one."""
    one, other = (play("casino", "bell 111 236").rounds[0] for _ in range(2))
    assert _FinishedRound(one) == _FinishedRound(one)
    assert hash(_FinishedRound(one)) == hash(_FinishedRound(one))
    assert _FinishedRound(one) != _FinishedRound(other)
    assert _FinishedRound(one) != one
    game = play("casino", "bell 111 236 bell 222 136 bell 333")
    _list_finished_claims.cache_clear()
    assert keys(read_night(game)) == keys(read_night(game))
    assert (_list_finished_claims.cache_info().misses, _list_finished_claims.cache_info().hits) == (2, 2)
    assert len(keys(read_night(game))) == 7


def test_only_the_kinds_of_the_sheet(play_house: Play, house: Callable[..., Any]) -> None:
    """A house may have only buncos confirmed."""
    game = play_house(house("casino", verified=("bunco",)), "bell 555 111 236", tables="ABCD")
    assert keys(read_night(game)) == ["bunco:3:A"]


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
def test_what_does_not_fit(
    game: Game, log: Log, refused: Callable[..., str], given: dict[str, Any], reason: str
) -> None:
    """An event that confirms nothing is ignored."""
    log(game, "casino:verified", claims=["mini:2:A"])
    assert refused(game, "casino:verified", **given) == reason
    assert len(read_night(game).unconfirmed) == 7


def test_a_tally_has_its_claims_too(play: Play, log: Log) -> None:
    """Several buncos of one player are one claim with their number, and another number is another claim."""
    game = play("casino", "bell", tables="ABCD EFGH IJKL")
    tally = {"event": "tally", "table": 2, "scores": [40, 9], "buncos": {"E": 2}, "minis": {"F": 1}}
    game.push(parse_event(tally))
    assert keys(read_night(game)) == ["bunco*2:2:E", "mini:2:F", "win:1.1:E", "win:1.1:G"]
    assert keys(log(game, "casino:verified", claims=["bunco*2:2:E"])) == [
        "mini:2:F",
        "win:1.1:E",
        "win:1.1:G",
    ]
    game.push(parse_event({"event": "correct", "seq": 2, "scores": [40, 9], "buncos": {"E": 3}}))
    assert keys(read_night(game)) == ["bunco*3:2:E", "win:1.1:E", "win:1.1:G"]


def test_who_has_left_keeps_their_claims(play: Play, won_by_seat_1: Callable[..., str]) -> None:
    """Staff of the group where they sat last are asked."""
    game = play("casino", won_by_seat_1([1]), tables="ABCD")
    game.push(parse_event({"event": "seating", "tables": [["A", "X", "Y", "D"]]}))
    (ask,) = (ask for ask in read_night(game).asks if isinstance(ask, Verify))
    assert (ask.group, ask.claims[-1].player) == (1, "C")
