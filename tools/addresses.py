"""Writes the project's addresses, of which ``addresses.toml`` has the only copy, where people read them."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACES = {
    "SECURITY.md": (
        "<!-- addresses -->",
        "<!-- end -->",
        {"security": "Write to {security}, and to nobody else."},
        "Write to the people from whom you have pi-bunco, and to nobody else.",
    ),
    "CONTRIBUTING.md": (
        "<!-- addresses -->",
        "<!-- end -->",
        {"home": "The project lives at {home}.", "issues": "Faults and wishes: {issues}."},
        "The project has no address yet.",
    ),
    "pyproject.toml": (
        "# addresses",
        "# end",
        {"home": 'urls.Homepage = "{home}"', "issues": 'urls.Issues = "{issues}"'},
        "",
    ),
}
"""Of each file: what stands around its addresses, a line for each of them, and one where all are empty."""


def load() -> dict[str, str]:
    """Return the addresses by their names; those that are not known yet are empty."""
    return tomllib.loads((ROOT / "addresses.toml").read_text("utf-8"))


def filled(name: str, text: str, addresses: Mapping[str, str]) -> str:
    r"""Return a file's text with its addresses.

    >>> print(filled("pyproject.toml", "# addresses\n# end", {"home": "https://example.org", "issues": ""}))
    # addresses
    urls.Homepage = "https://example.org"
    # end
    """
    before, after, lines, without = PLACES[name]
    said = [line.format(**addresses) for key, line in lines.items() if addresses[key]]
    between = "".join(f"{line}\n" for line in said or [without] if line)
    pattern = rf"(?ms)^{re.escape(before)}$.*?^{re.escape(after)}$"
    return re.sub(pattern, lambda _: f"{before}\n{between}{after}", text)


if __name__ == "__main__":
    for place in PLACES:
        path = ROOT / place
        path.write_text(filled(place, path.read_text("utf-8"), load()), "utf-8")
