"""The map of the seats between two rounds: who stays, who moves, and who comes from another table."""

import re
from dataclasses import replace

from pi_bunco.views.table import RoundLine, SeatMove
from pi_bunco.web.pages.table.seat_map import make_map
from tests.web.states import begin, between


def test_within_a_table_arrows_lead_from_the_old_seats() -> None:
    """The cards show where players sit now, and say to which seat they go."""
    seat_map = make_map(between())
    texts = {place.name: place.text for place in seat_map.places}
    assert texts == {
        "Ann": "stays",
        "Bob": "goes across",
        "Cy": "one to the left",
        "Di": "one to the left",
    }
    bob = next(place for place in seat_map.places if place.name == "Bob")
    assert (bob.left, bob.top) == (87.0, 50.0)  # seat 4, where they sit now
    assert all(len(chart.arrows) == 3 for chart in seat_map.charts)
    assert seat_map.leaving == ()


def test_between_tables_cards_stand_at_the_new_seats() -> None:
    """The cards say who comes from which table. The players who leave are listed by their tables."""
    base = between()
    moves = (
        SeatMove("Eve", 2, 2, 1, 2),
        SeatMove("Di", 1, 2, 1, 3),
        SeatMove("Cy", 1, 3, 3, 1),
        SeatMove("Gus", 1, 4, 3, 3),
        SeatMove("Bob", 1, 2, 2, 3),
    )
    players = (*base.players[:1], replace(base.players[1], name="Eve"), *base.players[2:3])
    seat_map = make_map(replace(base, moves=moves, players=players))
    assert {place.name: place.text for place in seat_map.places} == {
        "Ann": "stays",
        "Eve": "from table 2",
        "Di": "from the right",
    }
    eve = next(place for place in seat_map.places if place.name == "Eve")
    assert (eve.left, eve.top) == (13.0, 50.0)  # seat 2, where they will sit
    assert seat_map.leaving == ("Bob goes to table 2", "Cy and Gus go to table 3")
    assert all(chart.arrows == () for chart in seat_map.charts)


def test_before_the_first_round_nobody_moves() -> None:
    """Each card says that its player sits there."""
    seat_map = make_map(replace(between(), moves=()))
    assert sorted(place.text for place in seat_map.places) == ["sits here"] * 4


def test_the_map_says_when_the_bell_rings() -> None:
    """The map has the seconds that are left, or says that the bell waits for a throw in doubt."""
    base = between()
    waits = make_map(replace(base, bell_in=0, can=replace(base.can, ring=False)))
    assert (waits.bell, waits.seconds) == ("The bell waits: a throw is in doubt", None)
    counts = make_map(replace(base, bell_in=20))
    assert (counts.bell, counts.seconds) == ("", 20)


def test_every_arrow_stays_on_the_map() -> None:
    """No arrow from one seat to another reaches beyond the map, on both shapes of screen."""
    for start in (1, 2, 3, 4):
        for end in {1, 2, 3, 4} - {start}:
            for chart in make_map(replace(between(), moves=(SeatMove("Di", 1, start, 1, end),))).charts:
                numbers = [float(number) for number in re.findall(r"-?\d+", chart.arrows[0])]
                assert all(0 <= x <= chart.width for x in numbers[::2])
                assert all(0 <= y <= chart.height for y in numbers[1::2])


def test_the_result_of_the_last_round_begins_with_the_winner() -> None:
    """The result has the winner's score and colour and the last throw. Before round 1 there is none."""
    won = make_map(between()).outcome
    assert won is not None
    assert (won.winners, won.score, won.others, won.look) == (
        ("Ann", "Di"),
        21,
        ((17, "against Bob and Cy"),),
        "us",
    )
    assert won.last is not None
    sides = ((("Ann", "Cy"), 9), (("Bob", "Di"), 23))
    rolled = make_map(
        replace(between(), rounds=(RoundLine(1, 2, sides, ("Bob", "Di"), rolloff=True),))
    ).outcome
    assert rolled is not None
    assert rolled.title == "Round 2, after a roll-off"
    assert (rolled.score, rolled.others, rolled.look) == (23, ((9, "against Ann and Cy"),), "them")
    assert make_map(begin()).outcome is None


def test_the_bag_is_on_the_map() -> None:
    """The place card of the player who holds the traveling bag has its mark."""
    base = between()
    players = tuple(replace(player, bag=player.name == "Cy") for player in base.players)
    assert [place.name for place in make_map(replace(base, players=players)).places if place.bag] == ["Cy"]


def test_a_ghost_that_takes_a_seat_hides_nobody() -> None:
    """If somebody is new at the table, all cards stand at the new seats, each at its own place."""
    base = between()
    old = base.players[0]
    players = (replace(old, name="ghost 1", ghost=True), *base.players[1:])
    seat_map = make_map(
        replace(base, moves=tuple(m for m in base.moves if m.name != old.name), players=players)
    )
    assert len({(place.left, place.top) for place in seat_map.places}) == 4
    texts = {place.name: place.text for place in seat_map.places}
    assert texts == {
        "ghost 1": "sits here", "Bob": "from across", "Cy": "from the right", "Di": "from the right",
    }  # fmt: skip
    assert all(chart.arrows == () for chart in seat_map.charts)
