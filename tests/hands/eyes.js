// What a person sees on a page, as plain values: texts, and things to tap. Whatever is hidden, covered or as small as a
// point is not there. Nothing here reads or changes what the page's scripts know.
() => {
  const TAPPED = "button, a[href], input:not([type=hidden]), select, textarea, summary";
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  // While styles are on their way a browser paints nothing, although it already has places for everything.
  const isPainted = [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet);
  const isShown = (element) => isPainted && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const isLarge = (box) => box.width > 2 && box.height > 2;

  /** Return what lies on top at a point, `undefined` outside the window. */
  function findTop(x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
    return document.elementFromPoint(x, y);
  }

  /** Return whether something that does not belong to the element lies over this point. */
  function isCovered(element, x, y) {
    if (getComputedStyle(element).pointerEvents === "none") return false; // a finger passes through, but eyes see it
    const top = findTop(x, y);
    return top !== undefined && top !== null && !element.contains(top) && !top.contains(element);
  }

  /** Return whether an element, or one around it, shows nothing of what is in it. */
  function isClipped(element) {
    for (let at = element; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (!isLarge(at.getBoundingClientRect())) return true;
    }
    return false;
  }

  function isSeen(element, box) {
    return isLarge(box) && isShown(element) && !isClipped(element)
      && !isCovered(element, box.x + box.width / 2, box.y + box.height / 2);
  }

  function findBlock(element) {
    let at = element;
    while (at.parentElement && getComputedStyle(at).display.startsWith("inline") && !at.matches("button, a")) {
      at = at.parentElement;
    }
    return at;
  }

  function readLines(root) {
    const lines = [];
    let block = null;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let element = node;
      let text = "";
      let box;
      if (node.nodeType === Node.TEXT_NODE) {
        text = tidy(node.data);
        if (!text) continue;
        element = node.parentElement;
        if (element.matches("option, script, style, template")) continue;
        range.selectNodeContents(node);
        [box] = range.getClientRects();
      } else if (node.matches("[role=img][aria-label]")) {
        text = `[${node.getAttribute("aria-label")}]`;
        box = node.getBoundingClientRect();
      } else continue;
      if (!box || !isSeen(element, box)) continue;
      const own = findBlock(element);
      if (own === block) lines[lines.length - 1] += ` ${text}`;
      else lines.push(text);
      block = own;
    }
    return lines;
  }

  function nameThing(element, label) {
    return tidy(element.getAttribute("aria-label") || (label ? label.innerText : "")
      || (element.matches("select, input, textarea") ? "" : element.innerText)
      || element.placeholder || element.title || "");
  }

  function readThings() {
    return [...document.querySelectorAll(TAPPED)].flatMap((element) => {
      const label = element.labels?.[0] ?? null;
      const role = element.matches("a") ? "link" : element.matches("select") ? "select" : element.matches("textarea") ? "field"
        : element.matches("input") ? ({ radio: "radio", checkbox: "tick", submit: "button" }[element.type] ?? "field") : "button";
      const own = element.getBoundingClientRect();
      const body = (role === "radio" || role === "tick") && label && !(isLarge(own) && isShown(element)) ? label : element;
      const box = body.getBoundingClientRect();
      if (!isLarge(box) || !isShown(body) || isClipped(body)) return [];
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const group = element.closest("li, tr, section, dialog");
      return [{
        role, name: nameThing(element, label), x, y,
        beside: group ? tidy(group.innerText) : "",
        group: element.closest("[role=group]")?.getAttribute("aria-label") ?? "",
        covered: isCovered(body, x, y), away: findTop(x, y) === undefined, enabled: !element.disabled,
        chosen: Boolean(element.checked), value: element.value ?? "",
        choices: element.matches("select") ? [...element.options].map((option) => tidy(option.text)) : [],
      }];
    });
  }

  const readAll = (selector) => [...document.querySelectorAll(selector)]
    .filter((element) => isLarge(element.getBoundingClientRect()) && isShown(element));
  const marked = (selector) => readAll(selector).map((element) => tidy(element.innerText));

  return {
    address: location.pathname + location.search,
    lines: readLines(document.body),
    things: readThings(),
    rows: readAll("tr").map((row) => [...row.cells].map((cell) => tidy(cell.innerText))),
    items: readAll("li, dl > div").map((item) => tidy(item.innerText)),
    now: marked("[data-now]"),
    next: marked("[data-next]"),
  };
}
