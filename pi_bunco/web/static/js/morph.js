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

/**
 * Return a function that corrects what the selects show. A choice stays if it can still be chosen, or else goes back to
 * the first option. If the server names another choice (`data-chosen`), the select shows that.
 * @param {Element} place
 */
function noteChoices(place) {
  const before = [...place.querySelectorAll("select")].map((select) => ({
    select, value: select.value, chosen: select.dataset.chosen,
  }));
  return () => {
    for (const { select, value, chosen: chosenBefore } of before) {
      const { chosen } = select.dataset;
      select.value = chosen !== undefined && chosen !== chosenBefore ? chosen : value;
      if (select.selectedIndex < 0) select.selectedIndex = 0;
    }
  };
}

/** @param {Element} place @param {string} markup */
export function morph(place, markup) {
  const correctChoices = noteChoices(place);
  // With this, idiomorph does not touch the focused element. That is right for a field in which somebody types, but a
  // button would keep its old label.
  const ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
  Idiomorph.morph(place, markup, { morphStyle: "innerHTML", ignoreActiveValue, callbacks });
  correctChoices();
}
