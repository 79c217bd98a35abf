"""Writes the project's addresses from ``addresses.toml`` into the files where people read them."""

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
"""For each file: the lines around its addresses, a line for each address, and the line if all are empty."""


def load_addresses() -> dict[str, str]:
    """Return the addresses by their names; unknown ones are empty."""
    return tomllib.loads((ROOT / "addresses.toml").read_text("utf-8"))


def fill_addresses(name: str, text: str, addresses: Mapping[str, str]) -> str:
    r"""Return a file's text with its addresses.

    >>> known = {"home": "https://example.org", "issues": ""}
    >>> print(fill_addresses("pyproject.toml", "# addresses\n# end", known))
    # addresses
    urls.Homepage = "https://example.org"
    # end
    """
    before, after, lines, without = PLACES[name]
    filled = [line.format(**addresses) for key, line in lines.items() if addresses[key]]
    between = "".join(f"{line}\n" for line in filled or [without] if line)
    pattern = rf"(?ms)^{re.escape(before)}$.*?^{re.escape(after)}$"
    return re.sub(pattern, lambda _: f"{before}\n{between}{after}", text)


if __name__ == "__main__":
    for place in PLACES:
        path = ROOT / place
        path.write_text(fill_addresses(place, path.read_text("utf-8"), load_addresses()), "utf-8")
