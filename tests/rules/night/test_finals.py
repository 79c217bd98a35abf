"""The finals of a tournament, from the last set to the grand prize."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import (
    Bell,
    Card,
    Correct,
    CorrectTally,
    Counted,
    Game,
    Header,
    Missed,
    Throw,
    Void,
    parse_event,
)
from pi_bunco.rules.night import (
    Draw,
    FinalOrder,
    Finals,
    FinalThrow,
    Night,
    PlaceDie,
    SeatSemiFinal,
    SemiFinal,
    read_night,
)

Play = Callable[..., Game]
Log = Callable[..., Night]
Words = Callable[..., str]


def get_finals(night: Night) -> Finals:
    assert night.finals is not None
    return night.finals


@pytest.fixture
def four(play: Play, won_by_seat_1: Words) -> Game:
    """Play one set at one table: A has 6 wins and 6 buncos, the others have 2 wins and no bunco."""
    return play("tournament", won_by_seat_1(range(1, 7), finish=False), sets=1)


@pytest.fixture
def seated(four: Game, log: Log) -> Game:
    """Seat D, C, B and A in the semi-final; the seating is event 14."""
    log(four, "tournament:die_off", group=1, place="buncos", dice={"B": 6, "C": 1, "D": 2})
    log(four, "tournament:semi_final", tables=[["D", "C", "B", "A"]])
    return four


@pytest.fixture
def final(seated: Game, log: Log) -> Game:
    """Play the semi-final: D has 6 wins and 6 buncos, C is next, A is drawn, and B is left."""
    for target in range(1, 7):
        log(seated, "semi_final:bell")
        log(seated, "semi_final:throw", table=1, dice=[target] * 3)
    log(seated, "tournament:die_off", place="buncos", dice={"A": 1, "B": 1, "C": 6})
    log(seated, "tournament:drawn", **{"for": "semi_finalist", "player": "A"})
    return seated


def test_no_finals_before_last_round(play: Play, refused: Callable[..., str]) -> None:
    """Until the last set is over nobody has a place, and no event of the finals fits."""
    game = play("tournament", "bell 111", sets=1)
    assert get_finals(read_night(game)) == Finals()
    given = {"group": 1, "place": "wins", "dice": {"A": 6, "C": 1}}
    assert refused(game, "tournament:die_off", **given) == "the last set is not over"
    reason = "the places in the semi-final are not settled"
    assert refused(game, "tournament:semi_final", tables=[["A", "B", "C", "D"]]) == reason
    assert refused(game, "semi_final:bell") == "the semi-final is not seated"
    assert refused(game, "final:throw", dice=[1, 1, 1]) == "the semi-final is not over"


def test_four_players_to_the_grand_prize(four: Game, log: Log) -> None:
    """All four players are semi-finalists and finalists, and each step to the grand prize is asked for."""
    assert read_night(four).asks == (PlaceDie(1, "buncos", ("B", "C", "D")),)
    night = log(four, "tournament:die_off", group=1, place="buncos", dice={"B": 3, "C": 1, "D": 2})
    assert night.asks == (PlaceDie(1, "buncos", ("B", "C", "D")),)
    night = log(four, "tournament:die_off", group=1, place="buncos", dice={"B": 6, "C": 1, "D": 2})
    assert [(place.player, place.why) for place in get_finals(night).semi_finalists] == [
        ("A", "wins"),
        ("B", "buncos"),
        ("C", "four"),
        ("D", "four"),
    ]
    assert night.asks == (SeatSemiFinal(("A", "B", "C", "D"), four.sheet),)
    night = log(four, "tournament:semi_final", tables=[["D", "C", "B", "A"]])
    (ask,) = night.asks
    assert isinstance(ask, SemiFinal)
    assert ask.seated == len(four.events) == get_finals(night).seated
    assert (ask.game.status, ask.game.header.tables, ask.game.header.sets) == (
        "ready",
        (("D", "C", "B", "A"),),
        1,
    )
    for target in range(1, 7):
        log(four, "semi_final:bell")
        night = log(four, "semi_final:throw", table=1, dice=[target] * 3)
    assert night.asks == (PlaceDie(None, "buncos", ("C", "B", "A")),)
    assert four.status == "over"
    night = log(four, "tournament:die_off", place="buncos", dice={"A": 1, "B": 1, "C": 6})
    assert night.asks == (Draw("semi_finalist", ("B", "A"), 1),)
    night = log(four, "tournament:drawn", **{"for": "semi_finalist", "player": "A"})
    assert [(place.player, place.why) for place in get_finals(night).finalists] == [
        ("D", "wins"),
        ("C", "buncos"),
        ("A", "semi_finalist"),
        ("B", "wild_card"),
    ]
    assert night.asks == (FinalOrder(("D", "C", "A", "B")),)
    night = log(four, "final:order", dice={"A": 5, "B": 2, "C": 5, "D": 3})
    assert night.asks == (FinalOrder(("C", "A")),)
    night = log(four, "final:order", dice={"A": 1, "C": 6})
    assert get_finals(night).order == ("B", "D", "A", "C")
    for player in ("B", "D", "A", "C", "B"):
        assert read_night(four).asks == (FinalThrow(player),)
        assert not read_night(four).over
        night = log(four, "final:throw", dice=[6, 6, 6])
    night = log(four, "final:throw", dice=[1, 1, 1])
    assert get_finals(night).grand_prize == "D"
    assert [thrown.player for thrown in get_finals(night).throws] == ["B", "D", "A", "C", "B", "D"]
    assert get_finals(night).throws[-1].dice == (1, 1, 1)
    assert get_finals(night).throws[-1].seq == len(four.events)
    assert (night.asks, night.ignored, night.over, night.final) == ((), {}, True, True)
    assert four.status == "over"


def test_draws_fill_semi_final(play: Play, log: Log, refused: Callable[..., str]) -> None:
    """Five players are one group with two places, so two more are drawn from the other three."""
    words = " ".join(f"bell 2:{t}{t % 6 + 1}{t % 6 + 1} {t}{t}{t} 2:{MISS[t]}" for t in range(1, 7))
    tables = [["A", "B", "C", "ghost 1"], ["D", "E", "ghost 2", "ghost 3"]]
    header = play("tournament", "").header.to_dict() | {"tables": tables, "sets": 1}
    game = Game(Header.parse(header))
    for event in play("tournament", words, tables="ABCD EFGH", sets=1).events:
        game.push(event)
    while isinstance(ask := read_night(game).asks[0], PlaceDie):
        game.push(ask.make_event(dict.fromkeys(ask.names[1:], 1) | {ask.names[0]: 6}))
    placed = [place.player for place in get_finals(read_night(game)).semi_finalists]
    others = tuple(name for name in "ABCDE" if name not in placed)
    assert read_night(game).asks == (Draw("four", others, 2),)
    reason = f"{placed[0]} is not among those who may be drawn: {others[0]}, {others[1]} and {others[2]}"
    assert refused(game, "tournament:drawn", **{"for": "four", "player": placed[0]}) == reason
    night = log(game, "tournament:drawn", **{"for": "four", "player": others[1]})
    assert night.asks == (Draw("four", (others[0], others[2]), 1),)
    night = log(game, "tournament:drawn", **{"for": "four", "player": others[2]})
    players = (*placed, others[1], others[2])
    assert night.asks == (SeatSemiFinal(players, game.sheet),)
    reason = "nobody is drawn for that: the places are taken"
    assert refused(game, "tournament:drawn", **{"for": "four", "player": others[0]}) == reason
    assert (
        refused(game, "tournament:drawn", **{"for": "wild_card", "player": others[0]})
        == "the semi-final is not over"
    )


MISS = {1: "236", 2: "136", 3: "126", 4: "126", 5: "126", 6: "125"}


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            {"name": "tournament:die_off", "group": 1, "place": "wins", "dice": {"B": 6}},
            "no such throw for most wins is due; B, C and D throw one die each for most buncos",
        ),
        (
            {"name": "tournament:die_off", "group": 1, "place": "buncos", "dice": {"B": 6, "C": 1}},
            "no such throw for most buncos is due; B, C and D throw one die each for most buncos",
        ),
        (
            {"name": "tournament:die_off", "group": 2, "place": "buncos", "dice": {}},
            "there is no group 2; the last is group 1",
        ),
        (
            {"name": "tournament:die_off", "group": "1", "place": "buncos", "dice": {}},
            "'group' must be a whole number, not '1'",
        ),
        (
            {"name": "tournament:die_off", "group": 1, "dice": {"B": 1, "C": 1, "D": 1}},
            "'place' must be a text, not None",
        ),
        (
            {"name": "tournament:die_off", "group": 1, "place": "buncos"},
            "'dice' must be a whole number from 1 to 6 for each name, not None",
        ),
        (
            {"name": "tournament:die_off", "place": "buncos", "dice": {"B": 6, "C": 1, "D": 1}},
            "the semi-final is not over",
        ),
        (
            {"name": "tournament:drawn", "for": "four", "player": "B"},
            "the places of the groups are not settled",
        ),
        (
            {"name": "tournament:semi_final", "tables": [list("ABCD")]},
            "the places in the semi-final are not settled",
        ),
        ({"name": "semi_final:bell"}, "the semi-final is not seated"),
        ({"name": "final:order", "dice": {}}, "the semi-final is not over"),
    ],
)
def test_only_die_off_fits_a_tie(
    four: Game, refused: Callable[..., str], event: dict[str, Any], reason: str
) -> None:
    """While players are tied for a place, only their die-off fits."""
    assert refused(four, **event) == reason
    assert read_night(four).asks == (PlaceDie(1, "buncos", ("B", "C", "D")),)


@pytest.mark.parametrize(
    ("tables", "reason"),
    [
        ([["A", "B", "C", "E"]], "the semi-final is played by A, B, C and D"),
        ([["A", "B", "C", "ghost"]], "the semi-final is played by A, B, C and D"),
        (
            [["A", "B", "ghost 1", "ghost 2"], ["C", "D", "ghost 3", "ghost 4"]],
            "the semi-final has a table too many",
        ),
        (
            [["A", "B", "C"]],
            "these seats do not fit the semi-final: 3 players of tournament sit at tables of [4], not of [3]",
        ),
        (
            None,
            "these seats do not fit the semi-final: 'tables' must be a list of tables, each a list of names",
        ),
    ],
)
def test_unfit_seating_is_ignored(
    four: Game, log: Log, refused: Callable[..., str], tables: Any, reason: str
) -> None:
    """The semi-final is played by exactly the players who have a place in it."""
    log(four, "tournament:die_off", group=1, place="buncos", dice={"B": 6, "C": 1, "D": 2})
    assert refused(four, "tournament:semi_final", tables=tables) == reason
    assert isinstance(read_night(four).asks[0], SeatSemiFinal)


def test_semi_final_is_seated_once(seated: Game, log: Log, refused: Callable[..., str]) -> None:
    """A second seating does not fit; if the first is voided, the second seats an empty semi-final."""
    first = len(seated.events)
    log(seated, "semi_final:bell")
    reason = f"event {first} has seated the semi-final; void it first"
    assert refused(seated, "tournament:semi_final", tables=[["A", "B", "C", "D"]]) == reason
    seated.push(Void(first))
    night = read_night(seated)
    assert get_finals(night).seated == first + 2
    assert night.ignored == {first + 1: "the semi-final is not seated"}
    (ask,) = night.asks
    assert isinstance(ask, SemiFinal)
    assert ask.game.header.tables == (("A", "B", "C", "D"),)
    assert ask.game.status == "ready"


def test_semi_final_is_a_game(seated: Game, log: Log) -> None:
    """The semi-final has the same result as a separate game with the same events."""
    start = len(seated.events)
    alone = Game(Header.parse(seated.header.to_dict() | {"tables": [["D", "C", "B", "A"]]}))
    ask = read_night(seated).asks[0]
    assert isinstance(ask, SemiFinal)
    dice = [(1, 2, 3), (2, 3, 4), (1, 1, 5), (5, 5, 5), (2, 3, 6), (1, 1, 1)]
    log(seated, "semi_final:bell")
    alone.push(Bell())
    for thrown in dice:
        alone.push(Throw(1, thrown))
        seated.push(ask.make_event(Throw(1, thrown)))
    game = get_finals(read_night(seated)).semi_final
    assert game is not None
    assert game.make_result() == alone.make_result() | {"rules": "tournament"}
    assert [thrown.seq + start for thrown in game.rounds[0].tables[0].throws] == list(
        range(start + 2, start + 8)
    )


def test_corrections_in_semi_final(seated: Game, log: Log) -> None:
    """Corrections, missed throws and voids in the semi-final use the numbers of the whole record."""
    start = len(seated.events)
    assert read_night(seated).break_now is not None
    assert log(seated, "semi_final:bell").break_now is None
    log(seated, "semi_final:throw", table=1, dice=[1, 1, 4])
    scores = get_scores(log(seated, "camera:waiting"))
    assert scores == (2, 0)
    assert get_scores(log(seated, "semi_final:correct", seq=start + 2, dice=[2, 2, 4])) == (0, 0)
    assert get_scores(log(seated, "semi_final:missed", after=start + 1, table=1, dice=[1, 4, 4])) == (1, 0)
    seated.push(Void(start + 4))
    assert get_scores(read_night(seated)) == (3, 0)
    seated.push(Void(start + 5))
    assert get_scores(read_night(seated)) == (2, 0)
    seated.push(Void(start + 7))
    assert get_scores(read_night(seated)) == (3, 0)
    assert read_night(seated).ignored == {}
    semi_final = get_finals(read_night(seated)).semi_final
    assert semi_final is not None
    assert [event.to_dict()["event"] for event in semi_final.events] == [
        *("bell", "throw", "night:elsewhere", "correct", "missed", "void", "void", "void"),
    ]
    seated.push(Void(start + 1))
    night = read_night(seated)
    reason = "in the semi-final it has no place since a correction"
    assert night.ignored == {start + 2: reason, start + 5: reason}


def get_scores(night: Night) -> tuple[int, ...]:
    game = get_finals(night).semi_final
    assert game is not None
    return game.tables[0].scores


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            {"name": "semi_final:throw", "table": 1, "dice": [1, 1, 1]},
            ": the bell has not rung for this round",
        ),
        (
            {"name": "semi_final:throw", "table": 1},
            ": 'dice' must be three whole numbers from 1 to 6, not None",
        ),
        ({"name": "semi_final:end_round"}, ": no round is being played"),
        ({"name": "semi_final:call", "table": 1}, ": nothing is called in this game"),
        ({"name": "semi_final:die_off", "table": 1, "dice": {}}, ": the bell has not rung for this round"),
        ({"name": "semi_final:correct", "dice": [1, 1, 1]}, ": 'seq' must be a whole number, not None"),
        (
            {"name": "semi_final:correct", "seq": 3, "dice": [1, 1, 1]},
            ", counted from event 14: -11 is not the number of an earlier event",
        ),
    ],
)
def test_misfits_in_semi_final(
    seated: Game, log: Log, refused: Callable[..., str], event: dict[str, Any], reason: str
) -> None:
    """A misfit is ignored for the reason of the semi-final's game, and keeps its number."""
    assert refused(seated, **event) == f"in the semi-final{reason}"
    log(seated, "semi_final:bell")
    log(seated, "semi_final:throw", table=1, dice=[1, 1, 4])
    assert get_scores(log(seated, "semi_final:correct", seq=17, dice=[1, 4, 4])) == (1, 0)


