"""The pages' own files. Their addresses name their content, so that a browser may keep them for ever.

A page reloads itself when it learns of another stamp than its own, because the program was updated.
"""

import gzip
import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, json, request, send_from_directory

from pi_bunco.web.scripts import PAGES, join_scripts

_FOLDER = Path(__file__).parent / "static"
_YEAR = 365 * 24 * 3600  # seconds

bp = Blueprint("files", __name__)


@cache
def make_stamp() -> str:
    """Return a short hash of all files. It changes when one of them changes."""
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(_FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def file_address(name: str) -> str:
    """Return the address of one of the pages' own files."""
    return f"/static/{make_stamp()}/{name}"


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
"""The style sheets of each page, in this order. A browser fetches them as one file."""

_IMAGE = re.compile(rb"url\(\.\./([a-z]+\.svg)\)")


@cache
def join_styles(name: str) -> bytes:
    """Return the style sheets of a page as one, with the small pictures that they use."""
    sheets = b"".join((_FOLDER / "css" / f"{sheet}.css").read_bytes() for sheet in BUNDLES[name].split())
    return _IMAGE.sub(
        lambda found: b"url(data:image/svg+xml;base64," + _coded(found[1].decode()) + b")", sheets
    )


def _coded(name: str) -> bytes:
    return b64encode((_FOLDER / name).read_bytes())


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send the web app manifest, which says how the pages look on a device's home screen (W3C)."""
    icons = [
        {"src": file_address("icon.png"), "sizes": "512x512", "type": "image/png", "purpose": purpose}
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
"""The colour of the table, as in ``base.html``."""


@bp.get("/static/<asked>/<path:name>")
def file(asked: str, name: str) -> Response:
    """Send one of the pages' own files, or the style sheets or the script of a page as one file."""
    if asked != make_stamp():  # the files of a page from an older program are gone
        abort(404)
    text = _text(name)
    return _keep(send_from_directory(_FOLDER, name)) if text is None else _send(name, text)


def _text(name: str) -> bytes | None:
    """Return a file that is sent packed, ``None`` for any other file."""
    path = _FOLDER / name
    if path.parent == _FOLDER / "page" and path.stem in BUNDLES and path.suffix == ".css":
        return join_styles(path.stem)
    if path.parent == _FOLDER / "page" and path.stem in PAGES and path.suffix == ".js":
        return join_scripts(path.stem)
    if path.suffix in _TEXTS and path.is_file() and path.resolve().is_relative_to(_FOLDER.resolve()):
        return path.read_bytes()
    return None


_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""The files that are sent packed, with their types."""


def _send(name: str, data: bytes) -> Response:
    """Send text, packed if the browser accepts that."""
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    response = current_app.response_class(
        _packed(data) if packs else data, mimetype=_TEXTS[Path(name).suffix]
    )
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return _keep(response)


@cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data)


def pack(response: Response) -> Response:
    """Pack a page. A third of its bytes are left."""
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    if packs and response.mimetype == "text/html" and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), _FAST))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


_FAST = 4
"""The compression level of a page, which is packed again each time."""


@cache
def make_icon() -> str:
    """Return the pages' icon as a data address."""
    return f"data:image/svg+xml;base64,{_coded('icon.svg').decode()}"


def _keep(response: Response) -> Response:
    """Let browsers keep a file for ever, because its address names its content."""
    response.cache_control.max_age = _YEAR
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response
