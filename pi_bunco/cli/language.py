"""The language of a terminal: what a command finds, and its errors, are in it. Help is English."""

import os

from pi_bunco.languages import ENGLISH, find_catalogue
from pi_bunco.sentences import translate


def read_language() -> str:
    """Return the code of the language of the terminal (``locale(7)``)."""
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((value[:2].lower() for value in chosen if value), ENGLISH)


def translate_text(text: str) -> str:
    """Return a sentence in the language of the terminal."""
    return translate(text, find_catalogue(read_language()))
