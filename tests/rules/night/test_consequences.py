"""The consequences of a correction are the difference between the game without it and the game with it."""

from random import Random

import pytest

from pi_bunco.rules import SHEETS, Header, load_sheet, seat_first_tables
from pi_bunco.rules.events import Bell, Correct, EndRound, Event, Missed, Throw, Void
from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.consequences import Consequences, compare

SEEDS = range(12)


def make_header(rules: str, players: int) -> Header:
    names = [f"P{number}" for number in range(1, players + 1)]
    tables = [[*seats] for seats in seat_first_tables(load_sheet(rules), names)]
    return Header.parse({"record": "bunco/1", "rules": rules, "tables": tables, "sets": 2})


def play(game: Game, luck: Random, events: int) -> None:
    """Let this number of events happen, all of which fit."""
    for _ in range(events):
        if game.status == "over":
            return
        if game.status == "ready":
            game.push(Bell())
            continue
        at = luck.choice([table for table in game.tables if table.takes])
        if at.takes == "dice":
            game.push(Throw(at.number, throw_dice(luck)))
        elif game.find_misfit(EndRound()) is None:
            game.push(EndRound())


def throw_dice(luck: Random) -> tuple[int, int, int]:
    face = luck.randint(1, 6)
    return (face,) * 3 if luck.random() < 0.2 else (face, luck.randint(1, 6), luck.randint(1, 6))


def choose_correction(game: Game, luck: Random) -> Event:
    seq = luck.randint(1, len(game.events))
    table = luck.randint(1, len(game.tables))
    return luck.choice(
        (
            Void(seq),
            Missed(seq, table, throw_dice(luck)),
            Correct(seq, throw_dice(luck)),
            Correct(seq, throw_dice(luck)),
        )
    )


def preview(game: Game, event: Event) -> Consequences:
    """Return what an event would change, from a copy of the game."""
    after = game.copy()
    after.push(event)
    return compare(game, after)


def replay(game: Game) -> Game:
    """Play a record again from its first event."""
    fresh = Game(game.header)
    for event in game.events:
        fresh.push(event)
    return fresh


@pytest.mark.parametrize("rules", [*SHEETS])
@pytest.mark.parametrize("seed", SEEDS)
def test_copy_has_same_consequences_as_replay(rules: str, seed: int) -> None:
    """A copy of a game and a replay accept the same events, with equal consequences. The game stays."""
    luck = Random(f"{rules} {seed}")
    game = Game(make_header(rules, luck.choice((4, 8, 12, 13))))
    play(game, luck, 150)
    before, unused = game.make_result(), game.reasons
    assert game.copy().make_result() == before
    previews = 0
    for _ in range(12):
        event = choose_correction(game, luck)
        pushed = replay(game)
        try:
            pushed.push(event)
        except Misfit as misfit:
            with pytest.raises(Misfit) as refused:
                preview(game, event)
            assert str(refused.value) == str(misfit)  # noqa: PT017 - two errors are compared
            continue
        previews += 1
        assert preview(game, event) == compare(game, pushed)
        assert (game.make_result(), game.reasons) == (before, unused)
    assert previews


def list_throws(game: Game) -> dict[int, object]:
    """Return where each throw of three dice counts, read from the results of all rounds."""
    return {
        thrown.seq: (
            (played.set, played.round, thrown.rolloff),
            (thrown.thrower, table.sides[thrown.side], thrown.score.points),
        )
        for played in game.rounds
        for table in played.tables
        for thrown in table.throws
    }


@pytest.mark.parametrize("rules", [*SHEETS])
def test_every_throw_that_changes_is_listed(rules: str) -> None:
    """The throws in the preview are those whose round, thrower, team or points differ in a replay."""
    luck, found = Random(rules), 0
    for players in (4, 8, 12):
        game = Game(make_header(rules, players))
        play(game, luck, 150)
        for _ in range(12):
            seq = luck.randint(1, len(game.events))
            event = luck.choice((Void(seq), Correct(seq, throw_dice(luck)), Missed(seq, 1, throw_dice(luck))))
            pushed = replay(game)
            if pushed.find_misfit(event) is not None:
                continue
            pushed.push(event)
            before, after = list_throws(game), list_throws(pushed)
            elsewhere = {throw for throw in after if after[throw] != before.get(throw)}
            listed = {change.seq for change in preview(game, event).throws}
            assert listed - {seq} == elsewhere - {seq, len(pushed.events)}, event
            assert seq not in listed or isinstance(event, Missed)
            found += len(listed)
    assert found


def test_throw_that_counts_again_has_no_place_before() -> None:
    """A throw that counts again has a place after the correction and none before it."""
    game = Game(make_header("classic", 4))
    for event in Bell(), Throw(1, (1, 1, 2)), Throw(1, (1, 1, 3)), Correct(2, (1, 1, 1)):
        game.push(event)
    (change,) = preview(game, Void(4)).throws
    assert (change.seq, change.before, change.after.thrower) == (3, None, "P1")


def test_events_without_consequences() -> None:
    """Only an event that ends the round changes the past; a correction to the same dice changes nothing."""
    game = Game(make_header("classic", 4))
    for event in Bell(), Throw(1, (1, 2, 3)):
        game.push(event)
    assert not preview(game, Throw(1, (1, 1, 2))).past
    assert [(change.round, change.before) for change in preview(game, Throw(1, (1, 1, 1))).tables] == [
        (1, None)
    ]
    assert preview(game, Correct(2, (1, 2, 3))) == Consequences()
    assert not preview(game, Correct(2, (1, 1, 3))).past


def test_other_winners_sit_elsewhere() -> None:
    """If another side wins a round, other players move, and later events may be unused."""
    game = Game(make_header("classic", 8))
    for event in (Bell(), Throw(2, (1, 1, 4)), Throw(1, (1, 1, 1)), Bell()):
        game.push(event)
    consequences = preview(game, Void(2))
    head, second = consequences.tables
    assert [(change.round, change.table, change.after) for change in (head, second)] == [
        (1, 1, None),
        (1, 2, None),
    ]  # the second table stands equal without its throw, so the round is not over
    assert second.before is not None
    assert second.before.winners == ("P5", "P7")
    assert consequences.unused == (4,)
    assert "P7" in {change.name for change in consequences.chairs}


def test_other_winner_of_set() -> None:
    """A correction may change the winner of a set; both winners are in the consequences."""
    found = []
    for seed in range(30):
        luck = Random(seed)
        game = Game(make_header("boxed", 2))
        while game.set == 1 and game.status != "over":
            play(game, luck, 1)
        for seq, event in enumerate(game.events, 1):
            if isinstance(event, Throw):
                consequences = preview(game, Correct(seq, (luck.randint(1, 6), 1, 2)))
                found += [change for change in consequences.holders if change.before and change.after]
    sets = [change for change in found if isinstance(change.held, int)]
    assert sets
    assert all(change.held == 1 and change.before != change.after for change in sets)
