"""The pages' own files, under an address that names their content, so that a browser may keep them for ever.

A page that learns of another stamp than its own (the program was updated) loads itself again.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, send_from_directory, url_for

_FOLDER = Path(__file__).parent / "static"
_YEAR = 365 * 24 * 3600  # seconds

bp = Blueprint("files", __name__)


@cache
def stamp() -> str:
    """Return the content's short name: the same files, the same stamp."""
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(_FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def address(name: str) -> str:
    """Return the address of one of the pages' own files."""
    return url_for("files.file", asked=stamp(), name=name)


@bp.get("/static/<asked>/<path:name>")
def file(asked: str, name: str) -> Response:
    """Send one of the pages' own files."""
    if asked != stamp():  # an old page's files are gone with the old program
        abort(404)
    response = send_from_directory(_FOLDER, name, max_age=_YEAR)
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response
