// Markup as text, escaped by default, and a small morph that brings the page to it without
// replacing what stays: focus, pictures, scrolling and running animations survive an update.

class Markup {
  constructor(text) { this.text = text; }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function plain(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(plain).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** Tag for templates: html`<b>${name}</b>` escapes the name; arrays are joined, null and false are nothing. */
export function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(plain)));
}

/** Bring the children of `place` to the markup. */
export function morph(place, markup) {
  const wanted = document.createElement("template");
  wanted.innerHTML = plain(markup).trim();
  children(place, wanted.content);
}

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.dataset?.key === b.dataset?.key;
}

function children(here, wanted) {
  const next = [...wanted.childNodes];
  next.forEach((node, at) => {
    const now = here.childNodes[at];
    if (!now) { here.append(node); return; }
    if (same(now, node)) { one(now, node); return; }
    const later = node.dataset?.key && [...here.childNodes].slice(at).find((other) => same(other, node));
    if (later) { here.insertBefore(later, now); one(later, node); } else { here.insertBefore(node, now); }
  });
  while (here.childNodes.length > next.length) here.lastChild.remove();
}

function one(now, wanted) {
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.nodeValue !== wanted.nodeValue) now.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name } of [...now.attributes]) if (!wanted.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  if (!now.nodeName.includes("-")) children(now, wanted); // a custom element draws itself
}
