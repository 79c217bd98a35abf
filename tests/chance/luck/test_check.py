"""The rates of false alarms and of noticed loads are as claimed."""

from collections import Counter
from random import Random

import pytest

from pi_bunco.chance.dice import compute_probabilities
from pi_bunco.chance.luck import LEVEL, Luck, check
from pi_bunco.chance.luck.power import FAIR_CHANCE, MIN_POWER, Power, compute_power
from pi_bunco.chance.luck.questions import examine_faces
from pi_bunco.rules import Bell, Game, Throw
from tests.chance.luck.logs import make_evening, make_game, make_thrown_game

EVENINGS = 200


@pytest.fixture(scope="module")
def fair() -> list[Luck]:
    """Return the checks of 200 evenings with 120 fair throws each; errors show more in short evenings."""
    return [check([make_evening(seed, 120)]) for seed in range(EVENINGS)]


@pytest.mark.parametrize("part", ["dice", "players"])
def test_false_alarms_are_as_rare_as_claimed(fair: list[Luck], part: str) -> None:
    """Of 200 fair evenings not more have odds below 0.01 and 0.1 than chance allows (1 in 10,000)."""
    least = [min(answer.odds for answer in getattr(luck, part) if answer.odds is not None) for luck in fair]
    assert sum(odds < LEVEL for odds in least) <= 9
    assert sum(odds < 0.1 for odds in least) <= 38
    assert sum(any(answer.strange for answer in getattr(luck, part)) for luck in fair) <= 9


@pytest.mark.parametrize("about", ["faces", "alike", "sticking", "points"])
def test_chances_are_even(fair: list[Luck], about: str) -> None:
    """With fair dice about half of each question's chances are below one half."""
    chances = [
        answer.test.chance
        for luck in fair
        for answer in (*luck.dice, *luck.players)
        if answer.test and answer.about == about and (about == "points" or answer.of is None)
    ]
    below = sum(chance < 0.5 for chance in chances) / len(chances)
    assert abs(below - 0.5) < 4 * (0.25 / len(chances)) ** 0.5


@pytest.mark.parametrize("dice", [240, 900])
@pytest.mark.parametrize("one", [False, True])
def test_loaded_dice_are_noticed_as_often_as_claimed(dice: int, *, one: bool) -> None:
    """Loads at the limit are noticed in four of five evenings; one loaded die of three at least as often."""
    power = Power(dice, LEVEL / 3)
    loaded = compute_probabilities({6: power.one_loaded if one else power.all_loaded})
    random, found = Random(5), 0
    for _ in range(400):
        faces = Counter(random.choices(range(6), k=dice * 2 // 3) if one else ())
        faces.update(random.choices(range(6), loaded, k=dice - faces.total()))
        test = examine_faces([faces[face] for face in range(6)])
        found += test is not None and test.chance < power.level
    assert found >= 400 * MIN_POWER - 4 * (400 * MIN_POWER * (1 - MIN_POWER)) ** 0.5
    if not one:
        assert found <= 400 * MIN_POWER + 4 * (400 * MIN_POWER * (1 - MIN_POWER)) ** 0.5


def test_power_of_fair_dice() -> None:
    """For fair dice the power is the rate of false alarms, and the needed number of dice suffices."""
    assert compute_power(FAIR_CHANCE, 600, 0.01) == pytest.approx(0.01, rel=0.05)
    power = Power(600, 0.01)
    assert compute_power(0.2, round(power.needed), 0.01) == pytest.approx(MIN_POWER, abs=0.001)
    assert Power(6, 0.01).all_loaded <= 1


def test_loaded_dice_are_found_in_a_game() -> None:
    """Sixes in one of three throws are noticed in an evening, but for no single player."""
    found = [check([make_evening(seed, 200, compute_probabilities({6: 1 / 3}))]) for seed in range(12)]
    assert all(luck.dice[0].strange for luck in found)
    faces = [answer for luck in found for answer in luck.players if answer.about == "faces"]
    assert sum(answer.strange for answer in faces) <= 1


def test_player_with_loaded_dice_is_found() -> None:
    """A player who throws sixes half of the time is found, and the others are not."""
    random, loaded = Random(1), compute_probabilities({6: 0.5})
    game = make_game("boxed", sets=20)
    for _ in range(300):
        if game.status == "ready":
            game.push(Bell())
        weights = loaded if game.tables[0].holder == "Bob" else None
        game.push(Throw(1, tuple(random.choices(range(1, 7), weights, k=3))))
    answers = {(answer.of, answer.about): answer for answer in check([game]).players}
    assert answers["Bob", "faces"].strange
    assert not any(answers[name, "faces"].strange for name in ("Ann", "Cy", "Di"))


def test_sticking_dice_are_found() -> None:
    """If one die stays unchanged in each third throw, sticking is found, and the faces are fine."""
    random = Random(3)
    dice = [1, 2, 3]
    throws = []
    for at in range(400):
        kept = dice[:1] if at % 3 == 0 else []
        dice = kept + random.choices(range(1, 7), k=3 - len(kept))
        throws.append(tuple(dice))
    luck = check([make_thrown_game(*throws, slug="boxed", sets=20)])
    assert [answer.about for answer in luck.dice if answer.strange] == ["sticking"]


def test_dependent_dice_are_found() -> None:
    """Too many throws with two alike are found, even if each face has its right frequency."""
    random = Random(4)
    throws = []
    for _ in range(400):
        first, second, third = random.choices(range(1, 7), k=3)
        throws.append((first, first if random.random() < 0.3 else second, third))
    luck = check([make_thrown_game(*throws, slug="boxed", sets=20)])
    assert "alike" in [answer.about for answer in luck.dice if answer.strange]
    assert not luck.dice[0].strange


def test_each_of_several_tables_is_checked() -> None:
    """If there are several tables, the dice of each table are checked too."""
    one_table: list[Game] = [make_evening(1, 20)]
    assert [answer.of for answer in check(one_table).dice] == [None] * 3
    two_tables = make_game("classic", tables=[["A", "B", "C", "D"], ["E", "F", "G", "H"]])
    two_tables.push(Bell())
    for dice in ((2, 3, 4), (3, 4, 5)):
        two_tables.push(Throw(1, dice))
        two_tables.push(Throw(2, dice))
    assert [answer.of for answer in check([two_tables]).dice] == [None, 1, 2, None, None]