def test_voided_misfit_is_not_listed(seated: Game, log: Log) -> None:
    """A misfit that is voided is not listed as ignored."""
    log(seated, "semi_final:throw", table=1, dice=[1, 1, 4])
    seated.push(Void(15))
    assert read_night(seated).ignored == {}


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"name": "final:throw", "dice": [1, 1, 1]}, "the order at the final table is not found"),
        (
            {"name": "final:order", "dice": {"A": 1}},
            "these do not throw for the order now; D, C, A and B throw one die each",
        ),
        (
            {"name": "tournament:die_off", "place": "buncos", "dice": {"A": 1, "B": 1, "C": 6}},
            "no such throw for most buncos is due; its places are taken",
        ),
        (
            {"name": "tournament:drawn", "for": "semi_finalist", "player": "B"},
            "nobody is drawn for that: the places are taken",
        ),
        ({"name": "tournament:drawn", "for": "luck", "player": "B"}, "nobody is drawn for 'luck' now"),
        ({"name": "tournament:drawn", "player": "B"}, "'for' must be a text, not None"),
        (
            {"name": "tournament:die_off", "group": 1, "place": "wins", "dice": {"A": 6}},
            "no such throw for most wins is due; its places are taken",
        ),
    ],
)
def test_misfits_before_order(
    final: Game, refused: Callable[..., str], event: dict[str, Any], reason: str
) -> None:
    """When the final table is full, only the throws for the order fit."""
    assert refused(final, **event) == reason
    assert read_night(final).asks == (FinalOrder(("D", "C", "A", "B")),)


