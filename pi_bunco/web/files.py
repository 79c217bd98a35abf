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

from pi_bunco.access.roles import GUEST
from pi_bunco.languages import ENGLISH, find_voice
from pi_bunco.languages import FOLDER as VOICES
from pi_bunco.web.answers import answers
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind, get_kinds

_ROOT = Path(__file__).parents[1]
_FOLDER = Path(__file__).parent / "static"
_PAGES = Path(__file__).parent / "pages"
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
    clips = sorted(VOICES.glob("*/voice/*.mp3"))
    for path in (*sorted(_FOLDER.rglob("*")), *sorted(_PAGES.rglob("*")), *clips):
        if path.is_file() and (path.suffix in {*_TEXTS, ".mp3"} or _FOLDER in path.parents):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def make_file_address(name: str) -> str:
    """Return the address of one of the pages' own files."""
    return f"/static/{make_stamp()}/{name}"


def make_voice_address(language: str) -> str:
    """Return the address of the folder with the spoken lines of a language, or else with the English ones."""
    return make_file_address(f"voice/{language if find_voice(language) else ENGLISH}/")


def find_clips(language: str) -> str:
    """Return the address of the spoken lines that the host has chosen; ``""``: each page has its own."""
    return make_voice_address(language) if language else ""


_IMAGE = re.compile(r"url\(\.\./([a-z]+\.svg)\)")


@cache
def join_styles(kind: PageKind) -> bytes:
    """Return the style sheets of a kind of page as one, with the small pictures that they use."""
    joined = "".join(_find_file(kind, f"{style}.css").read_text() for style in kind.styles.split())
    return _IMAGE.sub(lambda found: f"url({make_data_address(found[1])})", joined).encode()


@cache
def make_data_address(name: str) -> str:
    """Return a picture (SVG) as an address that contains it."""
    return f"data:image/svg+xml;base64,{b64encode((_FOLDER / name).read_bytes()).decode()}"


_JS_IMPORT = re.compile(r'^import (?:\{ ([\w, ]+) \} from )?"([./\w]*/(\w+)\.js)";$', re.MULTILINE)
_JS_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


def _find_file(kind: PageKind, name: str) -> Path:
    """Return a style sheet or script of a kind of page: its own, or one that several kinds share."""
    own = kind.folder / name
    return own if own.is_file() else _FOLDER / own.suffix[1:] / name


@cache
def join_scripts(kind: PageKind) -> bytes:
    """Return the script of a kind of page with everything that it imports."""
    modules = _order_modules(_find_file(kind, f"{kind.script}.js"))
    return "\n".join(["const $ = {};", *map(_wrap_module, modules)]).encode()


def _order_modules(path: Path) -> dict[Path, None]:
    """Return a module and the modules that it imports, each once, in the order in which they must run."""
    modules: dict[Path, None] = {}
    for _, imported, _ in _JS_IMPORT.findall(path.read_text()):
        modules |= _order_modules((path.parent / imported).resolve())
    return modules | {path: None}


def _wrap_module(path: Path) -> str:
    source = path.read_text()
    exported = ", ".join(_JS_EXPORT.findall(source))
    imports_gone = _JS_IMPORT.sub(
        lambda found: f"const {{ {found[1]} }} = $.{found[3]};" if found[1] else "", source
    )
    return (
        f"$.{path.stem} = (() => {{\n{_JS_EXPORT.sub('', imports_gone)}\nreturn {{ {exported} }};\n}})();\n"
    )


@bp.get("/manifest.webmanifest")
@answers("application/manifest+json")
@needs(GUEST)
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
@answers("*/*")
@needs(GUEST)
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


@bp.get("/static/<stamp>/voice/<code>/<name>")
@answers("audio/mpeg")
@needs(GUEST)
def send_clip(stamp: str, code: str, name: str) -> Response:
    """Send a spoken line in a language."""
    if stamp != make_stamp():
        abort(404)
    return send_from_directory(find_voice(code) or _FOLDER / "voice" / ENGLISH, name, max_age=_YEAR)


def _read_text(name: str) -> bytes | None:
    """Return the content of a file that is sent compressed, ``None`` for any other file."""
    path = _FOLDER / name
    kind = get_kinds().get(path.stem) if path.parent == _FOLDER / "page" else None
    if kind and path.suffix == ".css":
        return join_styles(kind)
    if kind and kind.script and path.suffix == ".js":
        return join_scripts(kind)
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
