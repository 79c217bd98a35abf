"""The television between two bells: which scenes it shows, in which order, and on how many pages."""

from dataclasses import replace

import pytest

from pi_bunco.views.live_cards import LiveCards
from pi_bunco.views.results import DrawnName
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import RoundLine, SeatMove
from pi_bunco.views.television import TvShow
from pi_bunco.web.pages.room.chairs import make_chairs
from pi_bunco.web.pages.room.scenes import TvScene
from pi_bunco.web.pages.room.show import DrawScene, find_end_show, make_show
from tests.web.room_states import between, final, make_room, over
from tests.web.states import roomful
from tests.web.tv_states import add_cards, clocked, drawing, show, starting


def list_scenes(room: RoomView) -> tuple[TvScene, ...]:
    """Return the scenes of a moment."""
    view = make_show(room)
    assert view
    return view.scenes


def name_scenes(room: RoomView) -> list[str]:
    """Return the kinds of the scenes, each once for its pages."""
    return list(dict.fromkeys(scene.kind for scene in list_scenes(room)))


def test_each_moment_has_its_scenes_in_order() -> None:
    """Results, who goes where, and standings follow each other. A break begins with its clock."""
    room = make_room(3)
    assert make_show(room) is None
    assert make_show(final(room)) is None, "the cards of those who throw fill the screen"
    assert name_scenes(starting(room)) == ["chairs", "lesson"]
    assert name_scenes(between(room)) == ["result", "chairs"]
    assert name_scenes(add_cards(between(room))) == ["result", "buncos", "chairs", "standings"]
    assert name_scenes(clocked(room)) == ["clock", "draw", "result", "buncos", "chairs", "standings"]
    assert name_scenes(drawing(room)) == ["draw"]
    assert name_scenes(replace(starting(room), tv=TvShow("lesson"))) == ["lesson"]


def test_the_standings_of_the_teams_come_first() -> None:
    """Several teams have a scene with the sums of their guests, best first; a single team has none."""
    room = add_cards(between(make_room(3)))
    first, *others = (card.name for card in room.cards)
    live = LiveCards(teams={first: 1} | dict.fromkeys(others, 2), team_names={2: "The Rollers"})
    [teams, *guests] = [
        scene for scene in list_scenes(replace(room, live_cards=live)) if scene.kind == "standings"
    ]
    assert teams.title == "Standings of the teams"
    wins = {card.name: card.wins for card in room.cards}
    assert [(line.place, line.name, line.wins.split()[0]) for line in teams.it] == [
        (1, "Team 2: The Rollers", str(sum(wins[name] for name in others))),
        (2, "Team 1", str(wins[first])),
    ]
    alone = replace(live, teams=dict.fromkeys(live.teams, 1))
    assert [*guests] == [
        scene for scene in list_scenes(replace(room, live_cards=alone)) if scene.kind == "standings"
    ]


@pytest.mark.parametrize(
    ("tables", "results", "chairs", "standings"), [(1, 1, 1, 1), (3, 1, 1, 2), (12, 2, 2, 2), (25, 5, 5, 2)]
)
def test_many_tables_are_divided_into_pages(tables: int, results: int, chairs: int, standings: int) -> None:
    """A page has at most six tables, each table is there once, and pages are about equal."""
    scenes = list_scenes(add_cards(between(make_room(tables))))
    of_kind = {
        kind: [scene for scene in scenes if scene.kind == kind] for kind in ("result", "chairs", "standings")
    }
    assert [len(pages) for pages in of_kind.values()] == [results, chairs, standings]
    for kind in ("result", "chairs"):
        shown = [at.table for scene in of_kind[kind] for at in scene.it]
        assert shown == list(range(1, tables + 1))
        assert len({len(scene.it) for scene in of_kind[kind]}) <= 2
        assert all(len(scene.it) <= min(scene.rows * scene.columns, 6) for scene in of_kind[kind])


def test_a_result_names_winners_losers_and_score() -> None:
    """The winners' score comes first. A result that may change has no winners."""
    room = between(make_room(2))
    first, second = list_scenes(room)[0].it
    assert (first.winners, first.losers, first.score.split()) == (
        ("Ann", "Cy"), "against Bob and Di", ["19", ":", "18"])  # fmt: skip
    assert (first.note, second.note) == ("", "after a roll-off")
    line = room.tables[0].last
    assert isinstance(line, RoundLine)
    is_open = replace(room.tables[0], last=replace(line, winners=()), is_open=True)
    (unknown,) = list_scenes(replace(room, tables=(is_open,)))[0].it
    assert (unknown.winners, unknown.note) == ((), "not final")


def test_everybody_finds_their_chair() -> None:
    """A player from another table has its number. A player who moves within the table gets a new chair."""
    moves = (SeatMove("Bob", 2, 1, 1, 2), SeatMove("Cy", 1, 4, 1, 3))
    room = replace(roomful(1), status="ready", moves=moves)
    view = make_chairs(room, room.tables[0])
    assert [(chair.name, chair.origin, chair.moves) for chair in view.chairs] == [
        ("Ann", "", False),
        ("Bob", "from table 2", True),
        ("Cy", "new chair", True),
        ("Di", "", False),
    ]
    assert view.team == ""
    assert make_chairs(room, replace(room.tables[0], doubt=True)).chip == "in doubt"
    assert make_chairs(room, replace(room.tables[0], is_open=True)).chip == "not final"


