// What the pages' scripts meet beside what TypeScript knows of a browser. The scripts are JavaScript, without notes on types:
// what they ask of an element, every element has here, so that names and arguments are checked all the same.

/** Brings a part of a page to new markup in place: static/vendor/idiomorph.min.js. */
declare const Idiomorph: { morph(from: Element, to: string | Element | NodeList, how?: object): Element[] };

/** What the table's script shares with the browser's tests. */
interface Window { piBunco: Record<string, unknown> }

/** Safari's names until 16.4. */
interface Document { webkitFullscreenElement?: Element; webkitExitFullscreen?: () => void }
interface HTMLElement { webkitRequestFullscreen?: () => Promise<void> }

/** Forms, fields and buttons, as the target of an event. */
interface EventTarget {
  closest: Element["closest"];
  matches: Element["matches"];
  getAttribute: Element["getAttribute"];
  append: Element["append"];
  dataset: DOMStringMap;
  elements: any;
  method: any;
  value: any;
  reset: any;
}

/** Elements that are found by a selector or an id: templates, dialogs, our own keypad. */
interface Element { style: CSSStyleDeclaration; offsetWidth: number; hidden: any; click(): void; tap?(face: number): void }
interface HTMLElement { content: any; showModal?: any; close?: any }
interface Event { detail: any }
interface CSSStyleDeclaration { setProperty(property: string, value: number): void }
