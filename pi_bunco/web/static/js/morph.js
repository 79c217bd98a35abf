// Brings a part of the page to new markup in place: focus, pictures, scrolling, what was typed, open dialogs and
// running animations stay. What an element of ours draws into itself is its own; it learns by its attributes.

/* global Idiomorph -- the vendored script */
const OWN = ["open", "checked", "selected"]; // the browser's, once somebody has touched it

function attributes(now, next) {
  for (const name of now.constructor.observedAttributes ?? []) {
    const value = next.getAttribute(name);
    if (value === null) now.removeAttribute(name);
    else if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
}

const callbacks = {
  beforeNodeMorphed(now, next) {
    if (!now.nodeName.includes("-") || now.nodeName !== next.nodeName) return true;
    attributes(now, next);
    return false;
  },
  beforeAttributeUpdated: (name, node) => !OWN.includes(name) && (name !== "value" || node.type === "hidden"),
};

export function morph(place, markup) {
  // Of the element with the focus idiomorph leaves all as it is: right where somebody types, wrong for a button,
  // which would keep its old label.
  const ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
  Idiomorph.morph(place, markup, { morphStyle: "innerHTML", ignoreActiveValue, callbacks });
}
