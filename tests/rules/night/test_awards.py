"""Awards: who has earned them, ties, groups, and when they are final."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from pi_bunco.money.amounts import Currency
from pi_bunco.money.shares import say_share
from pi_bunco.rules import Bell, Event, Game, Other, Seating, Throw, Void
from pi_bunco.rules.night import AwardResult, CostumeQuestion, Night, read_night
from pi_bunco.rules.sheets.parts import AwardFor

Play = Callable[..., Game]
Log = Callable[..., Night]
Words = Callable[..., str]

SIX_TABLES = "ABCD EFGH IJKL MNOP QRST UVWX"


@pytest.fixture
def six(play: Play, won_by_seat_1: Words) -> Game:
    """Return two rounds of casino at six tables; seat 1 and their partner win each, and A has two buncos."""
    return play("casino", won_by_seat_1([1, 2], 6), tables=SIX_TABLES)


def offer(*awards: str) -> dict[str, Any]:
    """Return the keys of an offer of awards such as ``"most_wins group $10"``."""
    keys = [dict(zip(("what", "among", "prize"), award.split(), strict=False)) for award in awards]
    return {"name": "award:offer", "awards": keys}


def summarize(results: tuple[AwardResult, ...]) -> list[Any]:
    """Return the group, winners, winning groups, count and share of each award."""
    return [
        (r.group, "".join(r.winners), r.winning_groups, r.count, say_share(r, Currency(""))) for r in results
    ]


def test_casino(six: Game) -> None:
    """Casino has awards for each team's buncos, minis, wins and costume, and two for the teams."""
    assert summarize(read_night(six).awards) == [
        (1, "A", (), 2, "$100"),
        (2, "", (), None, "$100"),
        (1, "", (), None, "$50"),
        (2, "", (), None, "$50"),
        (1, "AEI", (), 2, "$13.34 for the first, $13.33 for each of the others"),
        (2, "MQU", (), 2, "$13.34 for the first, $13.33 for each of the others"),
        (1, "", (), None, "$25"),
        (2, "", (), None, "$25"),
        (None, "", (1,), 2, "$100"),
        (None, "", (), None, "$25"),
    ]
    assert six.list_groups() == (tuple("ABCDEFGHIJKL"), tuple("MNOPQRSTUVWX"))


def test_tied_awards(six: Game) -> None:
    """An award that players or groups share is marked as tied."""
    assert [result.tied for result in read_night(six).awards] == [False] * 4 + [True, True] + [False] * 4


def test_all_awards_in_room(play: Play, log: Log) -> None:
    """Each kind of award counts its number on the cards; the bag's holder wins traveling."""
    words = "bell 111 bell 136 222 bell 555 126 126 333 bell 126 444"
    game = play("classic", words, sets=1, options={"traveling": {"number": 5}})
    cards = {name: (c.wins, c.losses, c.buncos, c.minis, c.points) for name, c in game.players.items()}
    assert cards == {
        "A": (2, 2, 1, 1, 47),
        "B": (1, 3, 1, 0, 21),
        "C": (2, 2, 0, 0, 42),
        "D": (3, 1, 2, 0, 68),
    }
    kinds = ("most_buncos", "most_wins", "most_losses", "most_minis", "most_points", "fewest_points")
    night = log(game, **offer(*kinds, "even", "traveling"))
    assert summarize(night.awards) == [
        (None, "D", (), 2, ""),
        (None, "D", (), 3, ""),
        (None, "B", (), 3, ""),
        (None, "A", (), 1, ""),
        (None, "D", (), 68, ""),
        (None, "B", (), 21, ""),
        (None, "AC", (), None, ""),
        (None, "A", (), None, ""),
    ]


def test_no_awards_before_first_result(play: Play, log: Log) -> None:
    """Before the first round is over nobody has earned an award, except for a mini that is already thrown."""
    kinds = ("buncos", "wins", "losses", "minis", "points")
    game = play("classic", "bell 555")
    night = log(
        game, **offer(*(f"most_{kind}" for kind in kinds), "fewest_points", "even", "traveling", "costume")
    )
    assert (
        summarize(night.awards)
        == [(None, "A" if kind == "minis" else "", (), 1 if kind == "minis" else None, "") for kind in kinds]
        + [(None, "", (), None, "")] * 4
    )
    assert not any(result.final for result in night.awards)


