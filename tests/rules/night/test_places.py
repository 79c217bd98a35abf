"""Places for most wins and most buncos: leaders, players who lead both, die-offs."""

import pytest

from pi_bunco.rules import Card, Misfit
from pi_bunco.rules.night import TakenPlace
from pi_bunco.rules.night.places import Race


def make_cards(**given: tuple[int, int]) -> dict[str, Card]:
    """Return cards by name, from wins and buncos."""
    return {name: Card(wins=wins, buncos=buncos) for name, (wins, buncos) in given.items()}


def test_two_leaders() -> None:
    """The player with most wins and the player with most buncos have their places at once."""
    race = Race(make_cards(A=(5, 0), B=(4, 2), C=(1, 1)), group=3)
    assert race.due is None
    assert race.places == (
        TakenPlace("A", "wins", group=3, count=5),
        TakenPlace("B", "buncos", group=3, count=2),
    )


def test_leader_of_both_takes_place_for_wins() -> None:
    """A player who leads both takes the place for wins; the other place goes to the next in buncos."""
    race = Race(make_cards(A=(5, 3), B=(4, 1), C=(1, 2)))
    assert race.places == (TakenPlace("A", "wins", count=5), TakenPlace("C", "buncos", count=2, behind="A"))


def test_equal_in_buncos_with_leader() -> None:
    """A player with as many buncos as the winner of the place for wins is behind nobody."""
    race = Race(make_cards(A=(5, 2), B=(4, 2), C=(1, 1)))
    assert race.places[1] == TakenPlace("B", "buncos", count=2)


def test_die_off_until_one_is_left() -> None:
    """If nobody shows a 6, all throw again; otherwise only those with a 6, until one is left."""
    race = Race(make_cards(A=(5, 0), B=(5, 0), C=(5, 0), D=(1, 9)), group=1)
    assert race.due == ("wins", ("A", "B", "C"))
    assert not race.places
    tries = [{"A": 5, "B": 1, "C": 2}, {"A": 6, "B": 1, "C": 6}, {"A": 2, "C": 2}, {"C": 6, "A": 5}]
    for dice, still_in in zip(tries, ["ABC", "AC", "AC", None], strict=True):
        race.play_die_off("wins", dice)
        assert race.due == (("wins", tuple(still_in)) if still_in else None)
    assert race.places == (
        TakenPlace("C", "wins", group=1, count=5, tied=("A", "B", "C"), tries=tuple(tries)),
        TakenPlace("D", "buncos", group=1, count=9),
    )


def test_die_off_for_wins_changes_place_for_buncos() -> None:
    """If the leader in buncos loses the die-off for wins, they take the place for buncos."""
    race = Race(make_cards(A=(5, 3), B=(5, 1), C=(1, 2)))
    race.play_die_off("wins", {"A": 1, "B": 6})
    assert [(place.player, place.behind) for place in race.places] == [("B", None), ("A", None)]


def test_no_buncos_at_all() -> None:
    """Players without any bunco are tied for the place like others."""
    race = Race(make_cards(A=(5, 0), B=(4, 0), C=(1, 0)))
    assert race.due == ("buncos", ("B", "C"))
    race.play_die_off("buncos", {"B": 6, "C": 1})
    assert race.places[1] == TakenPlace("B", "buncos", count=0, tied=("B", "C"), tries=({"B": 6, "C": 1},))


@pytest.mark.parametrize(
    ("what", "names"), [("wins", "AC"), ("wins", "A"), ("buncos", "AB"), ("points", "AB")]
)
def test_wrong_die_offs_are_refused(what: str, names: str) -> None:
    """A try must be for the open place, and by all players who are still in."""
    race = Race(make_cards(A=(5, 0), B=(5, 0), C=(1, 0)))
    reason = rf"^no such throw for most {what} is due; A and B throw one die each for most wins$"
    with pytest.raises(Misfit, match=reason):
        race.play_die_off(what, dict.fromkeys(names, 6))


def test_no_die_off_after_places() -> None:
    """When both places are taken, no die-off fits."""
    race = Race(make_cards(A=(5, 0), B=(4, 2)))
    with pytest.raises(Misfit, match=r"^no such throw for most wins is due; its places are taken$"):
        race.play_die_off("wins", {"A": 6, "B": 1})


def test_one_player_and_none() -> None:
    """One player takes one place; without players there is none."""
    assert Race(make_cards(A=(0, 0))).places == (TakenPlace("A", "wins", count=0),)
    assert (Race({}).places, Race({}).due) == ((), None)


def test_reasons_of_places() -> None:
    """Each place states its reason in words."""
    assert [
        TakenPlace("A", "wins", group=2, count=11).reason,
        TakenPlace("A", "buncos", count=1, tied=("A", "B", "C")).reason,
        TakenPlace("A", "buncos", count=1, tied=("A", "B"), behind="D").reason,
        TakenPlace("A", "four").reason,
        TakenPlace("A", "semi_finalist").reason,
        TakenPlace("A", "wild_card").reason,
    ] == [
        "most wins of group 2 (11)",
        "most buncos of the semi-final (1), won a roll-off against B and C",
        "most buncos of the semi-final (1) after D, who leads both, won a roll-off against B",
        "drawn to make it four",
        "drawn from the other semi-finalists",
        "wild card, drawn from all players",
    ]