def test_the_chairs_name_their_team_if_all_there_are_of_it() -> None:
    """At a team's own table, all guests are of one team."""
    room = add_cards(make_room(2))
    seats = room.tables[0].seats
    of_one = tuple(replace(card, team="Team 1" if card.name in seats else "Team 2") for card in room.cards)
    mixed = (*of_one[:-1], replace(of_one[-1], team="Team 3"))
    assert [make_chairs(replace(room, cards=of_one), at).team for at in room.tables] == ["Team 1", "Team 2"]
    assert [make_chairs(replace(room, cards=mixed), at).team for at in room.tables] == ["Team 1", ""]


@pytest.mark.parametrize(
    ("minutes", "left", "percent", "words"),
    [(15, 9, 60, "minutes are left"), (15, 1, 7, "minute is left"), (15, 0, 0, "The break is over."),
     (15, 20, 100, "minutes are left"), (None, 3, 100, "minutes are left"),
     (None, None, 0, "The bell ends it.")],
)  # fmt: skip
def test_a_break_has_a_clock(minutes: int | None, left: int | None, percent: int, words: str) -> None:
    """Its dial shows the share of the break that is left; the host may have made the break longer."""
    clock = list_scenes(replace(clocked(make_room(2)), break_minutes=minutes, break_left=left))[0].it
    assert (clock.left, clock.percent, clock.words) == (left, percent, words)


def test_a_drawing_shows_the_name_of_the_log() -> None:
    """The names that run are all guests; the one that stands is the drawn one, with its event's number."""
    room = clocked(make_room(2))
    drawn = room.results.newest
    assert drawn
    room = replace(room, results=replace(room.results, newest=replace(drawn, seq=41)))
    scene = next(scene for scene in list_scenes(room) if scene.kind == "draw")
    assert (scene.draws, scene.it) == (41, DrawScene(replace(drawn, seq=41), room.names))


def test_the_end_goes_on_at_the_hosts_tap() -> None:
    """First the winner, then one award after the other, all of them on pages, and thanks."""
    room = show(make_room(4), TvShow())
    assert name_scenes(room) == ["winner"]
    (scene,) = list_scenes(replace(room, tv=TvShow("award", 7)))
    assert (scene.kind, scene.page, scene.pages, scene.it.award.title) == ("award", 7, 18, "Most wins")
    everything = list_scenes(replace(room, tv=TvShow("all")))
    assert [scene.kind for scene in everything] == ["winner", "awards", "awards", "awards", "thanks"]
    assert sum(len(scene.it.awards) for scene in everything[1:-1]) == 18
    assert name_scenes(replace(room, tv=TvShow("thanks"))) == ["thanks"]


def test_winners_are_asked_to_stay_with_their_id() -> None:
    """Where winners must be here with a valid ID, each award says so, beside what is not final yet."""
    room = show(make_room(4), TvShow("award", 1))
    strict = replace(room, results=replace(room.results, ids=True, final=True))
    please = "Please stay in the room: winners must be here with a valid ID."
    assert list_scenes(strict)[0].it.notes == (please,)
    everything = list_scenes(replace(strict, tv=TvShow("all")))
    assert {scene.it.notes for scene in everything if scene.kind == "awards"} == {(please,)}
    assert please not in list_scenes(room)[0].it.notes


def test_a_drawing_after_the_last_round_is_shown() -> None:
    """It comes before the winner, until the host shows an award; a draw for the final does not come again."""
    room = over(make_room(4), 3)
    drawn = replace(
        room, results=replace(room.results, newest=DrawnName("Ann", "The loser lottery", "a hug"))
    )
    assert [scene.kind for scene in list_scenes(drawn)] == ["draw", "winner"]
    assert [scene.kind for scene in list_scenes(replace(drawn, tv=TvShow("award", 2)))] == ["award"]
    finals = replace(drawn, results=replace(drawn.results, finalists=("Ann", "Bob")))
    assert [scene.kind for scene in list_scenes(finals)] == ["winner"]


def test_a_room_that_needs_no_taps_shows_all() -> None:
    """A single table, a game without awards, and an award that does not exist any more."""
    tv = TvShow("all")
    assert find_end_show(over(make_room(1), 3)) == tv
    assert find_end_show(over(make_room(4), 0)) == tv
    assert find_end_show(show(make_room(4), TvShow("award", 4), 3)) == tv
    assert find_end_show(over(make_room(4), 3)) == TvShow()
    assert [scene.kind for scene in list_scenes(over(make_room(4), 0))] == ["winner", "thanks"]


def test_a_new_moment_begins_with_its_first_scene() -> None:
    """Its key differs, while a change of names or a clock keeps it."""
    room = make_room(3)
    views = [make_show(change(room)) for change in (starting, between, clocked)]
    assert len({view and view.key for view in views}) == 3
    later = make_show(replace(clocked(room), break_left=8))
    assert later
    assert views[2]
    assert later.key == views[2].key
