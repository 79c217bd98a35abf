"""Divides a clause into what a sheet prints and what the program adds. Only the latter is translated."""

import re
from collections.abc import Iterator

from pi_bunco.sentences import Sentence

_ADDED = re.compile(r"Not on the sheet: [^{}]+?(?:\.(?= [A-Z][^.“]*: “)|$)")
"""It ends with the clause, or before the next heading and its quotation."""


def split_clause(clause: str) -> Iterator[str]:
    """Yield the parts of a clause in their order: quotations as plain text, and additions as sentences.

    >>> [*split_clause("Opening: “One player starts”. Not on the sheet: it is seat 1.")]
    ['Opening: “One player starts”.', 'Not on the sheet: it is seat 1.']
    """
    end = 0
    for found in _ADDED.finditer(clause):
        if quoted := clause[end : found.start()].strip():
            yield quoted
        yield Sentence.make(found[0], (found[0],), {})  # tools/messages.py collects it for the catalogues
        end = found.end()
    if rest := clause[end:].strip():
        yield rest