def test_misfits_before_draws(seated: Game, log: Log, refused: Callable[..., str]) -> None:
    """After the semi-final come its places, then the drawn semi-finalist, then the wild card."""
    for target in range(1, 7):
        log(seated, "semi_final:bell")
        log(seated, "semi_final:throw", table=1, dice=[target] * 3)
    drawn = {"for": "semi_finalist", "player": "A"}
    assert refused(seated, "tournament:drawn", **drawn) == "nobody is drawn for 'semi_finalist' now"
    reason = "the places at the final table are not settled"
    assert refused(seated, "final:order", dice={"A": 1}) == reason
    log(seated, "tournament:die_off", place="buncos", dice={"A": 1, "B": 1, "C": 6})
    reason = "nobody is drawn for 'wild_card' now"
    assert refused(seated, "tournament:drawn", **{"for": "wild_card", "player": "A"}) == reason
    reason = "D is not among those who may be drawn: B and A"
    assert refused(seated, "tournament:drawn", **{"for": "semi_finalist", "player": "D"}) == reason


def test_end_of_final(final: Game, log: Log, refused: Callable[..., str]) -> None:
    """After the grand prize nobody throws; if its throw is corrected, the final goes on."""
    log(final, "final:order", dice={"A": 4, "B": 3, "C": 2, "D": 1})
    assert get_finals(log(final, "final:throw", dice=[1, 1, 1])).grand_prize == "D"
    last = len(final.events)
    assert refused(final, "final:throw", dice=[1, 2, 3]) == "D has won the grand prize"
    night = log(final, "night:correct", seq=last, dice=[1, 1, 2])
    assert (get_finals(night).grand_prize, night.asks) == (None, (FinalThrow("B"),))
    assert [thrown.player for thrown in get_finals(night).throws] == ["D", "C"]
    reason = "these do not throw for the order now; the order is found"
    assert refused(final, "final:order", dice={"A": 4}) == reason