def test_no_points_are_fewest_points(play: Play, log: Log) -> None:
    """A player who has finished a round without points has the fewest points."""
    game = play("classic", "bell 111")
    assert summarize(log(game, **offer("fewest_points")).awards) == [(None, "BD", (), 0, "")]


def test_awards_among_groups(six: Game, log: Log) -> None:
    """An award among the groups compares the sums of their players."""
    night = log(
        six,
        **offer(
            "most_points groups",
            "fewest_points groups $9",
            "even groups",
            "most_minis groups",
            "traveling groups",
        ),
    )
    assert summarize(night.awards) == [
        (None, "", (1,), 84, ""),
        (None, "", (2,), 0, "$9"),
        (None, "", (1, 2), None, ""),
        (None, "", (), None, ""),
        (None, "", (), None, ""),
    ]
    assert night.awards[2].tied


def test_groups_by_first_seating(play: Play, log: Log) -> None:
    """Four tables are one group; if players move through the room, their first table decides."""
    assert play("classic", "", tables="ABCD EFGH IJKL MNOP").list_groups() == (tuple("ABCDEFGHIJKLMNOP"),)
    game = play(
        "houseparty", "bell 111 236 " + " ".join(f"{t}:111" for t in (2, 3, 4, 5, 6)), tables=SIX_TABLES
    )
    before = read_night(play("houseparty", "", tables=SIX_TABLES)).groups
    assert read_night(game).groups == before == (tuple("ABCDEFGHIJKL"), tuple("MNOPQRSTUVWX"))
    assert summarize(log(game, **offer("most_buncos group", "most_wins group")).awards) == [
        (1, "A", (), 1, ""),
        (2, "", (), None, ""),
        (1, "ACEGIK", (), 1, ""),
        (2, "MOQSUW", (), 1, ""),
    ]


def test_traveling_in_group(play: Play, log: Log) -> None:
    """The player who has the bag at the end wins traveling, for the group or for the room."""
    words = "bell 5:666 "
    game = play("classic", words, tables=SIX_TABLES, options={"traveling": {"any_mini": True}})
    night = log(game, **offer("traveling group", "traveling groups", "traveling room"))
    assert summarize(night.awards) == [
        (1, "", (), None, ""),
        (2, "Q", (), None, ""),
        (None, "", (2,), None, ""),
        (None, "Q", (), None, ""),
    ]


def test_even_and_minis(play: Play, log: Log) -> None:
    """One win and one loss are even; a group's minis are the sum of its players' minis."""
    game = play("casino", "bell 111 236 bell 555 222 136")
    night = log(game, **offer("even", "most_minis groups"))
    assert summarize(night.awards) == [(None, "BC", (), None, ""), (None, "", (1,), 1, "")]
    cards = [(card.wins, card.losses) for card in game.players.values()]
    assert cards == [(2, 0), (1, 1), (1, 1), (0, 2)]


def test_unconfirmed_claims_of_award(six: Game) -> None:
    """An award lists exactly the unconfirmed claims that it depends on, of its group or of all."""
    night = read_night(six)
    buncos = tuple(claim for claim in night.claims if claim.kind == "bunco")
    assert len(buncos) == 2
    assert (night.awards[0].unconfirmed, night.awards[1].unconfirmed) == (buncos, ())
    assert night.awards[8].unconfirmed == buncos


def test_costumes(six: Game, log: Log) -> None:
    """A judge names a player for their team's prize, and a team; a later entry replaces an earlier one."""
    asks = [ask for ask in read_night(six).asks if isinstance(ask, CostumeQuestion)]
    assert asks == [
        CostumeQuestion(1, players=tuple("ABCDEFGHIJKL")),
        CostumeQuestion(2, players=tuple("MNOPQRSTUVWX")),
        CostumeQuestion(None, groups=(1, 2)),
    ]
    log(six, "costume:judged", player="N")
    log(six, "costume:judged", player="B")
    log(six, "costume:judged", group=2)
    log(six, "costume:judged", group=1)
    night = log(six, "costume:judged", player="C")
    costumes = [(r.group, r.winners, r.winning_groups) for r in night.awards if r.award.what == "costume"]
    assert costumes == [(1, ("C",), ()), (2, ("N",), ()), (None, (), (1,))]
    assert not any(isinstance(ask, CostumeQuestion) for ask in night.asks)
    assert night.ignored == {}


