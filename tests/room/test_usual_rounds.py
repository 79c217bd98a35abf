"""The usual length of a round is found in a thread, once for each game."""

import threading

from pi_bunco.game.book import Book
from pi_bunco.room.usual_rounds import UsualRounds

TABLES = [["Ann", "Bob", "Cy", "Di"]]


def make_book(**header: object) -> Book:
    return Book([{"record": "bunco/1", "rules": "classic", "tables": TABLES, **header}])


def test_it_is_known_after_a_while() -> None:
    """Nobody waits for it: the first answer is that it is not known. A change is reported then."""
    found = threading.Event()
    usual = UsualRounds(found.set)
    assert usual.get(make_book()) is None
    assert found.wait(60)
    seconds = usual.get(make_book())
    assert seconds is not None
    assert 60 < seconds < 1200
    assert usual.get(make_book(sets=2)) == seconds


def test_another_game_has_another_length() -> None:
    """A game to 5 points is shorter than one to 21."""
    found = threading.Event()
    usual = UsualRounds(found.set)
    lengths = []
    for options in ({}, {"goal": 5}):
        book = make_book(rules="boxed", options=options)
        found.clear()
        usual.get(book)
        assert found.wait(60)
        lengths.append(usual.get(book) or 0.0)
    assert lengths[1] < lengths[0]