def test_correction_of_rounds_suspends_finals(final: Game, log: Log) -> None:
    """If a throw of the last set is corrected, the finals are ignored, until the correction is voided."""
    log(final, "final:order", dice={"A": 4, "B": 3, "C": 2, "D": 1})
    before = read_night(final)
    final.push(Correct(2, (2, 3, 6)))
    night = read_night(final)
    assert get_finals(night).semi_final is None
    assert set(night.ignored) >= {13, 14, 15}
    final.push(Void(len(final.events)))
    after = read_night(final)
    assert (after.asks, after.ignored, get_finals(after).order) == (before.asks, {}, ("D", "C", "B", "A"))


def test_missed_throw_of_rounds_keeps_numbers(final: Game) -> None:
    """A missed throw of the rounds changes nothing in the semi-final, which only counts its number."""
    final.push(Missed(1, 1, (1, 2, 3)))
    semi_final = get_finals(read_night(final)).semi_final
    assert semi_final is not None
    assert semi_final.status == "over"


def test_sheet_without_finals(play: Play, refused: Callable[..., str]) -> None:
    """If the sheet has no finals, none of their events fits."""
    game = play("classic", "bell")
    assert read_night(game).finals is None
    for name in ("tournament:semi_final", "semi_final:throw", "final:order", "tournament:drawn"):
        assert refused(game, name) == "this game has no finals"


