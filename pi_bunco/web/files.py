"""The pages' own files, under an address that names their content, so that a browser may keep them for ever.

A page that learns of another stamp than its own (the program was updated) loads itself again.
"""

import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, send_from_directory

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
    return f"/static/{stamp()}/{name}"


BUNDLES = {
    "table": "base table live cards middle question map foot sheets ends alert sizes",
    "results": "base live head sheets ends results",
    "room": "base live head room",
    "host": "base live head sheets host",
    "door": "base head door",
}
"""The style sheets of each page, in this order: a browser fetches them as one file."""

_IMAGE = re.compile(rb"url\(\.\./([a-z]+\.svg)\)")


@cache
def bundle(name: str) -> bytes:
    """Return the style sheets of a page as one, with their small pictures in it."""
    sheets = b"".join((_FOLDER / "css" / f"{sheet}.css").read_bytes() for sheet in BUNDLES[name].split())
    return _IMAGE.sub(
        lambda found: b"url(data:image/svg+xml;base64," + _coded(found[1].decode()) + b")", sheets
    )


def _coded(name: str) -> bytes:
    return b64encode((_FOLDER / name).read_bytes())


def bundled(name: str) -> str:
    """Return the address of a page's style sheets."""
    return f"/static/{stamp()}/page/{name}.css"


@bp.get("/static/<asked>/page/<name>.css")
def sheets(asked: str, name: str) -> Response:
    """Send the style sheets of a page."""
    if asked != stamp() or name not in BUNDLES:
        abort(404)
    return _kept(current_app.response_class(bundle(name), mimetype="text/css"))


@bp.get("/static/<asked>/<path:name>")
def file(asked: str, name: str) -> Response:
    """Send one of the pages' own files."""
    if asked != stamp():  # an old page's files are gone with the old program
        abort(404)
    return _kept(send_from_directory(_FOLDER, name))


def _kept(response: Response) -> Response:
    """Let browsers keep a file for ever: its address names its content."""
    response.cache_control.max_age = _YEAR
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response
