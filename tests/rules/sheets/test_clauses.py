"""The clauses beside the values, read beside the printed sheets."""

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
"""Names of places that are no heading: what stands above the first one, and headings of two parts."""


def plain(text: str) -> str:
    """Return the letters, digits and marks of a text, without what only sets it: spaces, quotes, emphasis."""
    text = re.sub(r"-\n", "", text).replace("’", "'").replace("–", "-")
    return re.sub(r"[\s*\\“”]", "", text).lower()


@pytest.mark.shared
@pytest.mark.parametrize("slug", SHEETS)
def test_the_words_of_each_clause_stand_on_the_printed_sheet(slug: str) -> None:
    """What a clause quotes is on the sheet word by word, and so is the heading before it."""
    if not SEEDS.is_dir():
        pytest.skip("the printed sheets are not beside the checkout")
    texts = dict(zip(SHEETS, sorted(SEEDS.glob("*.txt")), strict=False))
    if slug not in texts:
        pytest.skip(f"the text of {slug} does not lie beside the checkout")
    printed = plain(texts[slug].read_text(encoding="utf-8"))
    missing = []
    for key, clause in load_written(slug).clauses.items():
        for quoted in re.findall("“(.*?)”(?=[.;,:]|$| )", clause):
            missing += [(key, part) for part in quoted.split("…") if plain(part) not in printed]
        for heading in re.findall(r"(?:^|”\. )([^“”]+?): “", clause):
            known = heading in NO_HEADING or heading.startswith("Not on the sheet")
            if not known and plain(heading) not in printed:
                missing.append((key, heading))
    assert missing == []
