"""What stays in the log of an evening that was deleted: one line, which keeps the numbers of the others."""

from collections.abc import Sequence
from typing import Any

DELETED = "deleted"
"""The key that only the line of a deleted evening has."""
DELETED_LINE = '{"record": "bunco/1", "deleted": true}'
"""That line. It is no header, so nobody can go on with it or replay it."""


def is_deleted(lines: Sequence[Any]) -> bool:
    """Return whether these lines of a game, as JSON values, are those of a deleted evening.

    >>> is_deleted([{"record": "bunco/1", "deleted": True}]), is_deleted([]), is_deleted([[]])
    (True, False, False)
    """
    return len(lines) == 1 and isinstance(lines[0], dict) and lines[0].get(DELETED) is True
