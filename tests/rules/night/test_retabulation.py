"""Paper totals of score cards, compared with what pi-bunco counted."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Correct, Game, Void
from pi_bunco.rules.night import CardTotal, Claim, Night, RetabulatedCard, list_open_cards, read_night

Play = Callable[..., Game]
Log = Callable[..., Night]


@pytest.fixture
def game(play: Play) -> Game:
    """Play one round of two teams: A has a mini, a bunco and a win; C wins with A."""
    return play(
        "casino",
        "bell 555 111 236 " + " ".join(f"{n}:111" for n in range(2, 7)),
        "ABCD EFGH IJKL MNOP QRST UVWX",
    )


def find_card(night: Night, player: str) -> RetabulatedCard:
    return next(card for card in night.cards if card.player == player)


def test_nobody_has_typed(game: Game) -> None:
    """At first every card is open, in the order of the teams, with what was counted and its claims."""
    cards = read_night(game).cards
    assert [(card.player, card.group) for card in cards[10:14]] == [("K", 1), ("L", 1), ("M", 2), ("N", 2)]
    assert list_open_cards(cards) == cards
    assert cards[0] == RetabulatedCard(
        "A",
        1,
        (
            CardTotal("wins", 1, None, (Claim("win", "A", 1, 1),)),
            CardTotal("buncos", 1, None, (Claim("bunco", "A", 1, 1, 3),)),
            CardTotal("minis", 1, None, (Claim("mini", "A", 1, 1, 2),)),
        ),
    )
    assert (cards[0].differences, cards[0].agrees) == ((), False)


def test_agreeing_and_differing(game: Game, log: Log) -> None:
    """A card with the same totals agrees; another one names its differences until it is typed again."""
    log(game, "casino:retabulated", player="A", wins=1, buncos=1, minis=1)
    night = log(game, "casino:retabulated", player="C", wins=1, buncos=2, minis=0)
    assert find_card(night, "A").agrees
    card = find_card(night, "C")
    assert (card.agrees, card.differences) == (False, (CardTotal("buncos", 0, 2, ()),))
    assert card in list_open_cards(night.cards, 1)
    assert len(list_open_cards(night.cards, 1)) == 11
    night = log(game, "casino:retabulated", player="C", wins=1, buncos=0, minis=0)
    assert find_card(night, "C").agrees
    game.push(Void(len(game.events)))
    assert find_card(read_night(game), "C") == card


def test_all_cards_of_a_team(game: Game, log: Log) -> None:
    """A team has no open card left when all its cards agree; those of the other team do not matter."""
    for name in "MNOPQRSTUVWX":
        card = game.players[name]
        night = log(game, "casino:retabulated", player=name, wins=card.wins, buncos=card.buncos, minis=0)
    assert (list_open_cards(night.cards, 2), len(list_open_cards(night.cards))) == ((), 12)
    assert night.ignored == {}


def test_correction_after_agreeing(game: Game, log: Log) -> None:
    """If a throw is corrected later, the card that agreed differs, until the correction is voided."""
    log(game, "casino:retabulated", player="A", wins=1, buncos=1, minis=1)
    game.push(Correct(2, (1, 1, 3)))
    (difference,) = find_card(read_night(game), "A").differences
    assert difference == CardTotal("minis", 0, 1, ())
    game.push(Void(len(game.events)))
    assert find_card(read_night(game), "A").agrees


def test_sheet_decides_lines(play_house: Play, house: Callable[..., Any], log: Log) -> None:
    """If staff confirm only buncos on a house sheet, only these are totalled."""
    game = play_house(house("casino", verified=("bunco",)), "bell 555 111 236", tables="ABCD")
    night = log(game, "casino:retabulated", player="A", buncos=1)
    assert [total.line for total in find_card(night, "A").totals] == ["buncos"]
    assert find_card(night, "A").agrees


def test_sheet_without_staff(play: Play, refused: Callable[..., str]) -> None:
    """If staff confirm nothing on a sheet, no cards are compared."""
    game = play("classic", "bell 111")
    assert read_night(game).cards == ()
    assert (
        refused(game, "casino:retabulated", player="A", wins=1) == "no cards are totalled again in this game"
    )


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"player": "Z"}, "there is no player 'Z'"),
        ({"player": "A", "wins": -1}, "'wins' must be from 0 to 9999, not -1"),
        ({"player": "A", "minis": 10**9}, "'minis' must be from 0 to 9999, not 1000000000"),
        ({"player": "A", "buncos": "ten"}, "'buncos' must be a whole number, not 'ten'"),
        ({"player": "A", "buncos": 1.5}, "'buncos' must be a whole number, not 1.5"),
        ({"player": "A", "buncos": None}, "'buncos' must be a whole number, not None"),
    ],
)
def test_wrong_totals_are_ignored(
    game: Game, log: Log, refused: Callable[..., str], given: dict[str, Any], reason: str
) -> None:
    """Totals that are no counts are ignored with the reason, and change no card."""
    before = log(game, "casino:retabulated", player="A", wins=1, buncos=1, minis=1).cards
    assert refused(game, "casino:retabulated", **({"wins": 1, "buncos": 1, "minis": 1} | given)) == reason
    assert read_night(game).cards == before
