// Removes functions that Safari 15.0 or Chrome 100 lacks (source: MDN, browser-compat-data), so that a page that calls
// one of them fails in the tests too. ESLint refuses newer syntax: see tools/js.
(() => {
  const missing = [
    [Array.prototype, "at with toSorted toReversed toSpliced findLast findLastIndex"],
    [String.prototype, "at isWellFormed toWellFormed"],
    [Object.getPrototypeOf(Uint8Array.prototype), "at with toSorted toReversed findLast findLastIndex"],
    [Array, "fromAsync"],
    [Object, "hasOwn groupBy"],
    [Map, "groupBy"],
    [Promise, "withResolvers try"],
    [Set.prototype, "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom"],
    [Element.prototype, "checkVisibility setHTMLUnsafe getHTML moveBefore"],
    [HTMLElement.prototype, "showPopover hidePopover togglePopover"],
    [HTMLDialogElement.prototype, "show showModal close requestClose open"],
    [HTMLFormElement.prototype, "requestSubmit"],
    [AbortSignal, "any timeout"],
    [AbortSignal.prototype, "throwIfAborted"],
    [URL, "canParse parse"],
    [URLSearchParams.prototype, "size"],
    [Response, "json"],
    [Document, "parseHTMLUnsafe"],
    [Document.prototype, "startViewTransition"],
    [Crypto.prototype, "randomUUID subtle"],
    [window, "structuredClone reportError scheduler navigation cookieStore requestIdleCallback Iterator "
      + "CloseWatcher Highlight Sanitizer Temporal"],
  ];
  for (const [owner, names] of missing) for (const name of names.split(" ")) delete owner[name];
})();
