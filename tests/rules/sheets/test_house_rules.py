"""Common house rules, each written only as data and played through a header and a game."""

from typing import Any

import pytest

from pi_bunco.rules import SHEETS, Card, Game, Header, SheetError, Written, parse_event, parse_sheet


def parse_house_sheet(parent: str, *keys: str) -> Written:
    """Return the house sheet with this parent and these lines."""
    return parse_sheet("\n".join(('slug = "ours"', 'title = "Ours"', f'parent = "{parent}"', *keys)))


def play(house: Written, tables: str, events: str, **keys: Any) -> Game:
    """Play throws such as ``112`` or ``2:112`` after the first bell, ``bell`` and ``end`` by a sheet."""
    seats = [list(table) for table in tables.split()]
    header = {"record": "bunco/1", "rules": "ours", "sheet": house.sheet.to_dict(), "tables": seats}
    game = Game(Header.parse(header | keys))
    for word in events.split():
        table, _, what = word.rpartition(":")
        given: dict[str, Any] = {"event": {"bell": "bell", "end": "end_round"}.get(what, "throw")}
        if given["event"] == "throw":
            given |= {"table": int(table or 1), "dice": [int(die) for die in what]}
        game.push(parse_event(given))
    return game


def test_eleven_points_end_a_round() -> None:
    """With a goal of 11 the eleventh point of the head table ends the round."""
    house = parse_house_sheet("classic", "goal = 11")
    game = play(house, "ABCD", "bell 112 112 112 112 112")
    assert (game.status, game.tables[0].scores) == ("playing", (10, 0))
    game = play(house, "ABCD", "bell 112 112 112 112 112 123")
    assert (game.status, game.rounds[0].tables[0].scores["A"]) == ("ready", 11)
    assert house.differs == ("goal",)


def test_mini_ends_turn() -> None:
    """A mini scores, stands on the card and passes the dice on."""
    game = play(parse_house_sheet("classic", "mini_ends_turn = true"), "ABCD", "bell 555 112")
    assert game.tables[0].scores == (5, 2)
    assert game.tables[0].holder == "B"
    assert game.players["A"].minis == 1


def test_no_minis() -> None:
    """If minis are worth 0, three alike of another number score nothing and end the turn."""
    game = play(parse_house_sheet("classic", "mini_below = 0", "mini_above = 0"), "ABCD", "bell 555 112")
    assert game.tables[0].scores == (0, 2)
    assert game.tables[0].holder == "B"
    assert game.players["A"] == Card()


def test_snake_eyes_lose_the_points_of_the_turn() -> None:
    """From round 2 on two 1s lose the turn's points and pass the dice on; in round 1 they score."""
    house = parse_house_sheet("classic", "snake_eyes = true")
    game = play(house, "ABCD", "bell 112")
    assert (game.tables[0].scores, game.tables[0].holder) == ((2, 0), "A")
    game = play(house, "ABCD", "bell 112 end bell 223 344 225 112")
    table = game.tables[0]
    assert table.scores == (2, 0)
    assert [thrown.thrower for thrown in table.throws] == ["A", "A", "D", "D"]
    assert table.holder == table.seats[2]
    game = play(house, "ABCD", "bell 112 end bell 111")
    assert game.tables[0].scores == (5, 0)


def test_bunco_ends_no_round() -> None:
    """After a bunco the tables play on, its own too if its points do not reach the goal."""
    house = parse_house_sheet("boxed", "bunco_ends = false")
    game = play(house, "ABCD EFGH", "bell 2:111 112")
    assert (game.tables[1].winners, game.tables[0].winners) == (("E", "G"), ())
    assert play(parse_house_sheet("boxed"), "ABCD EFGH", "bell 112 2:111").status == "ready"
    house = parse_house_sheet("houseparty", "bunco_ends = false", "goal = 30")
    game = play(house, "ABCD", "bell 111 112")
    assert (game.status, game.tables[0].scores) == ("playing", (23, 0))
    assert game.players["A"].buncos == 1


def test_time_limit_of_round() -> None:
    """No score ends the round; the person with the clock ends it, and the leader wins."""
    house = parse_house_sheet("classic", 'round_end = "host"', "round_minutes = 12", "bunco_ends = false")
    assert house.sheet.round_minutes == 12
    game = play(house, "ABCD", "bell 111 111 122")
    assert (game.status, game.tables[0].scores) == ("playing", (43, 0))
    game = play(house, "ABCD", "bell 111 111 122 end")
    assert (game.status, game.rounds[0].tables[0].winners) == ("ready", ("A", "C"))


@pytest.mark.parametrize("kind", ["cocked", "stacked", "cut"])
def test_doubtful_dice_are_thrown_again(kind: str) -> None:
    """Each kind of doubt is a question unless the house sheet rules on exactly this kind."""
    plain = parse_house_sheet("classic").sheet
    assert (plain.cocked, plain.stacked, plain.cut) == ("ask", "ask", "ask")
    assert not any(map(plain.rerolls, DOUBTS))
    house = parse_house_sheet("classic", f'{kind} = "re-roll"')
    assert [doubt for doubt in DOUBTS if house.sheet.rerolls(doubt)] == [kind]
    assert (getattr(house.sheet, kind), house.differs) == ("re-roll", (kind,))
    assert house.sheet.to_dict()[kind] == "re-roll"
    with pytest.raises(SheetError, match=f'line 4: \'{kind}\' must be "ask" or "re-roll", not "reroll"'):
        parse_house_sheet("classic", f'{kind} = "reroll"')


DOUBTS = ("cocked", "stacked", "cut", "covered", "fewer", "more", "unsure", "unclear", "")

MOVES = ("stay/stay", "stay/next", "up/down", "up/top_to_bottom", "down/up", "next/stay", "top_to_bottom/up")


@pytest.mark.parametrize("parent", SHEETS)
@pytest.mark.parametrize("ways", MOVES)
@pytest.mark.parametrize("among", ["room", "groups"])
def test_any_movement_with_any_scoring(parent: str, ways: str, among: str) -> None:
    """Each sheet can be played with each movement: nobody is lost, nobody has the same partner again."""
    winners, losers = ways.split("/")
    house = parse_house_sheet(
        parent, f'winners_move = "{winners}"', f'losers_move = "{losers}"', f'move_among = "{among}"'
    )
    rooms = ["ABCD", "ABCD EFGH", "ABCD EFGH IJKL", "ABCD EFGH IJKL MNOP", "ABCD EFGH IJKL MNOP QRST UVWX"]
    for room in rooms:
        if house.sheet.find_layouts(4 * len(room.split()), len(room.split())) is None:
            continue
        events = " ".join(("bell", *(f"{table}:112" for table in range(1, len(room.split()) + 1)), "end"))
        finishing = [f"{table.number}:345" for table in play(house, room, events).tables if table.takes]
        game = play(house, room, " ".join((events, *finishing)))
        assert game.status == "ready"
        assert sorted(name for table in game.seats for name in table) == sorted(room.replace(" ", ""))
        if all(table.teams for table in game.tables):
            before = {frozenset(table[at::2]) for table in room.split() for at in (0, 1)}
            after = {frozenset(table[at::2]) for table in game.seats for at in (0, 1)}
            assert not before & after
