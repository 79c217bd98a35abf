"""No word is torn apart on any screen of a whole night, in each language and with long names."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.languages import find_catalogue
from pi_bunco.sentences import translate
from tests.web.driving import DRIVEN, PATIENCE_MS
from tests.web.moments import NIGHTS, Night, open_night, open_screens, play_night

pytestmark = [*DRIVEN, pytest.mark.nightly]

NAMES = (
    *("Magdalena", "Bartholomew", "José Ángel", "Jürgen", "Christopher", "Wilhelmina"),
    *("Constanze", "Hildegard", "Ida", "Jo", "Maximilian", "Lee"),
)
SAYS = "(says) => document.querySelector('[data-now]')?.textContent === says"
TORN = r"""() => {
  const torn = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter((box) => box.width);
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      if (lines.size > 1) torn.push(`${word} in ${node.parentElement.closest('[id], section, main')?.id}`);
    }
  }
  return torn;
}"""


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night.rules)
def test_no_word_is_torn_apart(browser: Any, tmp_path: Path, night: Night, language: str) -> None:
    """Each word is on one line, on television, host's page, tables, phones and results."""
    wrong = set()
    with open_night(tmp_path, night, NAMES) as (service, address):
        pages = open_screens(browser, address, guest=NAMES[1], language=language)
        for moment in play_night(service, night):
            says = translate(service.view().moment.now, find_catalogue(language))
            for name, page in pages.items():
                page.wait_for_function(SAYS, arg=says, timeout=PATIENCE_MS)
                wrong |= {f"{name}, {moment}: {word}" for word in page.evaluate(TORN)}
        for page in pages.values():
            page.context.close()
    assert wrong == set()
