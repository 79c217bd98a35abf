"""Loser lotteries, and the award for the last bunco."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Correct, Game, Missed, Throw, Void, parse_event
from pi_bunco.rules.night import Lottery, Night, read_night

Play = Callable[..., Game]
Log = Callable[..., Night]
Words = Callable[..., str]

OFFER = [{"what": "most_buncos"}, {"what": "loser_lottery", "prize": "a hug"}]


@pytest.fixture
def over(play: Play, won_by_seat_1: Words, log: Log) -> Game:
    """Play a whole game in which staff confirm nothing. A has all buncos, and then the last round is over."""
    game = play("classic", won_by_seat_1(range(1, 7), finish=False), sets=1)
    log(game, "award:offer", awards=OFFER)
    return game


def test_lottery_is_due_at_the_end(over: Game, play: Play, won_by_seat_1: Words, log: Log) -> None:
    """It is asked for when the game is over, among those who have no award; nobody has won it yet."""
    night = read_night(over)
    (winner,) = night.awards[0].winners
    others = tuple(name for name in over.players if name != winner)
    assert [ask for ask in night.asks if isinstance(ask, Lottery)] == [Lottery(None, others, "a hug")]
    assert (night.awards[1].winners, night.awards[1].final, night.final) == ((), False, False)
    early = play("classic", won_by_seat_1(range(1, 6), finish=False), sets=1)
    night = log(early, "award:offer", awards=OFFER)
    assert night.lotteries == ()
    assert not any(isinstance(ask, Lottery) for ask in night.asks)


def test_drawn_player_wins(over: Game) -> None:
    """Who is drawn has the award, and then everything can be handed over."""
    (ask,) = read_night(over).lotteries
    over.push(ask.make_event("D"))
    night = read_night(over)
    assert (night.awards[1].winners, night.awards[1].final, night.final) == (("D",), True, True)
    assert not any(isinstance(ask, Lottery) for ask in night.asks)
    assert night.lotteries[0].drawn == "D"
    over.push(Void(len(over.events)))
    assert read_night(over).awards[1].winners == ()


def test_absent_player_is_drawn_again(over: Game, log: Log) -> None:
    """Who is not here does not get it, and cannot be drawn for it again."""
    log(over, "award:drawn", player="D")
    night = log(over, "award:drawn", player="C", instead="D")
    assert night.awards[1].winners == ("C",)
    assert not {"C", "D"} & {*night.lotteries[0].among}


def test_lottery_waits_for_other_awards(play: Play, won_by_seat_1: Words, log: Log) -> None:
    """While staff have not confirmed a bunco, or no costume is judged, it is not due."""
    game = play("casino", won_by_seat_1(range(1, 7)), sets=1)
    awards = [{"what": "costume"}, *OFFER]
    night = log(game, "award:offer", awards=awards)
    assert night.lotteries == ()
    log(game, "costume:judged", player="D")
    night = log(game, "casino:verified", claims=[claim.key for claim in night.claims])
    assert [(each.group, each.among) for each in night.lotteries] == [(None, tuple(_without(night, "D")))]


def _without(night: Night, *names: str) -> list[str]:
    winners = {name for award in night.awards for name in award.winners}
    return [name for name in "ABCD" if name not in winners and name not in names]


def test_prizes_of_breaks_count(play: Play, won_by_seat_1: Words, log: Log) -> None:
    """Who got a prize at a break takes no part; who was drawn without a prize does."""
    game = play("casino", won_by_seat_1(range(1, 7)), sets=1)
    log(game, "award:offer", awards=[{"what": "loser_lottery"}])
    log(game, "casino:drawing", player="A", prize="a mug")
    night = log(game, "casino:drawing", player="B")
    assert night.lotteries[0].among == ("B", "C", "D")


def test_prize_of_a_later_drawing_changes_nothing(play: Play, won_by_seat_1: Words, log: Log) -> None:
    """Who was drawn in the lottery keeps it if they are drawn at the last break after that."""
    game = play("casino", won_by_seat_1(range(1, 7)), sets=1)
    log(game, "award:offer", awards=[{"what": "loser_lottery"}])
    log(game, "award:drawn", player="A")
    night = log(game, "casino:drawing", player="A", prize="a mug")
    assert (night.awards[0].winners, night.ignored) == (("A",), {})


def test_a_team_that_has_won_takes_no_part(play: Play, won_by_seat_1: Words, log: Log) -> None:
    """If a team gets an award, its players have earned something; each team may have its own lottery."""
    words = won_by_seat_1(range(1, 7), 6)
    game = play("casino", words, tables="ABCD EFGH IJKL MNOP QRST UVWX", sets=1)
    awards = [{"what": "traveling", "among": "groups"}, {"what": "loser_lottery", "among": "group"}]
    night = log(game, "award:offer", awards=awards)
    assert [(each.group, len(each.among)) for each in night.lotteries] == [(1, 12), (2, 12)]
    log(game, "award:offer", awards=[{"what": "costume", "among": "groups"}, awards[1]])
    night = log(game, "costume:judged", group=1)
    assert [(each.group, len(each.among)) for each in night.lotteries] == [(1, 0), (2, 12)]
    assert [award.final for award in night.awards] == [True, True, False]
    night = log(game, "award:drawn", player="M")
    assert [award.winners for award in night.awards[1:]] == [(), ("M",)]
    assert night.final is (not night.unconfirmed)


def test_several_lotteries(over: Game, log: Log) -> None:
    """Each lottery of the room has its own drawing, and nobody wins two."""
    log(over, "award:offer", awards=[{"what": "loser_lottery", "prize": prize} for prize in ("1", "2")])
    log(over, "award:drawn", player="D")
    night = log(over, "award:drawn", player="C")
    assert [award.winners for award in night.awards] == [("D",), ("C",)]


def test_leaver_is_not_drawn(over: Game, log: Log) -> None:
    """Who has left takes no part, but who leaves after the drawing keeps it."""
    log(over, "award:drawn", player="D")
    night = log(over, "room:guests", waiting=[], away=["C", "D"])
    assert (night.awards[1].winners, night.awards[1].left) == (("D",), ("D",))
    assert "C" not in night.lotteries[0].among


def test_drawn_player_earns_something(over: Game, log: Log) -> None:
    """If the drawn player gets another award, the lottery must be drawn again."""
    log(over, "award:drawn", player="D")
    drawn = len(over.events)
    night = log(over, "award:offer", awards=[{"what": "most_losses"}, *OFFER])
    assert night.ignored == {drawn: "D has earned something already"}
    assert log(over, "award:offer", awards=OFFER).awards[1].winners == ("D",)


def test_correction_opens_the_last_round(over: Game, log: Log) -> None:
    """If a correction opens the last round again, the drawing does not count until the game is over again."""
    log(over, "award:drawn", player="D")
    drawn = len(over.events)
    over.push(Correct(12, (6, 6, 1)))
    assert (over.status, read_night(over).awards[1].winners) == ("playing", ())
    assert read_night(over).ignored == {drawn: "a loser lottery is drawn when the game is over"}
    over.push(Void(len(over.events)))
    assert read_night(over).awards[1].winners == ("D",)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"player": "Z"}, "there is no player 'Z'"),
        ({}, "'player' must be a text, not None"),
        ({"player": "A", "instead": "D"}, "there is no loser lottery to draw for A"),
        ({"player": "D", "instead": "D"}, "there is no loser lottery to draw for D"),
    ],
)
def test_wrong_lotteries_are_ignored(
    over: Game, refused: Callable[..., str], given: dict[str, Any], reason: str
) -> None:
    """Who is not there, or somebody instead of a player who was not drawn, wins nothing."""
    assert refused(over, "award:drawn", **given) == reason
    assert read_night(over).awards[1].winners == ()


def test_no_second_drawing_and_no_winner(over: Game, log: Log, refused: Callable[..., str]) -> None:
    """Who has an award is not drawn, and a lottery is drawn once."""
    (winner,) = read_night(over).awards[0].winners
    assert refused(over, "award:drawn", player=winner) == f"{winner} has earned something already"
    log(over, "award:drawn", player="D")
    assert refused(over, "award:drawn", player="C") == "there is no loser lottery to draw for C"
    assert refused(over, "award:drawn", player="D", instead="D") == "D has earned something already"
    log(over, "award:drawn", player="C", instead="D")
    assert refused(over, "award:drawn", player="D", instead="C") == "D was not here"


def test_no_lottery_of_teams(over: Game, refused: Callable[..., str]) -> None:
    """A loser lottery cannot be among teams."""
    assert (
        refused(over, "award:offer", awards=[{"what": "loser_lottery", "among": "groups"}])
        == "a loser lottery is for a player, not for a team"
    )


def test_last_bunco(play: Play, log: Log) -> None:
    """The last bunco in the record wins; one that was put in later stands where it was thrown."""
    game = play("casino", "bell 2:111 4:111", tables="ABCD EFGH IJKL MNOP QRST UVWX")
    awards = [{"what": "last_bunco", "among": among} for among in ("room", "group", "groups")]
    night = log(game, "award:offer", awards=awards)
    assert [(award.group, award.winners, award.winning_groups) for award in night.awards] == [
        (None, ("M",), ()),
        (1, ("E",), ()),
        (2, ("M",), ()),
        (None, (), (2,)),
    ]
    assert night.awards[0].unconfirmed
    game.push(Missed(2, 3, (1, 1, 1)))
    assert read_night(game).awards[0].winners == ("M",)
    assert read_night(game).awards[1].winners == ("I",)
    game.push(Throw(1, (1, 1, 1)))
    assert [award.winners or award.winning_groups for award in read_night(game).awards] == [
        ("A",),
        ("A",),
        ("M",),
        (1,),
    ]


def test_nobody_has_a_bunco(play: Play, log: Log) -> None:
    """Without a bunco nobody gets the award."""
    game = play("casino", "bell 2:115", tables="ABCD EFGH IJKL")
    awards = [{"what": "last_bunco", "among": among} for among in ("room", "groups")]
    assert [award.winners for award in log(game, "award:offer", awards=awards).awards] == [(), ()]


def test_last_bunco_on_a_tally(play: Play, log: Log) -> None:
    """If the last buncos are on a paper tally, all who have one there are equal."""
    game = play("casino", "bell 111", tables="ABCD EFGH IJKL")
    log(game, "award:offer", awards=[{"what": "last_bunco"}])
    tally = {"event": "tally", "table": 2, "scores": [42, 9], "buncos": {"E": 1, "G": 1}}
    game.push(parse_event(tally))
    assert read_night(game).awards[0].winners == ("E", "G")
