"""Measures the ink of texts on a page: how high digits and capitals are, and where they stand."""

from dataclasses import dataclass
from typing import Any

_FIND = """(selector) => {
  const pen = document.createElement('canvas').getContext('2d');
  const box = (e) => e.getBoundingClientRect();
  const shown = (e) => e.checkVisibility() && e.textContent.trim();
  return [...document.querySelectorAll(selector)].filter(shown).map((e) => {
    const [style, text] = [getComputedStyle(e), e.textContent.trim()];
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const [own, plain] = [text, /\\d/.test(text) ? '1' : 'H'].map((each) => pen.measureText(each));
    const grown = box(e).height / e.offsetHeight;
    const mark = document.createElement('span');
    mark.style = 'display: inline-block; width: 0; height: 0';
    e.append(mark);
    const line = box(mark).bottom; // what has no height stands on the line of the text
    mark.remove();
    const words = document.createRange();
    words.selectNodeContents(e);
    const card = e.closest('.card, .foot, #alert') ?? document.body;
    const edge = box(card);
    const [left, right] = [box(words).left, box(words).right];
    const top = line - own.actualBoundingBoxAscent * grown;
    return {
      text, left, right, top, bottom: line, height: plain.actualBoundingBoxAscent * grown, card: card.id,
      out: Math.max(edge.top - top, line - edge.bottom, edge.left - left, right - edge.right),
    };
  });
}"""


@dataclass(frozen=True)
class Ink:
    """The ink of a text, in pixels of the page.

    Attributes
    ----------
    height
        The height of its digits, or of its capitals if it has no digits.
    left, top, right, bottom
        Where it is. The bottom is the line on which the text stands: the tail of a *y* may reach below.
    card, out
        The card on which it stands, and how far it reaches beyond the card's edge; a negative number if it is
        inside.
    """

    text: str
    height: float
    left: float
    top: float
    right: float
    bottom: float
    card: str
    out: float

    def touches(self, other: "Ink") -> bool:
        """Whether both stand on the same card and overlap."""
        apart = self.card != other.card or self.right <= other.left or other.right <= self.left
        return not apart and self.top < other.bottom - 1 and other.top < self.bottom - 1


def find_ink(page: Any, selector: str) -> list[Ink]:
    """Return the ink of every visible text that a CSS selector finds."""
    return [Ink(**measured) for measured in page.evaluate(_FIND, selector)]
