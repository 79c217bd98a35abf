"""What pages show of rounds by a house's rules: two win, and a round that waits for everybody."""

from dataclasses import replace
from pathlib import Path

from pi_bunco.game.commands import EndRoundNow, EnterDice, NewGame, RingBell
from pi_bunco.rules import Sheet, parse_sheet
from pi_bunco.views.room_header import make_header
from pi_bunco.views.rounds import say_result
from pi_bunco.web import create_app
from pi_bunco.web.pages.room.scenes import list_results
from pi_bunco.web.pages.table.seat_map import make_map
from tests.web.real_service import open_service

EIGHT = tuple("ABCDEFGH")
BUNCO, NOTHING = (1, 1, 1), (2, 3, 4)


def make_sheet(parent: str, keys: str) -> Sheet:
    return parse_sheet(f'slug = "ours"\ntitle = "Ours"\nparent = "{parent}"\n{keys}').sheet


WAITING = NewGame("ours", EIGHT, sheet=make_sheet("classic", "everybody_throws = true"))
TWO = NewGame("ours", EIGHT, sheet=make_sheet("casino", "two_win = true\ngoal = 11"))


def test_pages_say_for_whom_a_round_waits(tmp_path: Path) -> None:
    """Once the score is reached, they count the turns that the round waits for, and name the players."""
    with open_service(tmp_path, WAITING, RingBell()) as room:
        assert room.view().goal == "to 21"
        for dice in (BUNCO, NOTHING, NOTHING):
            room.ask(EnterDice(dice))
        assert (room.view().goal, room.view(2).goal) == ("2 more turns", "2 more turns at table 1")
        assert make_header(room.view_room()).goal == "2 more turns at table 1"
        assert room.view().moment.now == "Set 1, round 1: C and D still have a turn."
        room.ask(EnterDice(NOTHING))
        assert room.view().goal == "1 more turn"
        assert room.view().moment.now == "Set 1, round 1: D still has a turn."
        room.ask(EnterDice(NOTHING))
        assert (room.view().winners, room.view_room().moment.part) == ((), "rolloff")


def test_who_is_sure_to_win_is_marked_in_the_rolloff(tmp_path: Path) -> None:
    """A leads, and B and C roll off for the second place; then both winners are named with their scores."""
    with open_service(tmp_path, TWO, RingBell()) as room:
        for dice in ((1, 1, 4), NOTHING, (1, 3, 4), NOTHING, (1, 3, 4), NOTHING, NOTHING):
            room.ask(EnterDice(dice))
        room.ask(EndRoundNow())
        view = room.view()
        assert (view.places, view.teams) == (2, False)
        assert [(side.name, side.winner, side.rolloff) for side in view.sides] == [
            ("A", True, None),
            ("B", False, 0),
            ("C", False, 0),
            ("D", False, None),
        ]
        room.ask(EnterDice(NOTHING))
        room.ask(EnterDice((1, 3, 4)))
        assert [side.name for side in room.view().sides if side.winner] == ["A", "C"]
        for dice in (NOTHING, NOTHING, NOTHING, (1, 3, 4), NOTHING, NOTHING, (1, 3, 4)):
            if room.view_room().status == "playing":
                room.ask(EnterDice(dice, table=2))
        (line,) = room.view().rounds
        assert say_result(line) == "A and C won 2\xa0:\xa01\xa0:\xa01\xa0:\xa00 after a roll-off"
        outcome = make_map(room.view()).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.score, outcome.look) == (("A", "C"), None, "listed")
        assert outcome.others == ((2, "A"), (1, "C"), (1, "B"), (0, "D"))
        (scene,) = list_results(room.view_room())
        assert (scene.it[0].winners, scene.it[0].losers) == (("A", "C"), "against B and D")


def test_the_form_for_a_tally_names_the_two_who_won(tmp_path: Path) -> None:
    """It has a box for each player. One box is refused, and without any the scores decide."""
    with open_service(tmp_path, TWO, RingBell()) as room:
        pages = create_app(room).test_client()
        form = pages.get("/host/tally/2").text
        assert form.count('type="checkbox" name="winners"') == 4
        assert 'name="winner"' not in form
        scores = {"scores": ["8", "11", "8", "5"]}
        refused = pages.post("/api/table/2/tally", data=scores | {"winners": ["2"]})
        assert (refused.status_code, "Two win this table." in refused.text) == (409, True)
        refused = pages.post("/api/table/2/tally", data=scores)
        assert (refused.status_code, "leave open which" in refused.text) == (409, True)
        assert pages.post("/api/table/2/tally", data=scores | {"winners": ["2", "3"]}).status_code == 303
        assert room.view_room().tables[1].winners == ("F", "G")


def test_who_throws_for_a_ghost_without_a_partner(tmp_path: Path) -> None:
    """Where each plays alone, the next player to the left does."""
    with open_service(tmp_path, replace(TWO, players=EIGHT[:3]), RingBell()) as room:
        for _ in range(3):
            room.ask(EnterDice(NOTHING))
        assert (room.view().thrower, room.view().stand_in) == ("ghost 1", "A")


def test_three_who_throw_one_die_each_type_whose_is_whose(tmp_path: Path) -> None:
    """A mat has two halves. So the page of a table where three are equal takes their dice one by one."""
    ours = NewGame("ours", ("A", "B", "C"), sheet=make_sheet("boxed", 'rolloff = "die_off"'))
    with open_service(tmp_path, ours, RingBell(), EndRoundNow()) as room:
        assert (room.view().phase, room.view().one_die_each) == ("dieoff", ("A", "B", "C"))
        page = create_app(room).test_client().get("/t/1").text
        assert "One die each" in page
        assert "left half" not in page
        room.ask(EnterDice((6, 6, 2)))
        assert room.view().phase == "dieoff"  # two sixes decide nothing
        room.ask(EnterDice((3, 6, 2)))
        assert room.view().rounds[-1].winners == ("B",)
