"""The clauses beside the values, compared with the text of the printed sheets."""

import re
from pathlib import Path

import pytest

from pi_bunco.rules import SHEETS, load_written

SEEDS = Path(__file__).parents[4] / "shared" / "seeds"

NO_HEADING = {
    "Opening",
    "Party Bunco, Set up",
    "Play, for several tables",
    "Overall",
    "Starting the Next Round",
}
"""Names of places that are no headings of the text: the opening, and headings that have two parts."""


def strip_layout(text: str) -> str:
    """Return a text without spaces, quotes, emphasis and hyphenation, in small letters."""
    text = re.sub(r"-\n", "", text).replace("’", "'").replace("–", "-")
    return re.sub(r"[\s*\\“”]", "", text).lower()


@pytest.mark.shared
@pytest.mark.parametrize("slug", SHEETS)
def test_clauses_quote_printed_sheet(slug: str) -> None:
    """The printed sheet contains each quotation of a clause word by word, and the heading before it."""
    if not SEEDS.is_dir():
        pytest.skip("the printed sheets are not beside the checkout")
    texts = dict(zip(SHEETS, sorted(SEEDS.glob("*.txt")), strict=False))
    if slug not in texts:
        pytest.skip(f"the text of {slug} does not lie beside the checkout")
    printed = strip_layout(texts[slug].read_text(encoding="utf-8"))
    missing = []
    for key, clause in load_written(slug).clauses.items():
        for quoted in re.findall("“(.*?)”(?=[.;,:]|$| )", clause):
            missing += [(key, part) for part in quoted.split("…") if strip_layout(part) not in printed]
        for heading in re.findall(r"(?:^|”\. )([^“”]+?): “", clause):
            known = heading in NO_HEADING or heading.startswith("Not on the sheet")
            if not known and strip_layout(heading) not in printed:
                missing.append((key, heading))
    assert missing == []
