// Changes a part of the page to new markup in place, so that focus, pictures, scrolling, typed text, open dialogs and
// running animations stay. Our own elements draw their content themselves, so only their attributes are changed.

/* global Idiomorph -- the vendored script */
const KEPT = ["open", "checked", "selected"]; // attributes that people change

/** @param {Element} now @param {Element} next */
function copyAttributes(now, next) {
  const { observedAttributes = [] } = /** @type {{ observedAttributes?: string[] }} */ (now.constructor);
  for (const name of observedAttributes) {
    const value = next.getAttribute(name);
    if (value === null) now.removeAttribute(name);
    else if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
}

const callbacks = {
  /** @param {Element} now @param {Element} next */
  beforeNodeMorphed(now, next) {
    if (!now.nodeName.includes("-") || now.nodeName !== next.nodeName) return true;
    copyAttributes(now, next);
    return false;
  },
  /** @param {string} name @param {HTMLInputElement} node */
  beforeAttributeUpdated: (name, node) => !KEPT.includes(name) && (name !== "value" || node.type === "hidden"),
};

/** @param {Element} place @param {string} markup */
export function morph(place, markup) {
  // With this, idiomorph does not touch the focused element. That is right for a field in which somebody types, but a
  // button would keep its old label.
  const ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
  Idiomorph.morph(place, markup, { morphStyle: "innerHTML", ignoreActiveValue, callbacks });
}
