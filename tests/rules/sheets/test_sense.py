"""Keys that do not go together: values that cannot be played, and values without effect."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.rules import SHEETS, Award, Layout, SheetError, load_sheet, parse_sheet
from pi_bunco.rules.sheets.sense import find_clashes

HEAD = 'slug = "ours"\ntitle = "Ours"\nparent = "{}"\n'
FITTING = "stay/stay, stay/next, up/down, up/top_to_bottom, down/up, next/stay, top_to_bottom/up"
NOTED = {"classic": ["bunco_ends"], "casino": ["bunco_ends"]}
"""The keys of printed sheets that have less effect than a reader may expect."""


@pytest.mark.parametrize("slug", SHEETS)
def test_printed_sheets_go_together(slug: str) -> None:
    """No value of a printed sheet is without effect; on some a bunco ends a round only by its points."""
    assert [clash.keys[0] for clash in find_clashes(load_sheet(slug))] == NOTED.get(slug, [])


@pytest.mark.parametrize(
    ("parent", "keys", "fault"),
    [
        (
            "classic",
            'winners_move = "up"',
            (
                "'winners_move' cannot be so with 'losers_move', 'move_among': with 8 players table 1"
                " would have 4 seats for 6"
                f"; winners_move/losers_move that fit are {FITTING}"
            ),
        ),
        (
            "classic",
            'mini_below = 0\nmini_above = 0\nmini_ends_turn = false\nneeds_call = ["mini"]',
            "'needs_call' cannot be so with 'mini_below', 'mini_above': there are no minis to call",
        ),
        (
            "classic",
            'mini_below = 0\nmini_above = 0\nmini_ends_turn = false\nverified = ["mini"]',
            "'verified' cannot be so with 'mini_below', 'mini_above': there are no minis to confirm",
        ),
        (
            "classic",
            'mini_below = 0\nmini_above = 0\nmini_ends_turn = false\ncard = ["minis"]',
            "'card' cannot be so with 'mini_below', 'mini_above': there are no minis to count",
        ),
        (
            "houseparty",
            'losers_move = "next"',
            (
                "'losers_move' cannot be so with 'winners_move', 'move_among': with 8 players the "
                "four of table 2 would go on together and keep their partners"
                f"; winners_move/losers_move that fit are {FITTING}"
            ),
        ),
        (
            "casino",
            '[layouts]\n6 = ["T4", "S2"]',
            (
                "'layouts' cannot be so with 'winners_move', 'losers_move', 'move_among', "
                "'pairs_move_together': with 6 players table 1 would have 4 seats for 3"
            ),
        ),
        (
            "boxed",
            'pairs_move_together = false\n[layouts]\n4 = ["S4"]\n5 = ["S3", "S2"]',
            (
                "'layouts' cannot be so with 'winners_move', 'losers_move', 'move_among', "
                "'pairs_move_together': with 5 players table 1 would have 3 seats for 2"
            ),
        ),
        (
            "boxed",
            'winner = ["wins", "rolloff", "buncos"]',
            "'winner' cannot be so: the roll-off leaves one winner, so it must stand last",
        ),
        (
            "classic",
            'awards = [{ what = "even" }, { what = "even", prize = 5 }]',
            '\'awards\' cannot be so: "even" among "room" is listed twice',
        ),
        (
            "houseparty",
            'options = ["calls"]',
            (
                "'options' cannot be so with 'needs_call': the option for calls would do nothing, because"
                " no throw needs a call"
            ),
        ),
        (
            "classic",
            'options = ["cup"]\nawards = []',
            (
                "'options' cannot be so with 'cup_bonus': the option for the dice cup would do "
                "nothing, for its bonus is 0"
            ),
        ),
        (
            "boxed",
            'round_end = "host"\noptions = ["goal"]',
            (
                "'options' cannot be so with 'round_end': the option for another goal would do "
                "nothing, for no score ends a round"
            ),
        ),
        (
            "houseparty",
            'needs_call = ["bunco"]',
            (
                "'needs_call' cannot be so with 'options': nothing can be called, for there is no "
                "option for calls"
            ),
        ),
        (
            "classic",
            "cup_bonus = 5",
            "'cup_bonus' cannot be so with 'options': there is no option for a dice cup",
        ),
        (
            "classic",
            "mini_below = 0\nmini_above = 0\nmini_ends_turn = true",
            "'mini_ends_turn' cannot be so with 'mini_below', 'mini_above': there are no minis",
        ),
        (
            "classic",
            'goal = 11\nround_end = "host"',
            "'goal' cannot be so with 'round_end': no score ends a round",
        ),
        (
            "classic",
            "goal_alone_at_several_tables = 11",
            (
                "'goal_alone_at_several_tables' cannot be so with 'layouts': nobody plays alone, because "
                "no tables are chosen for that"
            ),
        ),
        (
            "classic",
            "rolloff_goal = 7",
            (
                "'rolloff_goal' cannot be so with 'rolloff', 'winner': "
                "no roll-off is played to a number of points"
            ),
        ),
        (
            "casino",
            'awards = [{ what = "traveling" }]',
            (
                "'awards' cannot be so with 'options': nobody can win the traveling bag, for there is"
                " no option for it"
            ),
        ),
        (
            "classic",
            'mini_below = 0\nmini_above = 0\nawards = [{ what = "most_minis" }]',
            (
                "'awards' cannot be so with 'mini_below', 'mini_above': nobody can win the award for "
                "most minis, because there are no minis"
            ),
        ),
        (
            "casino",
            'traveling_by = "bunco"',
            ("'traveling_by' cannot be so with 'options': nothing travels, for there is no option for it"),
        ),
        (
            "casino",
            'awards = [{ what = "loser_lottery", among = "groups" }]',
            ("'awards' cannot be so: a loser lottery is drawn among players, so it cannot be among groups"),
        ),
        (
            "classic",
            "drawings = true",
            (
                "'drawings' cannot be so with 'breaks': a player is drawn at each break, but there "
                "are no breaks"
            ),
        ),
        (
            "classic",
            "semi_final_sets = 2",
            "'semi_final_sets' cannot be so with 'finals': there is no semi-final",
        ),
        (
            "classic",
            "break_before_finals = 30",
            "'break_before_finals' cannot be so with 'finals': there is no semi-final",
        ),
    ],
)
def test_useless_values_are_faults(parent: str, keys: str, fault: str) -> None:
    """A value that cannot be played, or has no effect though the house wrote it, is a fault."""
    with pytest.raises(SheetError) as refused:
        parse_sheet(HEAD.format(parent) + keys)
    (found,) = refused.value.faults
    name = fault.split("'")[1]
    assert found.text.startswith(fault)
    assert (HEAD + keys).splitlines()[found.line - 1].lstrip("[").startswith(name)


MINIS = "'mini_below': nobody can win the award for most minis, because there are no minis"
HOST = "'round_end': the option for another goal would do nothing, for no score ends a round"


@pytest.mark.parametrize(
    ("parent", "keys", "note"),
    [
        (
            "tournament",
            "bunco_ends = false",
            (
                "'bunco_ends': a bunco does not end the round, but its 21 points do, for they reach "
                "the goal of 21; a goal above 21 or a bunco of fewer points lets the round go on"
            ),
        ),
        (
            "casino",
            'move_among = "room"',
            ("'move_among': players leave their group of tables; each counts for the one they began in"),
        ),
        (
            "casino",
            'move_among = "room"\nawards = [{ what = "even", among = "group" }]',
            "'awards': players leave their group of tables; each counts for the one they began in",
        ),
        (
            "classic",
            'starts = "left_of_winner"',
            ("'starts': in teams two win, so the player left of the winner in the lower seat throws first"),
        ),
        (
            "boxed",
            'starts = "left_of_winner"\n[layouts]\n4 = ["T4"]',
            ("'starts': in teams two win, so the player left of the winner in the lower seat throws first"),
        ),
        ("boxed", 'starts = "left_of_winner"', None),
        ("classic", 'round_end = "host"', None),
        ("casino", "mini_above = 0\nmini_below = 0", MINIS),
        ("boxed", 'round_end = "host"', HOST),
        ("houseparty", "bunco_ends = false\ngoal = 22", None),
        ("boxed", "bunco_ends = false", None),
        (
            "classic",
            "needs_call = []",
            "'needs_call': the option for calls would do nothing, because no throw needs a call",
        ),
        (
            "boxed",
            "cup_bonus = 0",
            "'cup_bonus': the option for the dice cup would do nothing, for its bonus is 0",
        ),
        (
            "boxed",
            'options = ["goal"]',
            None,
        ),
        (
            "casino",
            "breaks = []",
            None,
        ),
        (
            "tournament",
            "finals = false",
            None,
        ),
        (
            "classic",
            'options = ["calls"]',
            "'options': nobody can win the traveling bag, for there is no option for it",
        ),
    ],
)
def test_surprising_values_are_notes(parent: str, keys: str, note: str | None) -> None:
    """A value that can be played but may surprise is accepted with a note."""
    assert parse_sheet(HEAD.format(parent) + keys).notes == (() if note is None else (note,))


MIXED = (*[Layout(4, teams=True)] * 3, *[Layout(4, teams=False)] * 3)
"""Tables whose players can move in groups, but not through the room."""

ALL: dict[tuple[str, ...], tuple[str, str, dict[str, Any]]] = {
    ("winners_move", "losers_move", "move_among"): ("always", "classic", {"winners_move": "up"}),
    ("layouts", "winners_move", "losers_move", "move_among", "pairs_move_together"): (
        "always", "boxed", {"pairs_move_together": False},
    ),
    ("winner",): ("always", "boxed", {"winner": ("rolloff", "wins")}),
    ("awards",): ("always", "classic", {"awards": (Award("even"), Award("even", "room", "5"))}),
    ("options", "needs_call"): ("written", "classic", {"needs_call": frozenset()}),
    ("options", "cup_bonus"): ("written", "boxed", {"cup_bonus": 0}),
    ("options", "round_end"): ("written", "boxed", {"round_end": "host"}),
    ("needs_call", "options"): ("written", "tournament", {"options": ()}),
    ("cup_bonus", "options"): ("written", "classic", {"cup_bonus": 1}),
    ("mini_ends_turn", "mini_below", "mini_above"): (
        "written", "tournament", {"mini_ends_turn": True, "mini_below": 0, "mini_above": 0},
    ),
    ("goal", "round_end"): ("written", "tournament", {"round_end": "host"}),
    ("goal_alone_at_several_tables", "layouts"): ("written", "boxed", {"layouts": ()}),
    ("rolloff_goal", "rolloff", "winner"): ("written", "tournament", {"rolloff_goal": 6}),
    ("awards", "options"): ("written", "tournament", {"awards": (Award("traveling"),)}),
    ("awards", "mini_below", "mini_above"): ("written", "casino", {"mini_below": 0, "mini_above": 0}),
    ("two_win", "rolloff"): ("always", "tournament", {"two_win": True}),
    ("starts", "two_win"): ("never", "boxed", {"two_win": True}),
    ("ghosts_buncos", "two_win"): ("written", "classic", {"two_win": True, "ghosts_buncos": "partner"}),
    ("everybody_throws", "round_end", "bunco_ends"): (
        "written", "classic", {"everybody_throws": True, "round_end": "host"},
    ),
    ("traveling_by", "options"): ("written", "casino", {"traveling_by": "mini"}),
    ("drawings", "breaks"): ("written", "casino", {"breaks": ()}),
    ("semi_final_sets", "finals"): ("written", "classic", {"semi_final_sets": 2}),
    ("break_before_finals", "finals"): ("written", "tournament", {"finals": False}),
    ("three_ones_wipe", "mini_below"): ("never", "houseparty", {"three_ones_wipe": True}),
    ("three_ones_wipe", "cup_bonus"): ("never", "boxed", {"three_ones_wipe": True}),
    ("bunco_ends", "bunco", "goal", "round_end"): ("never", "houseparty", {"bunco_ends": False}),
    ("awards", "move_among"): ("never", "casino", {"move_among": "room"}),
    ("starts", "layouts"): ("never", "tournament", {"starts": "left_of_winner"}),
}  # fmt: skip
"""Each clash by its keys: when it is a fault, a sheet, and the change that makes it clash."""


@pytest.mark.parametrize("keys", ALL)
def test_each_clash_names_its_keys(keys: tuple[str, ...]) -> None:
    """A clash names all its keys, the cause first, and when it is a fault."""
    fault, slug, change = ALL[keys]
    before = set(find_clashes(load_sheet(slug)))
    after = set(find_clashes(replace(load_sheet(slug), **change))) - before
    assert (keys, fault) in {(clash.keys, clash.fault) for clash in after}


@pytest.mark.parametrize(
    ("slug", "change"),
    [
        ("tournament", {"mini_ends_turn": True, "mini_below": 0}),
        ("tournament", {"mini_ends_turn": True, "mini_above": 0}),
        ("tournament", {"mini_above": 0}),
        ("casino", {"mini_above": 0}),
        ("casino", {"mini_below": 0}),
        (
            "casino",
            {
                "two_win": True,
                "goal_alone_at_several_tables": 11,
                "winners_move": "up",
                "losers_move": "down",
            },
        ),
        ("houseparty", {"everybody_throws": True}),
        ("tournament", {"rolloff": "to5", "rolloff_goal": 6}),
        ("boxed", {"rolloff": "hits", "rolloff_goal": 6}),
        ("houseparty", {"bunco_ends": False, "bunco": 20}),
        ("houseparty", {"bunco_ends": False, "round_end": "each"}),
        ("boxed", {"winner": ("rolloff",)}),
        ("houseparty", {"awards": (Award("even"), Award("most_wins"))}),
        ("tournament", {"awards": (Award("even"), Award("even", "group"))}),
        ("boxed", {"layouts": ((), (), (), (Layout(4, teams=False),))}),
        ("boxed", {"move_among": "groups", "layouts": ((),) * 23 + (MIXED,)}),
    ],
)
def test_similar_values_do_not_clash(slug: str, change: dict[str, Any]) -> None:
    """Values that only look like a clash do not clash."""
    sheet = load_sheet(slug)
    assert set(find_clashes(replace(sheet, **change))) == set(find_clashes(sheet))


def test_no_clash_with_wrong_key() -> None:
    """A wrong key is reported without its clashes; all clashes of other keys are reported."""
    with pytest.raises(SheetError) as refused:
        parse_sheet(HEAD.format("classic") + 'losers_move = "nxt"\nwinners_move = "up"\ndrawings = true')
    assert [fault.text.split(";")[0] for fault in refused.value.faults] == [
        '\'losers_move\' must be "stay", "up", "down", "next" or "top_to_bottom", not "nxt"',
        "'drawings' cannot be so with 'breaks': a player is drawn at each break, but there are no breaks",
    ]