def test_finals_of_two_players(play: Play, log: Log) -> None:
    """Two players are both in the semi-final and at the final table, each with a ghost as partner."""
    header = play("tournament", "").header.to_dict() | {
        "tables": [["A", "B", "ghost 1", "ghost 2"]],
        "sets": 1,
    }
    game = Game(Header.parse(header))
    for event in play("tournament", "bell 111 bell 222 bell 333 bell 444 bell 555 bell 666").events:
        game.push(event)
    night = read_night(game)
    assert [(place.player, place.why) for place in get_finals(night).semi_finalists] == [
        ("A", "wins"),
        ("B", "buncos"),
    ]
    assert night.asks == (SeatSemiFinal(("A", "B"), game.sheet),)
    game.push(night.asks[0].make_event(["B", "A"]))
    for target in range(1, 7):
        log(game, "semi_final:bell")
        night = log(game, "semi_final:throw", table=1, dice=[target] * 3)
    assert [place.player for place in get_finals(night).finalists] == ["B", "A"]
    assert night.asks == (FinalOrder(("B", "A")),)


def test_semi_final_fits_layouts(play_house: Play, house: Callable[..., Any]) -> None:
    """If a house sheet seats no four players, one more is drawn."""
    boxed = house("boxed")
    sheet = house("boxed", finals=True, layouts=(*boxed.layouts[:3], (), *boxed.layouts[4:]))
    words = " ".join(f"bell {t}{t}{t} 2:{t}{t}{t}" for t in range(1, 7))
    game = play_house(sheet, words, tables="ABCD EF")
    while isinstance(ask := read_night(game).asks[-1], PlaceDie):
        game.push(ask.make_event(dict.fromkeys(ask.names[1:], 1) | {ask.names[0]: 6}))
    assert isinstance(ask, Draw)
    assert (ask.purpose, ask.how_many, len(ask.among)) == ("four", 3, 4)


