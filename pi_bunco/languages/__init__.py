"""The languages that are installed: one folder for each besides English, which needs none.

A folder has the code of its language, such as ``de``. It has the catalogue (``LC_MESSAGES/messages.po`` for
people, ``messages.mo`` for the program), and it may have recordings of the spoken lines (``voice``) and the
guide for hosts (``host.md``).
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pi_bunco.sentences import Catalogue

ENGLISH = "en"
"""The language that the sentences are written in."""
FOLDER = Path(__file__).parent
"""The folder with the template of all catalogues, and the folders of the languages."""
NAMES = {
    "en": "English",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}
"""What languages call themselves, by their codes."""


@cache
def load_catalogues(folder: Path = FOLDER) -> Mapping[str, Catalogue]:
    """Return the catalogue of each language that has one, by its code, such as ``de``."""
    codes = [path.parts[-3] for path in sorted(folder.glob("*/LC_MESSAGES/messages.mo"))]
    return {code: gettext.translation("messages", folder, [code]) for code in codes}


def find_catalogue(code: str) -> Catalogue:
    """Return the catalogue of a language; one that changes nothing for English, or if there is none."""
    return load_catalogues().get(code) or gettext.NullTranslations()


def find_voice(code: str) -> Path | None:
    """Return the folder with the recordings of a language, ``None`` if it has none."""
    folder = FOLDER / code / "voice"
    return folder if code.isalnum() and folder.is_dir() else None


def find_guide(code: str) -> Path | None:
    """Return the guide for hosts in a language, ``None`` if it has none."""
    path = FOLDER / code / "host.md"
    return path if code.isalnum() and path.is_file() else None
