// Decide on an entry from the keyboard: verify, reject, skip. Everything works without this file.

import { controlsOf, registerControls } from "./keys.js";

const WHERE = "#undo, #decide, #queue-head, #seen";
/** @type {Set<HtmxContext>} */
const underway = new Set();
/** @type {{ letter: string, address: string | undefined, isAsking: boolean } | null} */
let kept = null;

// What a key presses: the offer to undo, or else the first control that is not blocked; a fold opens, and its first field
// is written in.
/** @type {(letter: string) => Control | null} */
function controlOf(letter) {
  const all = controlsOf(WHERE, letter);
  const open = all.filter((control) => control.getAttribute("aria-disabled") !== "true");
  return open.find((control) => control.closest("#undo")) ?? open[0] ?? all[0] ?? null;
}

// What a control would decide on: the address names the entry.
/** @type {(control: Control) => string | undefined} */
function addressOf(control) {
  return control?.href ?? control?.form?.action ?? control?.closest("details")?.querySelector("form")?.action;
}

// What a card reads on its own changes nothing that is decided on: keys do not wait for it.
/** @type {(ctx: HtmxContext) => boolean} */
function mayChange({ target, request }) {
  return target?.id === "entry" || request.method !== "GET";
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (mayChange(ctx)) underway.add(ctx);
});

// Before htmx has bound a form, pressing it would load a page.
/** @type {(control: Control) => boolean} */
function isBound(control) {
  const source = control.matches("a") ? control : control.form;
  return !source?.matches("[hx-get], [hx-post]") || source.dataset.htmxPowered === "true";
}

// A key that met the next entry before its request had ended, or before its form was bound, is pressed now; one that met
// the last entry is not.
function pressKept() {
  if (!kept) return;
  const control = controlOf(kept.letter);
  if (underway.size || (control && !isBound(control))) return;
  const isSame = control && addressOf(control) === kept.address;
  kept = null;
  if (isSame) press(control);
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  underway.delete(ctx);
  queueMicrotask(pressKept); // until this one is over, htmx drops the next of the same form
});
document.addEventListener("htmx:after:process", pressKept);

/** @type {(control: Control) => boolean} */
function isFold(control) {
  return control.matches("summary");
}

/** @param {HTMLElement} summary */
function openFold(summary) {
  const fold = summary.closest("details");
  if (!fold) return;
  fold.open = true;
  fold.querySelector("textarea, input:not([type=hidden])")?.focus();
}

// What a blocked entry lacks is where to go on: its link in the bar, or the list of what is open.
/** @param {Control} control */
function press(control) {
  if (control.getAttribute("aria-disabled") === "true") {
    (document.querySelector("#decide .say a") ?? document.getElementById("checklist")).focus();
  } else if (isFold(control)) openFold(control);
  else control.click();
}

// Of several keys that wait the last is meant; but what follows an "x" is the reason that is being written.
/** @param {string} letter */
function pressLetter(letter) {
  if (kept?.isAsking) return;
  const control = controlOf(letter);
  if (!control) return;
  if (underway.size || !isBound(control)) kept = { letter, address: addressOf(control), isAsking: isFold(control) };
  else press(control);
}

registerControls(WHERE, pressLetter);

// The offer to take a decision back goes when its time is over; the server decides by its own clock.
setInterval(() => {
  const offer = document.querySelector("#undo form");
  if (!offer) return;
  const left = Number(offer.dataset.seconds) - 1;
  offer.dataset.seconds = String(left);
  /** @type {HTMLElement} */ (offer.querySelector("span")).textContent = String(left);
  if (left > 0) return;
  const place = document.getElementById("entry") ?? document.getElementById("main");
  if (offer.contains(document.activeElement)) place.focus({ preventScroll: true });
  offer.remove();
}, 1000);

// By mouse or by Enter, too: a reason is asked for, so it is what is written next.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#decide details.ask[open]")) event.target.querySelector("textarea, select, input:not([type=hidden])")?.focus();
}, true);
