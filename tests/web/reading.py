"""Finds texts on a page that cannot be read, because they are cut, covered or outside their card."""

from typing import Any

_FIND = """(root) => {
  const box = (e) => e.getBoundingClientRect();
  const texts = [];
  for (const walker = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
    walker.nextNode();) {
    const [node, e] = [walker.currentNode, walker.currentNode.parentElement];
    if (!node.data.trim() || !e.checkVisibility() || e.closest('.unseen, .confetti, svg, noscript')) continue;
    if (getComputedStyle(e).clipPath === 'inset(50%)') continue; // only for screen readers here
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      // The ink of a line: a font has room above its capitals and, for digits, below them.
      const em = line.height / 1.25;
      const below = /^[\\d\\s:]+$/.test(node.data) ? .27 : .06;
      texts.push({ e, text: node.data.trim(), left: line.left, right: line.right,
        top: line.top + .28 * em, bottom: line.bottom - below * em });
    }
  }
  const wrong = [];
  const out = (t, edge, by) => t.left < edge.left - by || t.right > edge.right + by
    || t.top < edge.top - by || t.bottom > edge.bottom + by;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const t of texts) {
    if (t.e.closest('.cut')) wrong.push(`cut: ${t.text}`);
    if (document.documentElement.scrollHeight <= innerHeight && out(t, screen, 1)) {
      wrong.push(`outside the screen: ${t.text}`);
    }
    for (let up = t.e; up; up = up.parentElement) {
      const hides = getComputedStyle(up).overflow !== 'visible' || up.classList.contains('card');
      if (hides && up !== document.body && up !== document.documentElement && out(t, box(up), 2)) {
        wrong.push(`outside ${up.className || up.tagName}: ${t.text}`);
        break;
      }
    }
  }
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > 2) wrong.push(`overlap: ${one.text} / ${other.text}`);
  }));
  for (const e of document.querySelectorAll(`${root} .given`)) {
    if (e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== 'visible') {
      wrong.push('the awards scroll');
    }
  }
  return [...new Set(wrong)];
}"""


def find_unreadable(page: Any, root: str) -> list[str]:
    """Return what is wrong with the texts inside an element: those that are cut, covered or outside.

    Parameters
    ----------
    page
        An open page, without animations.
    root
        The CSS selector of the element.
    """
    faults: list[str] = page.evaluate(_FIND, root)
    return faults
