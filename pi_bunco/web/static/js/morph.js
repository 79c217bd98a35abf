// Changes a part of the page to new markup in place. Focus, pictures, scrolling, typed text, open dialogs and running
// animations stay. Our own elements draw their content themselves, and learn of changes from their attributes.

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
  // Idiomorph does not change the element with the focus. That is right for a field in which somebody types, but a
  // button would keep its old label.
  const ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
  Idiomorph.morph(place, markup, { morphStyle: "innerHTML", ignoreActiveValue, callbacks });
}
