"""Counts of throws after all corrections, by table and player, and by who read them."""

from pi_bunco.chance.luck.counts import count_throws
from pi_bunco.rules import Call, Correct, Game, Header, Missed, Void, parse_event
from tests.chance.luck.logs import make_game, make_thrown_game, push


def test_corrected_throws_count_as_corrected() -> None:
    """A corrected throw counts once, with its corrected dice, as corrected by people."""
    game = make_thrown_game((1, 1, 4), (2, 3, 4))
    game.push(Correct(2, (1, 1, 5)))
    counts = count_throws([game])
    assert counts.faces == [2, 1, 1, 1, 1, 0]
    assert counts.readings.throws == 2
    assert counts.readings.corrected == 1
    assert counts.players["Ann"].points == 2


def test_voided_throws_do_not_count() -> None:
    """A voided throw is in no count."""
    game = make_thrown_game((1, 1, 4), (6, 6, 6))
    game.push(Void(3))
    assert count_throws([game]).faces == [2, 0, 0, 1, 0, 0]


def test_missed_throws_count_in_their_place() -> None:
    """A missed throw counts at its place in the order of throws."""
    game = make_thrown_game((1, 1, 4), (1, 2, 4))
    game.push(Missed(2, 1, (5, 5, 1)))
    assert count_throws([game]).follows == {((1, 1, 4), (1, 5, 5)): 1, ((1, 5, 5), (1, 2, 4)): 1}


def test_doubtful_readings_are_no_throws() -> None:
    """Uncounted readings and throws that were thrown again are in no count."""
    game = make_thrown_game((1, 1, 4))
    for name in ("camera:doubtful", "camera:uncounted", "table:no_throw"):
        push(game, parse_event({"event": name, "values": [6, 6, 6], "answers": 1}))
    assert count_throws([game]).faces == [2, 0, 0, 1, 0, 0]


def test_readers_of_dice() -> None:
    """Throws are counted as read by the camera, answered, entered, or corrected by a person."""
    game = make_game()
    readers: list[dict[str, object]] = [
        {"by": "camera"},
        {"by": "tap", "answers": 1},
        {"by": "tap"},
        {"by": "camera"},
    ]
    for number, more in enumerate(readers):
        push(game, parse_event({"event": "throw", "table": 1, "dice": [1, 2, 2 + number], **more}))
    game.push(Correct(5, (1, 1, 1)))
    readings = count_throws([game]).readings
    assert (readings.throws, readings.camera, readings.answered, readings.corrected) == (4, 1, 1, 1)


def test_points_are_what_the_dice_were_worth() -> None:
    """Points, buncos and minis count by the target, even a bunco that nobody called."""
    game = make_thrown_game(
        (1, 1, 1), (4, 4, 4), (2, 2, 3), (2, 4, 3), slug="classic", options={"calls": True}
    )
    ann, bob = (count_throws([game]).players[name] for name in ("Ann", "Bob"))
    assert (ann.throws, ann.points, ann.buncos, ann.minis) == (3, 26, 1, 1)
    assert (bob.throws, bob.points) == (1, 0)
    called = make_thrown_game((1, 1, 1), slug="classic", options={"calls": True})
    called.push(Call(1))
    assert count_throws([called]).players["Ann"].points == 21


def test_ghosts_are_no_players() -> None:
    """A ghost's throws count as dice, but for no player."""
    seats = [["Ann", "ghost 1", "Bob", "Cy"]]
    game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": seats}))
    for dice in ((2, 3, 4), (1, 5, 5)):
        push(game, parse_event({"event": "throw", "table": 1, "dice": list(dice)}))
    counts = count_throws([game])
    assert sum(counts.faces) == 6
    assert [*counts.players] == ["Ann"]


def test_rolloffs_are_dice_but_no_points() -> None:
    """The throws of a roll-off count as dice, but not as points."""
    game = make_thrown_game((2, 3, 4))
    push(game, parse_event({"event": "end_round"}))
    push(game, parse_event({"event": "throw", "table": 1, "dice": [1, 1, 1]}))
    counts = count_throws([game])
    assert game.tables[0].rolloff is not None
    assert sum(counts.faces) == 6
    assert sum(player.throws for player in counts.players.values()) == 1
    assert sum(player.buncos for player in counts.players.values()) == 0


def test_throws_of_rounds_do_not_follow_each_other() -> None:
    """The first throw of a round follows no other, because the dice were moved."""
    game = make_thrown_game((1, 1, 1), (2, 3, 4), (2, 2, 4))
    assert game.round == 2
    assert sum(count_throws([game]).follows.values()) == 1


def test_games_are_counted_together() -> None:
    """Several games are counted together, with one player for each name; an empty game is none."""
    counts = count_throws(
        [make_thrown_game((1, 2, 3)), make_game(), make_thrown_game((1, 2, 3), slug="boxed")]
    )
    assert counts.games == 2
    assert counts.faces == [2, 2, 2, 0, 0, 0]
    assert counts.players["Ann"].throws == 2
    assert counts.split_lots("Ann") == [([1, 1, 1, 0, 0, 0], [0] * 6)] * 2
