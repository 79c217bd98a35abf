"""Breaks, and the players who are drawn at them."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Bell, Correct, Game, Void, parse_event
from pi_bunco.rules.night import Break, Drawing, DrawnPlayer, Night, read_night

Play = Callable[..., Game]
Log = Callable[..., Night]
Words = Callable[..., str]


@pytest.fixture
def rounds(play: Play, won_by_seat_1: Words) -> Callable[..., Game]:
    """Return a function that plays rounds of casino at one table."""

    def make(number: int, sets: int = 1) -> Game:
        return play("casino", won_by_seat_1([n % 6 + 1 for n in range(number)]), sets=sets)

    return make


def list_drawings(night: Night) -> list[Drawing]:
    return [ask for ask in night.asks if isinstance(ask, Drawing)]


def test_breaks(rounds: Callable[..., Game]) -> None:
    """A break follows rounds 2, 4 and 6 of each set, also the last round, and lasts until the bell."""
    breaks = [read_night(rounds(number, sets=2)).break_now for number in range(13)]
    assert [(at.set, at.round, at.minutes) if at else None for at in breaks] == [
        *(None, None, (1, 2, None), None, (1, 4, None), None, (1, 6, None)),
        *(None, (2, 2, None), None, (2, 4, None), None, (2, 6, None)),
    ]
    game = rounds(2)
    game.push(Bell())
    assert read_night(game).break_now is None


def test_break_before_finals(play: Play, won_by_seat_1: Words) -> None:
    """A tournament has a break of 45 minutes after its last set, until the semi-final begins."""
    words = won_by_seat_1(range(1, 7), finish=False)
    game = play("tournament", words, sets=2)
    assert read_night(game).break_now is None
    game = play("tournament", words, sets=1, tables="ABCD")
    assert read_night(game).break_now == Break(1, 6, 45)
    assert list_drawings(read_night(game)) == []


def test_breaks_of_house_sheet(play_house: Play, house: Callable[..., Any], won_by_seat_1: Words) -> None:
    """A house sheet may have a break after the first round of each set."""
    sheet = house("casino", breaks=(1,))
    breaks = [
        read_night(play_house(sheet, won_by_seat_1([n % 6 + 1 for n in range(rounds)]), sets=2)).break_now
        for rounds in (0, 1, 6, 7)
    ]
    assert breaks == [None, Break(1, 1), None, Break(2, 1)]


def test_one_drawing_at_each_break(rounds: Callable[..., Game], log: Log) -> None:
    """One drawing is asked for and more may follow; a player is drawn again only after all others."""
    game = rounds(2)
    assert list_drawings(read_night(game)) == [Drawing(1, 2, ("A", "B", "C", "D"))]
    night = log(game, "casino:drawing", player="B", prize="a mug")
    at = len(game.events)
    assert list_drawings(night) == []
    assert night.drawings.pool == ("A", "C", "D")
    night = log(game, "casino:drawing", player="D")
    assert night.drawings.drawn == (
        DrawnPlayer(at, "B", "a mug", Break(1, 2)),
        DrawnPlayer(at + 1, "D", "", Break(1, 2)),
    )
    log(game, "casino:drawing", player="A")
    assert log(game, "casino:drawing", player="C").drawings.pool == ("A", "B", "C", "D")
    assert log(game, "casino:drawing", player="C").drawings.pool == ("A", "B", "D")
    assert read_night(game).ignored == {}


def test_next_break_has_its_drawing(rounds: Callable[..., Game], log: Log) -> None:
    """At the next break a drawing is due again, among the players who are left."""
    game = rounds(2)
    log(game, "casino:drawing", player="B")
    for event in rounds(4).events[6:]:
        game.push(event)
    assert list_drawings(read_night(game)) == [Drawing(1, 4, ("A", "C", "D"))]
    night = log(game, "casino:drawing", player="A")
    assert [(drawn.player, drawn.at.round) for drawn in night.drawings.drawn] == [("B", 2), ("A", 4)]
    assert list_drawings(night) == []


def test_drawing_after_last_round(rounds: Callable[..., Game], log: Log) -> None:
    """Players can be drawn at the break after the last round."""
    night = log(rounds(6), "casino:drawing", player="A")
    assert [drawn.at for drawn in night.drawings.drawn] == [Break(1, 6)]


@pytest.mark.parametrize(
    ("number", "given", "reason"),
    [
        (0, {"player": "A"}, "there is no break now, and players are drawn at breaks"),
        (1, {"player": "A"}, "there is no break now, and players are drawn at breaks"),
        (2, {"player": "Z"}, "there is no player 'Z'"),
        (2, {}, "'player' must be a text, not None"),
        (2, {"player": "A", "prize": 5}, "'prize' must be a text, not 5"),
        (2, {"player": "B"}, "B was drawn before; it is between A, C and D"),
    ],
)
def test_wrong_drawings_are_ignored(
    rounds: Callable[..., Game], refused: Callable[..., str], number: int, given: dict[str, Any], reason: str
) -> None:
    """A drawing needs a break and a player of the game who was not drawn yet; others are ignored."""
    game = rounds(number)
    for ask in list_drawings(read_night(game)):
        game.push(ask.make_event("B"))
    assert refused(game, "casino:drawing", **given) == reason


def test_no_drawing_after_bell(rounds: Callable[..., Game], refused: Callable[..., str]) -> None:
    """The bell ends the break, and drawings with it."""
    game = rounds(2)
    game.push(Bell())
    assert (
        refused(game, "casino:drawing", player="A")
        == "there is no break now, and players are drawn at breaks"
    )


def test_sheet_without_drawings(play: Play, refused: Callable[..., str], won_by_seat_1: Words) -> None:
    """If the sheet has no drawings, nobody can be drawn."""
    game = play("tournament", won_by_seat_1(range(1, 7), finish=False), sets=1)
    assert read_night(game).drawings.pool == ()
    assert refused(game, "casino:drawing", player="A") == "nobody is drawn in this game"


def test_reopened_round_suspends_drawing(rounds: Callable[..., Game], log: Log) -> None:
    """If a correction reopens round 2, its drawing is suspended until the round is over again."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    game.push(Correct(5, (1, 3, 6)))
    night = read_night(game)
    assert (game.status, night.drawings.drawn) == ("playing", ())
    assert night.ignored == {7: "there is no break now, and players are drawn at breaks"}
    game.push(Void(8))
    assert [drawn.player for drawn in read_night(game).drawings.drawn] == ["A"]


