"""What only an older head has is named in words that people can enter again."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.app.pis.lone_lines import describe_lone_lines
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EnterDice, GameCommand, NewGame, RingBell, VoidThrow
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.messages import LinePlace
from pi_bunco.store import Log, Photos
from pi_bunco.store.tail import LogTail

EIGHT = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
Play = Callable[..., LinePlace]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Return a function that plays these commands, and returns the newest place then."""

    def play_(*commands: GameCommand) -> LinePlace:
        with Log(tmp_path) as log:
            keeper = Keeper(log, Photos(tmp_path))
            for command in commands:
                keeper.handle(command)
        place = LogTail(tmp_path).find_last()
        assert place
        return LinePlace(place.game, place.seq, place.seal.hex())

    return play_


def test_throws_are_named_with_their_table_and_player(play: Play, tmp_path: Path) -> None:
    """They come in their order; what the successor has is left out."""
    place = play(NewGame("classic", EIGHT), RingBell(), EnterDice((1, 1, 4)))
    play(EnterDice((1, 2, 5)), EnterDice((1, 3, 3), table=2), EnterDice((2, 3, 4)))
    assert describe_lone_lines(tmp_path, place) == (
        "Table 1: Ann 1-2-5",
        "Table 2: Ed 1-3-3",
        "Table 1: Ann 2-3-4",
    )


def test_nothing_is_named_if_the_successor_has_all(play: Play, tmp_path: Path) -> None:
    """The page then says that nothing is missing."""
    place = play(NewGame("classic", EIGHT), RingBell(), EnterDice((1, 1, 4)))
    assert describe_lone_lines(tmp_path, place) == ()


def test_other_entries_are_counted(play: Play, tmp_path: Path) -> None:
    """A bell, or a throw that was removed, is no throw that could be entered."""
    place = play(NewGame("classic", EIGHT))
    play(RingBell())
    assert describe_lone_lines(tmp_path, place) == ("1 other entry",)
    play(EnterDice((1, 1, 4)), VoidThrow(2))
    lines = describe_lone_lines(tmp_path, place)
    assert lines[0].startswith("Table 1: ")
    assert lines[1:] == ("2 other entries",)


def test_a_later_game_is_named(play: Play, tmp_path: Path) -> None:
    """All its throws are only here."""
    place = play(NewGame("classic", EIGHT), RingBell(), EnterDice((1, 1, 4)))
    play(NewGame("classic", EIGHT), RingBell(), EnterDice((1, 1, 5)))
    assert describe_lone_lines(tmp_path, place) == (
        "A later game was played here.",
        "Table 1: Ann 1-1-5",
        "1 other entry",
    )


@pytest.mark.parametrize(
    "other", [LinePlace(1, 2, "0" * 32), LinePlace(1, 99, "a" * 32), LinePlace(7, 0, "a" * 32)]
)
def test_another_log_is_not_compared(play: Play, tmp_path: Path, other: LinePlace) -> None:
    """A line that this Pi does not have, or has otherwise, is no place from which to count."""
    play(NewGame("classic", EIGHT), RingBell(), EnterDice((1, 1, 4)))
    with pytest.raises(Trouble, match="the head have different logs"):
        describe_lone_lines(tmp_path, other)


def test_people_can_read_them_all(play: Play, tmp_path: Path) -> None:
    """Of very many throws the first ones are named, and the others are counted."""
    place = play(NewGame("classic", EIGHT), RingBell())
    play(*[EnterDice((1, 2, 3 + number)) for number in range(4)])
    assert describe_lone_lines(tmp_path, place, most=2) == (
        "Table 1: Ann 1-2-3",
        "Table 1: Ann 1-2-4",
        "2 other entries",
    )


def test_the_log_stays_as_it_is(play: Play, tmp_path: Path) -> None:
    """Looking at it writes nothing, so that it can be looked at again."""
    place = play(NewGame("classic", EIGHT), RingBell())
    last = play(EnterDice((1, 1, 4)))
    for _ in range(2):
        assert describe_lone_lines(tmp_path, place) == ("Table 1: Ann 1-1-4",)
    found = LogTail(tmp_path).find_last()
    assert found
    assert (found.game, found.seq, found.seal.hex()) == (last.game, last.seq, last.seal)


def test_a_damaged_log_is_an_error(play: Play, tmp_path: Path) -> None:
    """Its caller says so on the page."""
    place = play(NewGame("classic", EIGHT), RingBell())
    for path in tmp_path.glob("log.sqlite3*"):
        path.write_bytes(b"rubbish" * 1000)
    with pytest.raises((Trouble, sqlite3.Error)):
        describe_lone_lines(tmp_path, place)
