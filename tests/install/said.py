"""What the tests on blank roots say there, and the next version that they bring."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tools.bundle import build_wheel

INSTALL = "/mnt/checkout/install.sh"
OURS = r"find / -xdev -name '*pi-bunco*' -not -path '/mnt/*' | sort"

_UNFINISHED = """{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
{"time": "2026-01-05T20:15:00.000+00:00", "event": "bell"}
{"event": "throw", "table": 1, "dice": [1, 1, 1]}
"""
PUT_GAME = f"cat >/var/tmp/game <<'END'\n{_UNFINISHED}END\npi-bunco record --import /var/tmp/game"
"""Puts a game there that was left in the middle."""

UPDATE = "pi-bunco update /mnt/bundle/pi_bunco-9.9.9-py3-none-any.whl --wheels /mnt/bundle/wheels"
"""Takes what :func:`with_next` made."""


def with_next(
    bundle: Path, folder: Path, checkout: Path, change: Callable[[Path], object] = lambda _: None
) -> Path:
    """Return a copy of a bundle, with a wheel beside it that says it is version 9.9.9, changed a little."""
    copy, packed = folder / "checkout", folder / "bundle"
    shutil.copytree(checkout, copy)
    (copy / "pi_bunco" / "__init__.py").write_text('"""Next."""\n\n__version__ = "9.9.9"\n', "utf-8")
    change(copy)
    shutil.copytree(bundle, packed)
    build_wheel(packed, copy)
    return packed