def test_voided_bell_ends_no_break(rounds: Callable[..., Game], log: Log) -> None:
    """A voided or unused bell ends no break."""
    game = rounds(2)
    game.push(Bell())
    game.push(Void(7))
    assert [drawn.at for drawn in log(game, "casino:drawing", player="A").drawings.drawn] == [Break(1, 2)]
    game.push(Correct(2, (2, 3, 6)))
    assert 4 in game.unused
    assert read_night(game).drawings.drawn == ()


def test_drawings_with_late_guests_and_leavers(rounds: Callable[..., Game], log: Log) -> None:
    """Only seated players are drawn, and a late guest does not change earlier drawings."""
    game = rounds(2)
    for name in "ABCDA":
        log(game, "casino:drawing", player=name)
    game.push(parse_event({"event": "seating", "tables": [["A", "B", "X", "D"]]}))
    night = log(game, "casino:drawing", player="C")
    assert [drawn.player for drawn in night.drawings.drawn] == [*"ABCDA"]
    assert list(night.ignored.values()) == ["C sat at no table then"]
    assert night.drawings.pool == ("B", "D", "X")
    for name in "XBD":
        night = log(game, "casino:drawing", player=name)
    assert [drawn.player for drawn in night.drawings.drawn] == [*"ABCDAXBD"]
    assert night.drawings.pool == ("A", "B", "D", "X")
