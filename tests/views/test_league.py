"""The league: points by a rule, the evenings that count, and whose turn it is to host."""

import pytest

from pi_bunco.views.evenings import EveningSummary, PastGuest
from pi_bunco.views.league import League, PointsRule, list_next_hosts, make_league_table


def evening(day: int, *guests: tuple[str, int], winner: str = "", **more: object) -> EveningSummary:
    cards = tuple(PastGuest(name, wins, 0, 1, 0, 100 - wins) for name, wins in guests)
    time = f"2026-01-{day:02}T12:00:00+00:00"
    facts = {"time": time, "rounds": 6, "winners": (winner,), "guests": cards, **more}
    return EveningSummary(str(day), f"id{day}", **facts)  # type: ignore[arg-type] # a test says which facts


NIGHTS = (
    evening(3, ("ANN", 2), ("Cy", 5), winner="Cy"),
    evening(2, ("Ann", 4), ("Bob", 2), winner="Ann"),
    evening(1, ("Bob", 4), ("Cy", 1), winner="Bob"),
)
"""Three evenings, newest first."""


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("wins", [(1, "Bob", 6), (1, "Cy", 6), (1, "ANN", 6)]),
        ("points", [(1, "Bob", 194), (1, "Cy", 194), (1, "ANN", 194)]),
        ("attendance", [(1, "Bob", 2), (1, "Cy", 2), (1, "ANN", 2)]),
    ],
)
def test_points_follow_the_rule(rule: PointsRule, lines: list[tuple[int, str, int]]) -> None:
    """Names that look alike are one guest, with the newest spelling; equal points are an equal place."""
    table = make_league_table(NIGHTS, League(rule))
    assert sorted((line.place, line.name, line.score) for line in table) == sorted(lines)
    assert {line.name: line.evenings_won for line in table} == {"ANN": 1, "Bob": 1, "Cy": 1}


def test_the_best_is_first() -> None:
    """A place after two equal ones is the third."""
    nights = (evening(1, ("Ann", 1), ("Bob", 5), ("Cy", 5)),)
    assert [(line.place, line.name) for line in make_league_table(nights, League())] == [
        (1, "Bob"),
        (1, "Cy"),
        (3, "Ann"),
    ]


def test_only_chosen_evenings_count() -> None:
    """Not those before the season, those that the host leaves out, demonstrations, and unreadable ones."""
    league = League(since="2026-01-02", left_out=frozenset({"id3"}))
    others = (
        evening(5, ("Di", 9), is_demo=True),
        evening(6, ("Ed", 9), fault="why"),
        evening(7, ("Flo", 9), rounds=0),
    )
    table = make_league_table((*others, *NIGHTS), league)
    assert [(line.name, line.evenings) for line in table] == [("Ann", 1), ("Bob", 1)]


def test_deleted_guests_are_nobody() -> None:
    """Names that stand for them have no line, and no turn."""
    nights = (
        EveningSummary(
            "1", "id1", rounds=1, guests=(PastGuest("Guest 1", 9, 0, 0, 0, 0, is_forgotten=True),)
        ),
    )
    assert make_league_table(nights, League()) == ()
    assert list_next_hosts(nights, League()) == ()


def test_each_hosts_in_turn() -> None:
    """Who never hosted comes first, the one who came first before others; then who hosted longest ago."""
    names = [guest.name for guest in list_next_hosts(NIGHTS, League())]
    assert names == ["Bob", "Cy", "ANN"]
    hosts = {"id1": "bob", "id2": "Cy", "id3": "Ann"}
    hosting = list_next_hosts(NIGHTS, League(hosts=hosts))
    assert [(guest.name, guest.last) for guest in hosting] == [
        ("Bob", "2026-01-01"),
        ("Cy", "2026-01-02"),
        ("ANN", "2026-01-03"),
    ]
    assert list_next_hosts(NIGHTS, League(hosts={"id1": "Bob"}))[-1].name == "Bob"


def test_a_turn_counts_although_the_evening_does_not() -> None:
    """Somebody hosted it all the same."""
    league = League(left_out=frozenset({"id1"}), hosts={"id1": "Bob"})
    assert [guest.name for guest in list_next_hosts(NIGHTS, league)] == ["ANN", "Cy", "Bob"]
