"""``make hardware``: make all that is made and is not as it would be made now."""

import json
import shutil
import sys

from tools.hardware.made import HARDWARE, ROOT, SUMS, drawn, sums, written

_NEEDS = {"openscad": "openscad", "xvfb-run": "xvfb", "pdftoppm": "poppler-utils", "chromium": "chromium"}


def main() -> None:
    """Write what has changed, then draw what was made of it."""
    missing = [package for program, package in _NEEDS.items() if not shutil.which(program)]
    if missing:
        sys.exit(f"Missing: {' '.join(missing)}. Install with: sudo apt-get install {' '.join(missing)}")
    for path, content in written().items():
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
            _say("wrote", path)
    known, now = sums(), {}
    for each in drawn():
        name = str(each.path.relative_to(HARDWARE))
        now[name] = each.sum
        if known.get(name) != each.sum or not each.path.exists():
            each.make()
            _say("drew", each.path)
        SUMS.write_text(json.dumps(known | now, indent=1, sort_keys=True) + "\n", "utf-8")
    SUMS.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", "utf-8")


def _say(what: str, path: object) -> None:
    sys.stdout.write(f"{what} {str(path).removeprefix(f'{ROOT}/')}\n")


main()
