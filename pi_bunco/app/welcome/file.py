"""Keeps the answers of the welcome in a small file of the state folder, so that a power cut loses none."""

from pathlib import Path

import structlog
from pydantic import TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.machine.disk import write_atomic
from pi_bunco.sentences import say
from pi_bunco.web.welcome_state import WelcomeState

_log = structlog.get_logger()

FILE = "welcome.json"
ASIDE = "welcome-damaged.json"
"""What a damaged file is called from then on. It replaces an older one."""
_MAX_BYTES = 1_000_000
"""Six times the longest list, of which JSON may write each letter with six bytes, and the rest."""
_TYPE = TypeAdapter(WelcomeState)


def load_answers(folder: Path) -> tuple[WelcomeState, Trouble | None]:
    """Return the answers in a state folder, and what is wrong with them. Damaged ones are set aside.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    path = folder / FILE
    try:
        return _TYPE.validate_json(bounded.read(path, _MAX_BYTES)), None
    except FileNotFoundError:
        return WelcomeState(), None
    except ValidationError:
        path.replace(folder / ASIDE)
        return WelcomeState(), Trouble(
            say("The earlier answers were damaged, so this begins again."),
            say("Answer the questions once more. The damaged file is kept as {name}.", name=ASIDE),
        )


def save_answers(state: WelcomeState, folder: Path) -> None:
    """Write the answers, which only this user may read (:class:`OSError`: the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(state), private=True)


def remove_answers(folder: Path) -> None:
    """Remove the answers, once their game is in the log. If that is not possible, the next start does it."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        _log.warning("the answers of the welcome stay", why=error.strerror)