def test_costumes_of_groups_and_of_the_room_are_judged_apart(play: Play, log: Log) -> None:
    """With ``among``, a player has the best costume of the group or of the room; without it, of both."""
    game = play("classic", "bell 111")
    log(game, **offer("costume group", "costume"))
    asks = [ask for ask in read_night(game).asks if isinstance(ask, CostumeQuestion)]
    assert [ask.make_event("A").raw["among"] for ask in asks] == ["group", "room"]

    def judge(player: str, **among: str) -> list[tuple[str, ...]]:
        night = log(game, "costume:judged", player=player, **among)
        return [result.winners for result in night.awards]

    assert judge("A", among="room") == [(), ("A",)]
    assert judge("B", among="group") == [("B",), ("A",)]
    assert judge("C") == [("C",), ("C",)]


def test_costume_of_room(play: Play, log: Log) -> None:
    """In the room one player wins the costume award, and the last entry counts."""
    game = play("classic", "bell")
    night = log(game, **offer("costume"))
    assert night.asks == (CostumeQuestion(None, players=tuple("ABCD")),)
    log(game, "costume:judged", player="A")
    night = log(game, "costume:judged", player="D")
    assert night.awards[0].winners == ("D",)
    assert night.asks == ()


def test_award_is_final(play: Play, won_by_seat_1: Words, log: Log) -> None:
    """An award is final when the game is over, its claims are confirmed and the costume is judged."""
    game = play("casino", won_by_seat_1([1, 2, 3, 4, 5], 3), tables="ABCD EFGH IJKL")
    night = read_night(game)
    by_kind = {kind: [c.key for c in night.claims if c.kind == kind] for kind in ("bunco", "mini", "win")}
    assert {kind: len(keys) for kind, keys in by_kind.items()} == {"bunco": 5, "mini": 0, "win": 30}
    night = log(game, "casino:verified", claims=by_kind["bunco"])
    assert [len(r.unconfirmed) for r in night.awards] == [0, 0, 30, 0, 0, 0]
    assert not any(r.final for r in night.awards)
    finish(game)
    night = read_night(game)
    assert [(r.final, len(r.unconfirmed)) for r in night.awards] == [
        (False, 1),
        (True, 0),
        (False, 36),
        (False, 0),
        (False, 1),
        (False, 0),
    ]
    assert (night.over, night.final) == (True, False)
    log(game, "costume:judged", player="A")
    log(game, "costume:judged", group=1)
    assert [r.final for r in read_night(game).awards] == [False, True, False, True, False, True]
    night = log(game, "casino:verified", claims=[c.key for c in read_night(game).unconfirmed])
    assert [r.final for r in night.awards] == [True] * 6
    assert (night.over, night.final) == (True, True)


def finish(game: Game) -> None:
    """Play round 6 so that seat 1 of each table wins."""
    game.push(Bell())
    for table, dice in ((1, (6, 6, 6)), (1, (1, 2, 5)), (2, (6, 6, 6)), (3, (6, 6, 6))):
        game.push(Throw(table, dice))


