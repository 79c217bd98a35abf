"""Sets of five rounds, of 2s to 6s."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.rules import Game, Sheet, load_sheet
from pi_bunco.rules.night import read_night

House = Callable[..., Sheet]
Play = Callable[..., Game]
PARTIES = 10
"""Games of three sets for each sheet and number of players."""


def test_a_set_begins_with_twos(house: House, play_house: Play) -> None:
    """The first round is round 2, for 2s; after round 6 the next set begins, or the game is over."""
    game = play_house(house("boxed", first_target=2), "", sets=2)
    seen = []
    for _ in range(10):
        seen.append((game.set, game.round, game.target))
        game = play_house(
            house("boxed", first_target=2), " ".join(f"bell {at}{at}{at}" for _, _, at in seen), sets=2
        )
    assert seen == [(1, at, at) for at in range(2, 7)] + [(2, at, at) for at in range(2, 7)]
    assert game.status == "over"


def test_ones_score_nothing(house: House, play_house: Play) -> None:
    """No round is for 1s: in the first round a 1 passes the dice on, and a 2 scores."""
    game = play_house(house("classic", first_target=2), "bell 114")
    assert (game.tables[0].scores, game.tables[0].holder) == ((0, 0), "B")
    assert play_house(house("classic", first_target=2), "bell 224").tables[0].scores == (2, 0)


def test_breaks_and_winners_of_sets(house: House, play_house: Play) -> None:
    """A break follows the round that the sheet names, and a set has a winner after its five rounds."""
    sheet = house("boxed", first_target=2, breaks=(3,), drawings=True)
    game = play_house(sheet, "bell 222 bell 333", sets=2)
    pause = read_night(game).break_now
    assert pause is not None
    assert (pause.set, pause.round) == (1, 3)
    game = play_house(sheet, "bell 222 bell 333 bell 444 bell 555 bell 666", sets=2)
    assert [won.set for won in read_night(game).sets] == [1]


@pytest.mark.parametrize(
    "parties", [range(PARTIES), pytest.param(range(PARTIES, 300), marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(("base", "players"), [("classic", 4), ("classic", 12), ("boxed", 3), ("casino", 24)])
def test_a_second_reading_agrees(base: str, players: int, parties: range) -> None:
    """In random games of three sets a small program that only counts finds the same rounds and cards."""
    sheet = replace(load_sheet(base), slug="five-rounds", first_target=2)
    for seed in parties:
        party = Party(Plan(sheet, players, sets=3), f"{seed}")
        rounds = list(party.play_rounds())
        assert [played.number for played in rounds] == [2, 3, 4, 5, 6] * 3
        points, wins = Counter[str](), Counter[str]()
        for target, played in zip([2, 3, 4, 5, 6] * 3, rounds, strict=True):
            for table in played.tables:
                scores = dict.fromkeys(table.seats, 0)
                for thrown in table.throws:
                    if not thrown.rolloff:
                        scores[thrown.thrower] += count_points(
                            thrown.dice, target, low=7 if base == "boxed" else 5
                        )
                for side in table.sides:
                    for name in side.players:
                        points[name] += sum(scores[each] for each in side.players)
                wins.update(table.winners)
        cards = party.game.players
        assert {name: (card.points, card.wins) for name, card in cards.items()} == {
            name: (points[name], wins[name]) for name in cards
        }


def count_points(dice: tuple[int, ...], target: int, low: int) -> int:
    """Count what three dice score: 21, `low` or 5 for three alike, or one for each target."""
    if len(set(dice)) == 1:
        return 21 if dice[0] == target else low if dice[0] < target else 5
    return sum(die == target for die in dice)
