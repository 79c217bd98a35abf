"""``make hardware``: make all generated files that are out of date."""

import json
import shutil
import sys

from tools.hardware.made import HARDWARE, ROOT, SUMS, list_drawn, load_sums, make_written

_NEEDS = {"openscad": "openscad", "xvfb-run": "xvfb", "pdftoppm": "poppler-utils", "chromium": "chromium"}


def main() -> None:
    """Write the files that have changed, then draw the files that depend on them."""
    missing = [package for program, package in _NEEDS.items() if not shutil.which(program)]
    if missing:
        sys.exit(f"Missing: {' '.join(missing)}. Install with: sudo apt-get install {' '.join(missing)}")
    for path, content in make_written().items():
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
            _say("wrote", path)
    known, now = load_sums(), {}
    for file in list_drawn():
        name = str(file.path.relative_to(HARDWARE))
        now[name] = file.sum
        if known.get(name) != file.sum or not file.path.exists():
            file.draw()
            _say("drew", file.path)
        SUMS.write_text(json.dumps(known | now, indent=1, sort_keys=True) + "\n", "utf-8")
    SUMS.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", "utf-8")


def _say(what: str, path: object) -> None:
    sys.stdout.write(f"{what} {str(path).removeprefix(f'{ROOT}/')}\n")


main()