def test_ghosts_alone_have_no_finals(play: Play, refused: Callable[..., str]) -> None:
    """A room of ghosts has no groups to take places, and asks for nothing."""
    tables = [["ghost 1", "ghost 2", "ghost 3", "ghost 4"]]
    header = play("tournament", "").header.to_dict() | {"tables": tables, "sets": 1}
    game = Game(Header.parse(header))
    for event in play("tournament", "bell 111 bell 222 bell 333 bell 444 bell 555 bell 666").events:
        game.push(event)
    assert (read_night(game).asks, read_night(game).over) == ((), True)
    given = {"group": 1, "place": "wins", "dice": {}}
    assert refused(game, "tournament:die_off", **given) == "there is no group 1; the last is group 0"


def test_one_player_alone_has_no_finals(play: Play, refused: Callable[..., str]) -> None:
    """A single player has a place, but nobody to play against."""
    tables = [["A", "ghost 1", "ghost 2", "ghost 3"]]
    header = play("tournament", "").header.to_dict() | {"tables": tables, "sets": 1}
    game = Game(Header.parse(header))
    for event in play("tournament", "bell 111 bell 222 bell 333 bell 444 bell 555 bell 666").events:
        game.push(event)
    night = read_night(game)
    assert [place.player for place in get_finals(night).semi_finalists] == ["A"]
    assert (night.asks, night.over) == ((), True)
    reason = "the places in the semi-final are not settled"
    assert refused(game, "tournament:semi_final", tables=tables) == reason


def test_leaver_has_no_place_in_finals(play: Play, won_by_seat_1: Words) -> None:
    """A has the most wins, but has left before the end of the last set, and gets no place."""
    game = play("tournament", won_by_seat_1(range(1, 6), finish=False), sets=1)
    game.push(parse_event({"event": "seating", "tables": [["X", "B", "C", "D"]]}))
    game.push(parse_event({"event": "bell"}))
    game.push(parse_event({"event": "tally", "table": 1, "scores": [21, 3]}))
    assert game.players["A"].wins > max(game.players[name].wins for name in "BCDX")
    (ask,) = read_night(game).asks
    assert isinstance(ask, PlaceDie)
    assert "A" not in ask.names
    assert "A" in game.players


def test_tally_in_semi_final(seated: Game, log: Log) -> None:
    """A tally counts in the semi-final as in the rounds, and is corrected by its number in the record."""
    log(seated, "semi_final:bell")
    night = log(seated, "semi_final:tally", table=1, scores=[9, 21], buncos={"C": 1})
    semi_final = get_finals(night).semi_final
    assert semi_final is not None
    assert semi_final.players["C"] == Card(wins=1, buncos=1, points=21)
    night = log(seated, "semi_final:correct", seq=len(seated.events), scores=[21, 9])
    semi_final = get_finals(night).semi_final
    assert semi_final is not None
    assert semi_final.players["C"] == Card(losses=1, points=9)
    ask = SemiFinal(semi_final, seated=14)
    assert ask.make_event(CorrectTally(2, Counted((21, 9)))).to_dict() == {
        "event": "semi_final:correct",
        "seq": 16,
        "scores": [21, 9],
    }
