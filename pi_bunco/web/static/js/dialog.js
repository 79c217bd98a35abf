// A sheet over the page. Safari knows <dialog> since 15.4; before that it is a box, shown while it has `open`.

const isOpen = (dialog) => dialog.hasAttribute("open");

export function open(dialog) {
  if (isOpen(dialog)) return;
  if (!("showModal" in dialog)) dialog.setAttribute("open", "");
  dialog.showModal?.();
}

export function close(dialog) {
  dialog.close?.();
  dialog.removeAttribute("open");
}
