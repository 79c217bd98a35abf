"""The course of the evening on the host's page: the way through the set, the break, results and standings."""

from dataclasses import replace

from pi_bunco.views.host import DrawnHere, HostFacts, HostView
from pi_bunco.views.moment import MomentView
from pi_bunco.views.pace import RoundPace, TablePace
from pi_bunco.views.results import GuestCard
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import RoundLine
from pi_bunco.web.pages.host.course import make_break, make_last_round, make_road, make_standings
from pi_bunco.web.pages.host.view import make_host_actions, make_seats, make_tables
from tests.web.conftest import FakePageService
from tests.web.room_states import between, make_room, over, resting, waiting

LINE = RoundLine(1, 2, ((("Ann", "Cy"), 21), (("Bob", "Di"), 8)), ("Ann", "Cy"), rolloff=False)
OPEN = replace(LINE, winners=())


def make_view(service: FakePageService, room: RoomView, facts: HostFacts | None = None) -> HostView:
    """Return what the host's page shows of a room."""
    return replace(service.get_newest_host()[1], room=room, facts=facts or HostFacts())


def read_road(view: HostView) -> str:
    """Return the way as text: a letter or digit for each step, in brackets what is now; dots are to come."""
    marks = {"done": "{}", "now": "[{}]", "coming": ".{}"}
    return " ".join(marks[step.state].format(step.label or "B") for step in make_road(view).steps)


def test_the_way_shows_what_is_over_and_what_comes(service: FakePageService) -> None:
    """Breaks are between the rounds; the finals follow the last set alone."""
    room, casino = replace(make_room(3), sets=1, set=1), HostFacts(breaks=(2, 4, 6))
    assert read_road(make_view(service, room, casino)) == "1 2 B [3] .4 .B .5 .6"
    assert read_road(make_view(service, between(room), casino)) == "1 2 B .3 .4 .B .5 .6"
    assert read_road(make_view(service, resting(room), casino)) == "1 2 [B] .3 .4 .B .5 .6"
    assert read_road(make_view(service, over(room), casino)) == "1 2 B 3 4 B 5 6"
    finals = HostFacts(breaks=(6,), finals=True)
    assert read_road(make_view(service, room, finals)) == "1 2 [3] .4 .5 .6 .B .Semi-final .Final"
    first_set = replace(room, sets=3)
    assert read_road(make_view(service, first_set, finals)) == "1 2 [3] .4 .5 .6 .B"
    assert make_road(make_view(service, first_set, finals)).title == "Set 1 of 3"


def test_the_finals_are_steps_of_their_own(service: FakePageService) -> None:
    """While places are drawn, the round for which they are drawn is still to come."""
    room, finals = replace(make_room(1), sets=1, set=1), HostFacts(breaks=(), finals=True)
    semi = replace(room, stage="semi_final")
    assert read_road(make_view(service, semi, finals)).endswith("6 [Semi-final] .Final")
    for part, coming, expected in (
        ("draw", "semi_final", "6 .Semi-final .Final"),
        ("draw", "final", "6 Semi-final .Final"),
        ("final", "awards", "6 Semi-final [Final]"),
    ):
        drawn = replace(room, status="over", moment=MomentView(part))  # type: ignore[arg-type] # parts of a night
        view = make_view(service, drawn, replace(finals, coming=coming))  # type: ignore[arg-type] # as above
        assert read_road(view).endswith(expected)


def test_whom_the_room_waits_for_is_named(service: FakePageService) -> None:
    """Few tables are named with what happens there, many only by their numbers."""
    few = make_host_actions(make_view(service, waiting(make_room(6)))).awaited
    assert [table for table, _ in few] == [2, 3, 4, 6]
    assert few[0][1].startswith("roll-off")
    room = waiting(make_room(9))
    many = replace(room, moment=replace(room.moment, waiting=tuple(range(1, 10))))
    assert {text for _, text in make_host_actions(make_view(service, many)).awaited} == {""}


def test_a_table_says_its_pace(service: FakePageService) -> None:
    """A table for which there is no pace says nothing."""
    pace = RoundPace(1000, (TablePace(12), TablePace(24, 372, is_last=True)))
    tables = make_tables(make_view(service, make_room(3), HostFacts(pace=pace)))
    assert [table.pace for table in tables.values()] == ["12 throws", "24 throws in 6:12, the slowest", ""]
    assert [table.is_last for table in tables.values()] == [False, True, False]


def test_a_break_has_its_clock_and_its_drawings(service: FakePageService) -> None:
    """Outside a break there is no such block. On a sheet without drawings nobody is drawn."""
    room = make_room(3)
    assert make_break(make_view(service, room)) is None
    plain = make_break(make_view(service, resting(room), HostFacts(break_ends=5000)))
    assert plain is not None
    assert (plain.ends, plain.draw_label, plain.choices[0]) == (5000, "", 5)
    view = make_view(service, resting(room), HostFacts(is_drawing=True, drawn=(DrawnHere("Ann", "wine"),)))
    first = replace(view, head=replace(view.head, can=replace(view.head.can, draw="Draw a name")))
    more = replace(view, head=replace(view.head, can=replace(view.head.can, draw_more="Draw another name")))
    shown = [make_break(each) for each in (first, more, replace(first, follows="http://10.0.0.7/"))]
    assert [(each.draw_label, each.is_due) for each in shown if each] == [
        ("Draw a name", True),
        ("Draw another name", False),
        ("", False),
    ]
    assert make_host_actions(first).draw_label == ""


def test_the_last_round_has_a_line_for_each_table(service: FakePageService) -> None:
    """A result that may still change says so."""
    assert make_last_round(make_view(service, make_room(2))) is None
    shown = make_last_round(
        make_view(service, replace(make_room(2), sets=1), HostFacts(last_round=(LINE, OPEN)))
    )
    assert shown is not None
    assert shown.title == "Round 2"
    assert shown.tables == ((1, "Ann and Cy won 21\xa0:\xa08"), (2, "not final"))


def test_standings_have_teams_where_the_sheet_has_them(service: FakePageService) -> None:
    """A team has what its players have together, and the best team comes first."""
    names = {"Ann": (2, 1), "Bob": (1, 1), "Cy": (4, 2)}
    cards = tuple(
        GuestCard(name=name, bag=False, marks=(), wins=wins, points=10 * wins)
        for name, (wins, _) in names.items()
    )
    teams = {name: team for name, (_, team) in names.items()}
    room = make_room(3)
    shown = make_standings(make_view(service, room, HostFacts(last_round=(LINE,), cards=cards, teams=teams)))
    assert shown is not None
    assert [(line.team, line.wins, line.points) for line in shown.teams] == [
        ("Team 2", 4, 40),
        ("Team 1", 3, 30),
    ]
    assert [guest.name for guest in shown.guests] == ["Cy", "Ann", "Bob"]
    assert make_standings(make_view(service, room, HostFacts(cards=cards))) is None


def test_swapped_seats_are_marked(service: FakePageService) -> None:
    """Two who were swapped and swapped back leave no draft."""
    service.swap_seats(("Ann", "Bob"))
    view = make_view(service, between(make_room(1)))
    block = make_seats(view)
    assert block.draft == 2
    assert [chair.name for chair in block.tables[0] if chair.moved] == ["Bob", "Ann"]
    service.swap_seats(("Cy", "Cy"))
    assert make_seats(make_view(service, between(make_room(1)))).draft is None
