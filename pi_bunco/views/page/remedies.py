"""Remedies for people at a page. They have no keyboard, so no page asks for a command."""

import re

from pi_bunco.sentences import say

_COMMAND = re.compile(
    r"\b(?:sudo|journalctl|install\.sh)\b|(?<!\w)--\w"
    r"|\bpi-bunco (?:backup|calibrate|doctor|pin|record|restore|rules|run|support-bundle|update)\b"
)


def adapt_remedy(remedy: str) -> str:
    """Return a remedy without commands. If it needs one, say where the guide explains it.

    >>> adapt_remedy("Start it: sudo systemctl start pi-bunco")
    'This has to be fixed at the machine itself. The guide says how, under “Is everything working?”.'
    >>> adapt_remedy("Switch on a lamp.")
    'Switch on a lamp.'
    """
    if not _COMMAND.search(remedy):
        return remedy
    return say(
        "This has to be fixed at the machine itself. The guide says how, under “{heading}”.",
        heading=say("Is everything working?"),
    )