def test_claims_that_awards_need(six: Game, log: Log) -> None:
    """Losses and even need the confirmed wins; points, traveling and costumes need no claim."""
    kinds = ("most_losses", "even", "most_points", "fewest_points", "traveling", "costume")
    night = log(six, **offer(*kinds, "most_wins group", "most_buncos groups"))
    assert [len(result.unconfirmed) for result in night.awards] == [24, 24, 0, 0, 0, 0, 12, 12, 2]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"name": "award:offer"}, "'awards' must be a list, not None"),
        ({"name": "award:offer", "awards": {}}, "'awards' must be a list, not {}"),
        ({"name": "award:offer", "awards": ["even"]}, "an award must be an object, not 'even'"),
        (
            {"name": "award:offer", "awards": [{"what": "best"}]},
            f"there is no award for 'best'; there are {', '.join(get_args(AwardFor))}",
        ),
        (
            {"name": "award:offer", "awards": [{"what": "even", "among": "table"}]},
            "'among' must be one of room, group, groups, not 'table'",
        ),
        (
            {"name": "award:offer", "awards": [{"what": "even", "prize": 1.5}]},
            "'prize' must be a text or a whole amount, not 1.5",
        ),
        (
            {"name": "award:offer", "awards": [{"what": "even", "prize": True}]},
            "'prize' must be a text or a whole amount, not True",
        ),
        ({"name": "costume:judged", "player": "Z"}, "there is no player 'Z'"),
        ({"name": "costume:judged"}, "'player' must be a text, not None"),
        (
            {"name": "costume:judged", "player": "A", "among": "room"},
            "no award for a costume is offered among 'room'",
        ),
        ({"name": "costume:judged", "group": 3}, "there is no group 3; the last is group 2"),
        ({"name": "costume:judged", "group": 0}, "there is no group 0; the last is group 2"),
        ({"name": "costume:judged", "group": "1"}, "'group' must be a whole number, not '1'"),
    ],
)
def test_wrong_awards_are_ignored(
    six: Game, refused: Callable[..., str], event: dict[str, Any], reason: str
) -> None:
    """A wrong offer or judgement is ignored, and the awards stay as they were."""
    before = read_night(six).awards
    assert refused(six, **event) == reason
    assert read_night(six).awards == before


def test_costume_without_award(play: Play, log: Log, refused: Callable[..., str]) -> None:
    """A judge's entry needs an award for a costume, for a player or for a group."""
    game = play("classic", "bell")
    assert refused(game, "costume:judged", player="A") == "no award for a costume is offered"
    log(game, **offer("costume groups"))
    reason = "the award for the best costume is for a group; name a 'group'"
    assert refused(game, "costume:judged", player="A") == reason
    log(game, **offer("costume group"))
    reason = "no award for the best costume of a group is offered"
    assert refused(game, "costume:judged", group=1) == reason
    assert log(game, "costume:judged", player="A").awards[0].winners == ("A",)


def test_prize_may_be_a_number(play: Play, log: Log) -> None:
    """A prize may be a whole number instead of a text."""
    game = play("classic", "bell 111")
    night = log(game, "award:offer", awards=[{"what": "most_wins", "prize": 25}])
    assert (night.awards[0].award.prize, say_share(night.awards[0], Currency(""))) == ("25", "12.50 each")


def test_sheets_traveling_needs_a_bag(play: Play, log: Log) -> None:
    """The award of the sheet is only there if a bag travels; a host's offer stays in a record as it was."""

    def has_traveling(night: Night) -> bool:
        return "traveling" in {result.award.what for result in night.awards}

    assert not has_traveling(read_night(play("classic", "bell")))
    assert has_traveling(read_night(play("classic", "bell", options={"traveling": {"number": 4}})))
    assert has_traveling(log(play("classic", "bell"), **offer("traveling")))


@pytest.mark.parametrize(
    ("events", "left"),
    [
        ([Other("room:guests", raw={"waiting": [], "away": ["A", "B"]})], ("A",)),
        ([Other("room:guests", raw={"waiting": [], "away": "A"})], ()),  # of another program
        ([Other("room:others", raw={"waiting": [], "away": ["A"]})], ()),
        ([Seating((("E", "B", "C", "D"),))], ("A",)),
        ([Seating((("E", "B", "C", "D"),), raw={"waiting": ["A"], "away": []})], ()),
        (
            [
                Other("room:guests", raw={"waiting": [], "away": ["A"]}),
                Seating((("E", "B", "C", "D"),), raw={"by": "rules"}),
                Other("room:guests", raw={"waiting": ["A"], "away": []}),
            ],
            (),
        ),
    ],
)
def test_winner_who_has_left(play: Play, events: list[Event], left: tuple[str, ...]) -> None:
    """The award stays theirs, and the result says that they have left: no seat and not waiting, or away."""
    game = play("classic", "bell 111")
    for event in events:
        game.push(event)
    buncos = read_night(game).awards[0]
    assert (buncos.winners, buncos.left) == (("A",), left)
    assert read_night(game).left >= {*left}


def test_void_of_leave(play: Play) -> None:
    """Who came back by an undo has not left."""
    game = play("classic", "bell 111")
    game.push(Other("room:guests", raw={"waiting": [], "away": ["A"]}))
    assert read_night(game).left == {"A"}
    game.push(Void(3))
    assert read_night(game).left == set()
