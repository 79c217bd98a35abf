"""Shell commands for the tests on blank roots, and a next version to which they update."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tools.bundle import build_wheel

INSTALL = "/mnt/checkout/install.sh"
LIST_OUR_FILES = r"find / -xdev -name '*pi-bunco*' -not -path '/mnt/*' | sort"

_UNFINISHED = """{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
{"time": "2026-01-05T20:15:00.000+00:00", "event": "bell"}
{"event": "throw", "table": 1, "dice": [1, 1, 1]}
"""
IMPORT_GAME = f"cat >/var/tmp/game <<'END'\n{_UNFINISHED}END\npi-bunco record --import /var/tmp/game"
"""Imports an unfinished game into the log."""

UPDATE = "pi-bunco update /mnt/bundle/pi_bunco-9.9.9-py3-none-any.whl --wheels /mnt/bundle/wheels"
"""Updates to the version that :func:`add_next_version` has made."""


def add_next_version(
    bundle: Path, folder: Path, checkout: Path, change: Callable[[Path], object] = lambda _: None
) -> Path:
    """Return a copy of a bundle with another wheel: of version 9.9.9, after ``change`` to its checkout."""
    copy, bundle_copy = folder / "checkout", folder / "bundle"
    shutil.copytree(checkout, copy)
    (copy / "pi_bunco" / "__init__.py").write_text('"""Next."""\n\n__version__ = "9.9.9"\n', "utf-8")
    change(copy)
    shutil.copytree(bundle, bundle_copy)
    build_wheel(bundle_copy, copy)
    return bundle_copy
