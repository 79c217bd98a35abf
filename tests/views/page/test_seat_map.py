"""The map between rounds: who stays, who goes where, who comes from another table."""

import re
from dataclasses import replace

from pi_bunco.views.page.seat_map import make_map
from pi_bunco.views.table import RoundLine, SeatMove
from tests.web.states import begin, between


def test_within_a_table_arrows_lead_from_the_old_seats() -> None:
    """Cards stand where people sit now, and say to which seat they go."""
    shown = make_map(between())
    texts = {place.name: place.text for place in shown.places}
    assert texts == {
        "Ann": "stays",
        "Bob": "goes across",
        "Cy": "one to the left",
        "Di": "one to the left",
    }
    bob = next(place for place in shown.places if place.name == "Bob")
    assert (bob.left, bob.top) == (87.0, 50.0)  # seat 4, where they sit now
    assert all(len(chart.ways) == 3 for chart in shown.charts)
    assert shown.leaving == ()


def test_between_tables_cards_stand_at_the_new_seats() -> None:
    """They say who comes from which table; who leaves stands below."""
    base = between()
    moves = (
        SeatMove("Eve", 2, 2, 1, 2),
        SeatMove("Di", 1, 2, 1, 3),
        SeatMove("Cy", 1, 3, 3, 1),
    )
    players = (*base.players[:1], replace(base.players[1], name="Eve"), *base.players[2:3])
    shown = make_map(replace(base, moves=moves, players=players))
    assert {place.name: place.text for place in shown.places} == {
        "Ann": "stays",
        "Eve": "from table 2",
        "Di": "from the right",
    }
    eve = next(place for place in shown.places if place.name == "Eve")
    assert (eve.left, eve.top) == (13.0, 50.0)  # seat 2, where they will sit
    assert shown.leaving == ("Cy goes to table 3",)
    assert all(chart.ways == () for chart in shown.charts)


def test_before_the_first_round_everybody_sits() -> None:
    """Nobody has moved: the seats are named."""
    shown = make_map(replace(between(), moves=()))
    assert sorted(place.text for place in shown.places) == ["sits here"] * 4


def test_a_bell_that_waits_is_said() -> None:
    """The countdown is over and a throw is in doubt; or so many seconds are left."""
    base = between()
    waits = make_map(replace(base, bell_in=0, can=replace(base.can, ring=False)))
    assert (waits.bell, waits.seconds) == ("The bell waits: a throw is in doubt", None)
    counts = make_map(replace(base, bell_in=20))
    assert (counts.bell, counts.seconds) == ("", 20)


def test_every_way_stays_on_the_map() -> None:
    """From each seat to each other, on both shapes of screen."""
    for start in (1, 2, 3, 4):
        for end in {1, 2, 3, 4} - {start}:
            for chart in make_map(replace(between(), moves=(SeatMove("Di", 1, start, 1, end),))).charts:
                numbers = [float(number) for number in re.findall(r"-?\d+", chart.ways[0])]
                assert all(0 <= x <= chart.width for x in numbers[::2])
                assert all(0 <= y <= chart.height for y in numbers[1::2])


def test_the_last_round_is_told_with_the_winner_first() -> None:
    """Its score first, in its colour, and the throw that came last; nothing before the first round."""
    shown = make_map(between()).outcome
    assert shown is not None
    assert (shown.winners, shown.score, shown.others, shown.look) == (("Ann", "Di"), 21, (17,), "us")
    assert shown.last is not None
    sides = ((("Ann", "Cy"), 9), (("Bob", "Di"), 23))
    lost = replace(between(), rounds=(RoundLine(1, 2, sides, ("Bob", "Di"), rolloff=True),))
    told = make_map(lost).outcome
    assert told is not None
    assert (told.title, told.score, told.others, told.look) == ("Round 2, after a roll-off", 23, (9,), "them")
    assert make_map(begin()).outcome is None
