"""Sends the pages' own files. Their addresses contain a stamp, so that browsers may keep them for ever.

The stamp is a hash of all files. Each page contains it, and its stream sends it when it begins. If the two
differ, the program was updated, and the page reloads itself.

The style sheets of a page are joined into one file, and its scripts into another, so that a tablet on a slow
network makes few requests. The scripts are modules. All imports have one form:
``import { word } from "./words.js";``. Each module becomes a function that returns what it exports, and comes
after the modules that it imports.
"""

import gzip
import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, json, request, send_from_directory

_FOLDER = Path(__file__).parent / "static"
_YEAR = 365 * 24 * 3600  # seconds
_FELT = "#0c3a31"  # the colour of the table, as in base.html
# The kinds of files that are sent compressed, with their types.
_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_PAGE_COMPRESSION = 4  # of 9; low, because a page is compressed again each time

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


STYLES = {
    "table": "base table live throws cards middle question map foot dialogs ends alert confetti sizes",
    "results": "base live head throws dialogs ends results",
    "room": "base live head room confetti",
    "host": "base live head dialogs host",
    "me": "base live me",
    "camera": "base live camera",
    "calibrate": "base live dialogs calibrate",
    "welcome": "base head welcome",
}
"""The style sheets of each page, in this order. A browser fetches them as one file."""

_IMAGE = re.compile(r"url\(\.\./([a-z]+\.svg)\)")


@cache
def join_styles(name: str) -> bytes:
    """Return the style sheets of a page as one, with the small pictures that they use."""
    joined = "".join((_FOLDER / "css" / f"{style}.css").read_text() for style in STYLES[name].split())
    return _IMAGE.sub(lambda found: f"url({make_data_address(found[1])})", joined).encode()


@cache
def make_data_address(name: str) -> str:
    """Return a picture (SVG) as an address that contains it."""
    return f"data:image/svg+xml;base64,{b64encode((_FOLDER / name).read_bytes()).decode()}"


_JS_IMPORT = re.compile(r'^import (?:\{ ([\w, ]+) \} from )?"\./(\w+)\.js";$', re.MULTILINE)
_JS_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)

SCRIPTS = frozenset({"calibrate", "camera", "gone", "host", "new", "print", "results", "room", "table"})
"""The pages with a script, by the script's name."""


@cache
def join_scripts(name: str) -> bytes:
    """Return the script of a page with everything that it imports."""
    return "\n".join(["const $ = {};", *map(_wrap_module, _order_modules(name))]).encode()


def _order_modules(name: str) -> dict[str, None]:
    """Return a module and the modules that it imports, each once, in the order in which they must run."""
    modules: dict[str, None] = {}
    for _, imported in _JS_IMPORT.findall(_read_source(name)):
        modules |= _order_modules(imported)
    return modules | {name: None}


def _wrap_module(name: str) -> str:
    source = _read_source(name)
    exported = ", ".join(_JS_EXPORT.findall(source))
    imports_gone = _JS_IMPORT.sub(
        lambda found: f"const {{ {found[1]} }} = $.{found[2]};" if found[1] else "", source
    )
    return f"$.{name} = (() => {{\n{_JS_EXPORT.sub('', imports_gone)}\nreturn {{ {exported} }};\n}})();\n"


def _read_source(name: str) -> str:
    return (_FOLDER / "js" / f"{name}.js").read_text()


@bp.get("/manifest.webmanifest")
def send_manifest() -> Response:
    """Send the web app manifest, which describes the pages as an app on a home screen (W3C)."""
    icon = make_file_address("icon.png")
    manifest = {
        "name": "Bunco",
        "short_name": "Bunco",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "fullscreen",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": [
            {"src": icon, "sizes": "512x512", "type": "image/png", "purpose": purpose}
            for purpose in ("any", "maskable")
        ],
    }
    return current_app.response_class(json.dumps(manifest), mimetype="application/manifest+json")


@bp.get("/static/<stamp>/<path:name>")
def send_own_file(stamp: str, name: str) -> Response:
    """Send one of the pages' own files, or the style sheets or the script of a page as one file."""
    if stamp != make_stamp():  # a page of an older program: its files no longer exist
        abort(404)
    text = _read_text(name)
    if text is None:
        response = send_from_directory(_FOLDER, name)
    else:
        response = current_app.response_class(text, mimetype=_TEXTS[Path(name).suffix])
        response.headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response.set_data(_compress(text))
            response.headers["Content-Encoding"] = "gzip"
    # A changed file has another address.
    response.headers["Cache-Control"] = f"max-age={_YEAR}, public, immutable"
    return response


def _read_text(name: str) -> bytes | None:
    """Return the content of a file that is sent compressed, ``None`` for any other file."""
    path = _FOLDER / name
    if path.parent == _FOLDER / "page" and path.stem in STYLES and path.suffix == ".css":
        return join_styles(path.stem)
    if path.parent == _FOLDER / "page" and path.stem in SCRIPTS and path.suffix == ".js":
        return join_scripts(path.stem)
    if path.suffix in _TEXTS and path.is_file() and path.resolve().is_relative_to(_FOLDER.resolve()):
        return path.read_bytes()
    return None


@cache
def _compress(data: bytes) -> bytes:
    return gzip.compress(data)


def compress_page(response: Response) -> Response:
    """Compress a page to about a third."""
    accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    if accepts_gzip and response.mimetype == "text/html" and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), _PAGE_COMPRESSION))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
    return response
