"""The pictures of sponsors, in a folder of their own in the state folder."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from threading import Lock

from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.refused import Refused
from pi_bunco.limits import SPONSORS
from pi_bunco.machine.disk import fsync, make_dir, write_atomic
from pi_bunco.sentences import say
from pi_bunco.texts import unpack_text
from pi_bunco.web.ports.sponsors import BadPicture

_NAME = re.compile(r"[0-9a-f]{16}\.jpg")
_SHRINK = [sys.executable, "-m", "pi_bunco.pictures.shrink"]
_PATIENCE = 60.0  # seconds; a busy Pi needs some ten
_REFUSED = 3  # the status of a process that refuses its picture


class SponsorFolder:
    """Implements :class:`pi_bunco.web.ports.sponsors.SponsorShelf`.

    Parameters
    ----------
    state
        The state folder. The folder in it is made with the first picture.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / "sponsors"
        self._writing = Lock()

    def list_names(self) -> tuple[str, ...]:
        """Return the names of the pictures, the oldest first."""
        files = [path for path in self._folder.glob("*.jpg") if _NAME.fullmatch(path.name)]
        files.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
        return tuple(path.name for path in files)

    def find(self, name: str) -> Path | None:
        """Return the file of a picture, ``None`` if there is none of this name."""
        path = self._folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def add(self, data: bytes) -> None:
        """Store a picture under a name that is made from its content, so that the same one is stored once."""
        with self._writing:
            small = _shrink(data)
            name, names = f"{hashlib.sha256(small).hexdigest()[:16]}.jpg", self.list_names()
            if len(names) >= SPONSORS and name not in names:
                raise Refused(
                    say("There are {count} pictures already.", count=SPONSORS),
                    say("Delete one of them first."),
                )
            try:
                make_dir(self._folder)
                write_atomic(self._folder / name, small)
            except OSError as error:
                raise put_in_words(error) from None

    def remove(self, name: str) -> None:
        """Delete a picture, if there is one of this name."""
        if path := self.find(name):
            path.unlink(missing_ok=True)
            fsync(self._folder)


def _shrink(data: bytes) -> bytes:
    """Return a picture as a small JPEG, made by a process of its own."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            _SHRINK, input=data, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        raise Trouble(say("This picture could not be read in time."), say("Try it again.")) from None
    if done.returncode == _REFUSED:
        fault, remedy = map(unpack_text, json.loads(done.stderr.splitlines()[-1]))
        raise BadPicture(say("This file {fault}.", fault=fault), remedy)
    if done.returncode:
        raise BadPicture(say("This file cannot be read as a picture."), say("Choose another picture."))
    return done.stdout
