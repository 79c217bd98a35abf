// Types for the pages' scripts that TypeScript does not know: what our markup always contains, and the data that the
// server sends. Only the type check reads this file; browsers never get it.

type Point = [x: number, y: number];
type Size = [width: number, height: number];
type Box = [x0: number, y0: number, x1: number, y1: number];
type Sides = { left: number; top: number; right: number; bottom: number };

/** The markup of changed blocks, by their ids: `set` replaces a block, `add` is added at its end. */
type Change = { set: Record<string, string>; add: Record<string, string> };

/** What a page does when its stream reports something. `late`: there were no events for a time before. */
type Listener = {
  onBlocks(change: Change, late: boolean): void;
  onHello(hello: { stamp: string }): void;
  onGone(): void;
  onStale(since: Date): void;
  onFresh(): void;
};

/** pi_bunco/views/table.py: Alert. */
type Alert = {
  id: number;
  kind: "start" | "end" | "bunco" | "wipe" | "over";
  title: string;
  text: string;
  image: string | null;
  stop: boolean;
};

/** pi_bunco/web/pages/table/frame.py: ShownDice. */
type ShownDice = { dice: number[]; boxes: Box[] | null; image: string | null };

/** pi_bunco/web/pages/table/frame.py: CuesView. */
type Cues = {
  game: string;
  alerts: Alert[];
  bunco: ShownDice | null;
  scores: number[];
  moving: boolean;
  doubt: number | null;
  again: number | null;
  draws: boolean;
  drawn: string[][];
  instead: string;
  quiet: boolean;
  horn: boolean;
  bell_in: number | null;
  lines: Record<string, string>;
  clips: string;
};

/** pi_bunco/web/pages/room/announcements.py: Announcement and AnnouncementsView. */
type Announcement = { key: string; effect: "" | "start" | "end" | "bunco" | "drawn" | "over"; lines: string[] };
type Announcements = {
  quiet: boolean;
  horn: boolean;
  now: Announcement[];
  bell_in: number | null;
  last_minute: boolean;
  tables: number;
  sets: number;
  language: string;
  clips: string;
};

/** What fills the screen: an alert with its dice and scores, or a drawn name. */
type Shown = {
  id: number | "own";
  kind: Alert["kind"] | "drawn";
  title: string;
  text: string;
  image?: string | null;
  stop?: boolean;
  dice?: ShownDice | null;
  scores?: number[];
};

/** The names of the words in words.html. */
type Word =
  | "silent" | "silentThen" | "failed" | "again" | "unsent" | "lost" | "drawn" | "dice" | "die" | "tapped" | "untapped"
  | "soundOn" | "soundTap" | "soundOff" | "sound" | "volume" | "spoken" | "clips" | "faces";
type WordsTemplate = HTMLTemplateElement & { dataset: Record<Word, string> };

/** A claim on the staff's page: its key in the record, and the codes of the devices that have entered it. */
type Claim = HTMLElement & { dataset: { key: string; codes: string } };

type DiceKeypad = HTMLElement & { tap(face: number): void };

/** Changes a part of a page to new markup in place: static/vendor/idiomorph.min.js. */
declare const Idiomorph: { morph(from: Element, to: string, how: object): void };

/** Draws the description of the API: static/vendor/redoc.standalone.js. */
declare const Redoc: { init(address: string, options: object, at: Element, done: (failure?: unknown) => void): void };

/** What the table's script shares with the tests in a browser. */
interface Window {
  piBunco: { painted: { seq: number; taken: number | null; at: number } | null };
}

/** Our own event, and the events of a page's elements. */
interface WindowEventMap { "ask-whether": CustomEvent<string> }

interface Document {
  addEventListener(type: "submit", listener: (event: SubmitEvent & { target: HTMLFormElement }) => void): void;
  addEventListener(type: "click", listener: (event: MouseEvent & { target: HTMLElement }) => void): void;
  addEventListener(type: "keydown", listener: (event: KeyboardEvent & { target: HTMLElement }) => void): void;
  addEventListener(type: "change", listener: (event: Event & { target: HTMLSelectElement }) => void): void;

  getElementById(id: "words"): WordsTemplate;
  getElementById(id: "dialog"): HTMLDialogElement;
  getElementById(id: "corners"): HTMLFormElement & { elements: { corners: HTMLInputElement } };
  getElementById(id: "confetti"): HTMLTemplateElement;
  getElementById(id: "alert" | "stale" | "staff" | "toast"): HTMLElement;

  /** Safari's names until 16.4. */
  webkitFullscreenElement?: Element;
  webkitExitFullscreen?(): Promise<void>;
}
interface HTMLElement { webkitRequestFullscreen?(): Promise<void> }

/** What a selector finds on the page whose script uses it. */
interface ParentNode {
  querySelector(selectors: "form"): HTMLFormElement;
  querySelector(selectors: "button"): HTMLButtonElement;
  querySelector(selectors: "img"): HTMLImageElement;
  querySelector(selectors: "template"): HTMLTemplateElement;
  querySelector(selectors: "time" | "ul" | "[data-print]" | ".own" | "b" | "div"): HTMLElement;
  querySelectorAll(selectors: "[data-fetch]"): NodeListOf<HTMLElement & { dataset: { fetch: string } }>;
  querySelectorAll(selectors: "[data-key]"): NodeListOf<Claim>;
  querySelectorAll(selectors: ".fit"): NodeListOf<HTMLElement & { parentElement: HTMLElement }>;
  querySelectorAll(selectors: ".shrink"): NodeListOf<HTMLElement>;
  querySelectorAll(selectors: "#dialog dice-keypad, main dice-keypad"): NodeListOf<DiceKeypad>;
}
interface Element {
  closest(selectors: "#sight"): HTMLElement;
  closest(selectors: "[data-key]"): Claim | null;
  closest(selectors: "button[data-do]"): (HTMLButtonElement & { dataset: { do: string } }) | null;

  /** Attributes that our elements and forms always have. */
  getAttribute(name: "action" | "boxes" | "corners" | "cues" | "markers" | "size" | "src" | "words"): string;

  /** By any selector, scripts only look for HTML elements. */
  dataset: DOMStringMap;
  hidden: HTMLElement["hidden"];
  click(): void;
}
interface CSSStyleDeclaration { setProperty(property: string, value: number): void }
