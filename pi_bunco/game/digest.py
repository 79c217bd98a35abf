"""A digest of all results, so that two Pis can compare what they have counted from the same log."""

import hashlib
import json

from pi_bunco.game.book import Book


def digest_results(book: Book) -> str:
    """Return 16 digits (0 to f) that stand for the results of all rounds that are over.

    >>> bell = {"event": "bell"}
    >>> end = {"event": "tally", "table": 1, "scores": [21, 3]}
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> digest_results(Book([header, bell, end])) == digest_results(Book([header, bell, end]))
    True
    """
    return book.derive(_digest)


def _digest(book: Book) -> str:
    rounds = [
        [played.set, played.round, [[dict(table.scores), table.winners] for table in played.tables]]
        for played in book.game.finished
    ]
    return hashlib.sha256(json.dumps(rounds).encode()).hexdigest()[:16]
