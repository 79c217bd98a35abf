"""The pages' own files, under an address that names their content, so that a browser may keep them for ever.

A page that learns of another stamp than its own (the program was updated) loads itself again.
"""

import gzip
import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, json, request, send_from_directory

from pi_bunco.web.scripts import PAGES, gather

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
    "table": "base table live throws cards middle question map foot sheets ends alert confetti sizes",
    "results": "base live head throws sheets ends results",
    "room": "base live head room confetti",
    "host": "base live head sheets host",
    "me": "base live me",
    "camera": "base live camera",
    "calibrate": "base live sheets calibrate",
    "welcome": "base head welcome",
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


def scripted(name: str) -> str:
    """Return the address of a page's script."""
    return f"/static/{stamp()}/page/{name}.js"


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send how the pages stand on a device's home screen (W3C, *Web Application Manifest*)."""
    icons = [
        {"src": address("icon.png"), "sizes": "512x512", "type": "image/png", "purpose": purpose}
        for purpose in ("any", "maskable")
    ]
    said = {
        "name": "Bunco",
        "short_name": "Bunco",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "fullscreen",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": icons,
    }
    return current_app.response_class(json.dumps(said), mimetype="application/manifest+json")


_FELT = "#0c3a31"
"""The color of the table, as in ``base.html``."""


@bp.get("/static/<asked>/page/<name>.css")
def sheets(asked: str, name: str) -> Response:
    """Send the style sheets of a page."""
    if asked != stamp() or name not in BUNDLES:
        abort(404)
    return _sent(f"{name}.css", bundle(name))


@bp.get("/static/<asked>/page/<name>.js")
def script(asked: str, name: str) -> Response:
    """Send the script of a page."""
    if asked != stamp() or name not in PAGES:
        abort(404)
    return _sent(f"{name}.js", gather(name))


@bp.get("/static/<asked>/<path:name>")
def file(asked: str, name: str) -> Response:
    """Send one of the pages' own files."""
    if asked != stamp():  # an old page's files are gone with the old program
        abort(404)
    path = _FOLDER / name
    if path.suffix in _TEXTS and path.is_file() and path.resolve().is_relative_to(_FOLDER.resolve()):
        return _sent(name, path.read_bytes())
    return _kept(send_from_directory(_FOLDER, name))


_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Files that are sent packed, with their types."""


def _sent(name: str, data: bytes) -> Response:
    """Send text, packed where the browser takes it so."""
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    response = current_app.response_class(
        _packed(data) if packs else data, mimetype=_TEXTS[Path(name).suffix]
    )
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return _kept(response)


@cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data)


def pack(response: Response) -> Response:
    """Pack a page: a third of its bytes go over the air."""
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    if packs and response.mimetype == "text/html" and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), _FAST))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


_FAST = 4
"""How hard a page is packed: it is packed anew each time."""


@cache
def icon() -> str:
    """Return the pages' icon as an address that has it in it."""
    return f"data:image/svg+xml;base64,{_coded('icon.svg').decode()}"


def _kept(response: Response) -> Response:
    """Let browsers keep a file for ever: its address names its content."""
    response.cache_control.max_age = _YEAR
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response
