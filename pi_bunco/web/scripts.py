"""Joins the scripts of a page into one file, so that a tablet on a slow network makes one request.

The scripts are modules. All imports have one form: ``import { word } from "./words.js";``. Each module
becomes a function that returns what it exports, and comes after the modules that it imports.
"""

import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "static" / "js"
_IMPORT = re.compile(r'^import (?:\{ ([\w, ]+) \} from )?"\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)

PAGES = frozenset({"calibrate", "camera", "host", "new", "print", "results", "room", "table"})
"""The scripts that pages load."""


@cache
def join_scripts(name: str) -> bytes:
    """Return the script of a page with everything that it imports."""
    return "\n".join(["const $ = {};", *map(_wrap_module, _order_modules(name))]).encode()


def _order_modules(name: str) -> dict[str, None]:
    """Return a module and the modules that it imports, each once, in the order in which they must run."""
    found: dict[str, None] = {}
    for _, imported in _IMPORT.findall(_read_source(name)):
        found |= _order_modules(imported)
    return found | {name: None}


def _wrap_module(name: str) -> str:
    source = _read_source(name)
    exported = ", ".join(_EXPORT.findall(source))
    imports_gone = _IMPORT.sub(
        lambda found: f"const {{ {found[1]} }} = $.{found[2]};" if found[1] else "", source
    )
    return f"$.{name} = (() => {{\n{_EXPORT.sub('', imports_gone)}\nreturn {{ {exported} }};\n}})();\n"


def _read_source(name: str) -> str:
    return (_FOLDER / f"{name}.js").read_text()
