"""A drawn player who is not here: the same is drawn again."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Game, Void, parse_event
from pi_bunco.rules.night import Break, Drawing, DrawnPlayer, Night, read_night

Log = Callable[..., Night]


@pytest.fixture
def rounds(play: Callable[..., Game], won_by_seat_1: Callable[..., str]) -> Callable[[int], Game]:
    """Return a function that plays rounds of casino at one table."""

    def make(number: int) -> Game:
        return play("casino", won_by_seat_1([n % 6 + 1 for n in range(number)]))

    return make


def test_absent_player_loses_the_prize(rounds: Callable[[int], Game], log: Log) -> None:
    """Who is drawn instead gets the prize, and the absent one cannot be drawn again in this break."""
    game = rounds(2)
    log(game, "casino:drawing", player="A", prize="a mug")
    night = log(game, "casino:drawing", player="B", prize="a mug", instead="A")
    assert night.drawings.drawn == (DrawnPlayer(len(game.events), "B", "a mug", Break(1, 2), "A"),)
    assert night.drawings.pool == ("C", "D")
    assert not any(isinstance(ask, Drawing) for ask in night.asks)


def test_absent_again_and_again(rounds: Callable[[int], Game], log: Log) -> None:
    """Who was drawn instead may be absent too."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    log(game, "casino:drawing", player="B", instead="A")
    night = log(game, "casino:drawing", player="C", instead="B")
    assert [(drawn.player, drawn.instead) for drawn in night.drawings.drawn] == [("C", "B")]
    assert night.drawings.pool == ("D",)


def test_one_of_several_is_absent(rounds: Callable[[int], Game], log: Log) -> None:
    """Of several who were drawn in a break, the first one may be absent."""
    game = rounds(2)
    log(game, "casino:drawing", player="A", prize="a mug")
    log(game, "casino:drawing", player="B", prize="wine")
    night = log(game, "casino:drawing", player="C", prize="a mug", instead="A")
    assert [(drawn.player, drawn.prize) for drawn in night.drawings.drawn] == [("B", "wine"), ("C", "a mug")]


def test_absent_player_stays_for_later_breaks(rounds: Callable[[int], Game], log: Log) -> None:
    """At the next break the absent one can be drawn, and those who were drawn cannot."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    log(game, "casino:drawing", player="B", instead="A")
    for event in rounds(4).events[6:]:
        game.push(event)
    assert read_night(game).drawings.pool == ("A", "C", "D")


def test_absent_player_after_everybody_was_drawn(rounds: Callable[[int], Game], log: Log) -> None:
    """When only absent players are left, everybody else can be drawn a second time."""
    game = rounds(2)
    for name in "ABC":
        log(game, "casino:drawing", player=name)
    log(game, "casino:drawing", player="D")
    night = log(game, "casino:drawing", player="B", instead="D")
    assert [drawn.player for drawn in night.drawings.drawn] == [*"ABCB"]
    assert night.drawings.pool == ("A", "C")


def test_void_of_the_second_drawing(rounds: Callable[[int], Game], log: Log) -> None:
    """If the second drawing is undone, the first one counts again."""
    game = rounds(2)
    log(game, "casino:drawing", player="A", prize="a mug")
    log(game, "casino:drawing", player="B", instead="A")
    game.push(Void(len(game.events)))
    assert [drawn.player for drawn in read_night(game).drawings.drawn] == ["A"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"player": "C", "instead": "B"}, "'B' was not drawn in this break"),
        ({"player": "C", "instead": 5}, "'instead' must be a text, not 5"),
        ({"player": "A", "instead": "A"}, "A was not here in this break"),
        ({"player": "Z", "instead": "A"}, "there is no player 'Z'"),
    ],
)
def test_wrong_second_drawings_are_ignored(
    rounds: Callable[[int], Game], log: Log, refused: Callable[..., str], given: dict[str, Any], reason: str
) -> None:
    """A second drawing needs somebody who was drawn in this break, and another player."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    assert refused(game, "casino:drawing", **given) == reason
    night = log(game, "casino:drawing", player="C")
    assert [drawn.player for drawn in night.drawings.drawn] == ["A", "C"]


def test_drawing_of_an_earlier_break_stays(
    rounds: Callable[[int], Game], log: Log, refused: Callable[..., str]
) -> None:
    """Who was drawn at an earlier break keeps the prize."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    for event in rounds(4).events[6:]:
        game.push(event)
    assert refused(game, "casino:drawing", player="C", instead="A") == "'A' was not drawn in this break"


def test_late_guest_may_be_drawn_instead(rounds: Callable[[int], Game], log: Log) -> None:
    """The pool of a second drawing is of those who sit there then."""
    game = rounds(2)
    log(game, "casino:drawing", player="A")
    game.push(parse_event({"event": "seating", "tables": [["A", "B", "X", "D"]]}))
    night = log(game, "casino:drawing", player="X", instead="A")
    assert night.ignored == {}
    assert night.drawings.pool == ("B", "D")
