"""Sends the pages' own files. Their addresses contain a hash of them, so browsers may keep them for ever.

If a page gets another stamp than its own, the program was updated. Then the page reloads itself.
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


def make_file_address(name: str) -> str:
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
        lambda found: b"url(data:image/svg+xml;base64," + _encode_image(found[1].decode()) + b")", sheets
    )


def _encode_image(name: str) -> bytes:
    return b64encode((_FOLDER / name).read_bytes())


@bp.get("/manifest.webmanifest")
def send_manifest() -> Response:
    """Send the web app manifest, which describes the pages as an app on a home screen (W3C)."""
    icons = [
        {"src": make_file_address("icon.png"), "sizes": "512x512", "type": "image/png", "purpose": purpose}
        for purpose in ("any", "maskable")
    ]
    manifest = {
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
    return current_app.response_class(json.dumps(manifest), mimetype="application/manifest+json")


_FELT = "#0c3a31"
"""The colour of the table, as in ``base.html``."""


@bp.get("/static/<asked>/<path:name>")
def send_own_file(asked: str, name: str) -> Response:
    """Send one of the pages' own files, or the style sheets or the script of a page as one file."""
    if asked != make_stamp():  # a page of an older program: its files no longer exist
        abort(404)
    text = _read_text(name)
    return _cache_forever(send_from_directory(_FOLDER, name)) if text is None else _send_text(name, text)


def _read_text(name: str) -> bytes | None:
    """Return the content of a file that is sent compressed, ``None`` for any other file."""
    path = _FOLDER / name
    if path.parent == _FOLDER / "page" and path.stem in BUNDLES and path.suffix == ".css":
        return join_styles(path.stem)
    if path.parent == _FOLDER / "page" and path.stem in PAGES and path.suffix == ".js":
        return join_scripts(path.stem)
    if path.suffix in _TEXTS and path.is_file() and path.resolve().is_relative_to(_FOLDER.resolve()):
        return path.read_bytes()
    return None


_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""The kinds of files that are sent compressed, with their types."""


def _send_text(name: str, data: bytes) -> Response:
    """Send text, compressed if the browser accepts that."""
    accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    response = current_app.response_class(
        _compress(data) if accepts_gzip else data, mimetype=_TEXTS[Path(name).suffix]
    )
    if accepts_gzip:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return _cache_forever(response)


@cache
def _compress(data: bytes) -> bytes:
    return gzip.compress(data)


def compress_page(response: Response) -> Response:
    """Compress a page to about a third."""
    accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    if accepts_gzip and response.mimetype == "text/html" and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), _COMPRESSION))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response


_COMPRESSION = 4
"""The compression level of a page. It is low, because the page is compressed again each time."""


@cache
def make_icon() -> str:
    """Return the pages' icon as a data address."""
    return f"data:image/svg+xml;base64,{_encode_image('icon.svg').decode()}"


def _cache_forever(response: Response) -> Response:
    """Let browsers keep a file for ever. A changed file has another address."""
    response.cache_control.max_age = _YEAR
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.immutable = True
    return response
