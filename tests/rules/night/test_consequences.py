"""What a correction would change is told before it is made: by definition the difference of two games."""

from random import Random

import pytest

from pi_bunco.rules import SHEETS, Header, load_sheet, seat_first_tables
from pi_bunco.rules.events import Bell, Correct, EndRound, Event, Missed, Other, Throw, Void
from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.consequences import Consequences, compare, foretell

SEEDS = range(12)


def header_of(rules: str, players: int) -> Header:
    names = [f"P{number}" for number in range(1, players + 1)]
    tables = [[*seats] for seats in seat_first_tables(load_sheet(rules), names)]
    return Header.parse({"record": "bunco/1", "rules": rules, "tables": tables, "sets": 2})


def play(game: Game, luck: Random, events: int) -> None:
    """Let so many things happen that fit."""
    for _ in range(events):
        if game.status == "over":
            return
        if game.status == "ready":
            game.push(Bell())
            continue
        at = luck.choice([table for table in game.tables if table.takes])
        if at.takes == "dice":
            game.push(Throw(at.number, dice(luck)))
        elif game.find_misfit(EndRound()) is None:
            game.push(EndRound())


def dice(luck: Random) -> tuple[int, int, int]:
    one = luck.randint(1, 6)
    return (one, one, one) if luck.random() < 0.2 else (one, luck.randint(1, 6), luck.randint(1, 6))


def correction(game: Game, luck: Random) -> Event:
    seq = luck.randint(1, len(game.events))
    table = luck.randint(1, len(game.tables))
    return luck.choice(
        (Void(seq), Missed(seq, table, dice(luck)), Correct(seq, dice(luck)), Correct(seq, dice(luck)))
    )


def again(game: Game) -> Game:
    """Play a record again from its first event."""
    fresh = Game(game.header)
    for event in game.events:
        fresh.push(event)
    return fresh


@pytest.mark.parametrize("rules", [*SHEETS])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_foretold_is_what_happens(rules: str, seed: int) -> None:
    """The game itself stays as it is, a copy stands as it does, and the two games differ as foretold."""
    luck = Random(f"{rules} {seed}")
    game = Game(header_of(rules, luck.choice((4, 8, 12, 13))))
    play(game, luck, 150)
    before, unused = game.make_result(), game.reasons
    assert game.copy().make_result() == before
    told = 0
    for _ in range(12):
        event = correction(game, luck)
        pushed = again(game)
        try:
            pushed.push(event)
        except Misfit as misfit:
            with pytest.raises(Misfit) as foretold:
                foretell(game, event)
            assert str(foretold.value) == str(misfit)  # noqa: PT017 - two errors are compared
            continue
        told += 1
        assert foretell(game, event) == compare(game, pushed)
        assert (game.make_result(), game.reasons) == (before, unused)
    assert told


def test_an_event_that_changes_nothing_past_says_so() -> None:
    """A throw that goes on with the round, and a correction to the same dice."""
    game = Game(header_of("classic", 4))
    for event in Bell(), Throw(1, (1, 2, 3)):
        game.push(event)
    assert not foretell(game, Throw(1, (1, 1, 1))).past or foretell(game, Throw(1, (1, 1, 1))).tables
    assert foretell(game, Correct(2, (1, 2, 3))) == Consequences()
    assert not foretell(game, Correct(2, (1, 1, 3))).past


def test_a_round_that_comes_out_otherwise_moves_people() -> None:
    """The winners of another side sit elsewhere, and their cards say so."""
    game = Game(header_of("classic", 8))
    for event in (Bell(), Throw(2, (1, 1, 4)), Throw(1, (1, 1, 1)), Bell()):
        game.push(event)
    foretold = foretell(game, Void(2))
    head, second = foretold.tables
    assert [(change.round, change.table, change.after) for change in (head, second)] == [
        (1, 1, None),
        (1, 2, None),
    ]  # the second table stands equal without its throw, so the round is not over
    assert second.before is not None
    assert second.before.winners == ("P5", "P7")
    assert foretold.unused == (4,)
    assert "P7" in {change.name for change in foretold.chairs}


def test_a_set_goes_to_another() -> None:
    """Who has won a set is compared too: found in games that are played to their end."""
    found = []
    for seed in range(30):
        luck = Random(seed)
        game = Game(header_of("boxed", 2))
        while game.set == 1 and game.status != "over":
            play(game, luck, 1)
        for seq, event in enumerate(game.events, 1):
            if isinstance(event, Throw):
                foretold = foretell(game, Correct(seq, (luck.randint(1, 6), 1, 2)))
                found += [change for change in foretold.holders if change.before and change.after]
    sets = [change for change in found if isinstance(change.held, int)]
    assert sets
    assert all(change.held == 1 and change.before != change.after for change in sets)


def test_an_own_event_that_does_not_fit_is_told() -> None:
    """As when it is pushed."""
    game = Game(header_of("boxed", 2))
    with pytest.raises(Misfit, match="set 1 is not over"):
        foretell(game, Other("boxed:throw", raw={"set": 1, "dice": [1, 2, 3]}))
