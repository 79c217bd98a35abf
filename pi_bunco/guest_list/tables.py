"""Numbers the tables that a list names."""

import re
from collections.abc import Sequence
from typing import Any

from pi_bunco.guest_list.listed import ListTrouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Sentence, say, say_series

_NUMBERED = re.compile(
    r"(?:(table|tbl|tisch|mesa|tafel|tavolo|t)\W*(?:n[or]\W*)?)?#?\s*(\d{1,3})\W*", re.IGNORECASE
)


def is_table(text: str, *, in_words: bool = False) -> bool:
    """Return whether a cell names a table by its number.

    >>> is_table("Table 3"), is_table("3"), is_table("3", in_words=True), is_table("Ann")
    (True, True, False, False)
    """
    match = _NUMBERED.fullmatch(text)
    return match is not None and bool(match[1] or not in_words)


def number_tables(
    names: Sequence[str], labels: Sequence[str]
) -> tuple[tuple[int, ...], tuple[Sentence, ...]]:
    """Return the table of each guest, from 1 without gaps, and what to note about it.

    Parameters
    ----------
    names
        The guests.
    labels
        What the list says about the table of each guest; ``""``: nothing.

    Raises
    ------
    ListTrouble
        If only some guests have a table.

    >>> number_tables(["Ann", "Bob", "Cy"], ["Table 2", "1", "2"])
    ((2, 1, 2), ())
    >>> number_tables(["Ann", "Bob"], ["Red", "Blue"])
    ((1, 2), ('In this game, table 1 is “Red”, table 2 is “Blue”.',))
    """
    if not any(labels):
        return (), ()
    if not all(labels):
        raise ListTrouble(
            say(
                "“{name}” has no table in the list, but others have one.",
                name=clip_text(names[list(labels).index("")]),
            ),
            say("Write a table after each name, or after none."),
        )
    matches = [_NUMBERED.fullmatch(label) for label in labels]
    keys: list[Any] = [
        int(match[2]) if match else label.casefold() for match, label in zip(matches, labels, strict=True)
    ]
    used = list(dict.fromkeys(keys))
    if all(matches):
        used.sort()
    numbers = tuple(used.index(key) + 1 for key in keys)
    if used == list(range(1, len(used) + 1)):
        return numbers, ()
    known = [
        say("table {number} is “{label}”", number=number, label=clip_text(labels[keys.index(key)]))
        for number, key in enumerate(used, start=1)
    ]
    return numbers, (say("In this game, {tables}.", tables=say_series(known)),)
