// Answer the question about a claim from the keyboard, and keep the focus with it. Everything works without this file.

import { controlsOf, isBusy, registerControls } from "./keys.js";

const WHERE = "[data-claim-choices]";
/** @type {HtmxContext | null} */
let answering = null;

// An answer opens alone: two half-written ones would leave it open which is meant.
/** @param {HTMLDetailsElement} fold */
function openAnswer(fold) {
  for (const other of fold.closest(WHERE)?.querySelectorAll("details[open]") ?? []) if (other !== fold) other.open = false;
  fold.open = true;
  fold.querySelector("textarea, input:not([type=hidden])")?.focus();
}

document.addEventListener("keydown", (event) => {
  const fold = event.key === "Escape" && !event.isComposing ? document.activeElement?.closest(`${WHERE} details[open]`) : null;
  if (fold) {
    event.preventDefault();
    fold.open = false;
    fold.querySelector("summary").focus();
  }
});

registerControls(WHERE, (letter) => {
  const [control] = controlsOf(WHERE, letter);
  const fold = control.closest("details");
  if (fold) openAnswer(fold);
  else if (control.form && !isBusy(control.form)) control.form.requestSubmit();
});

document.addEventListener("htmx:config:request", ({ detail }) => {
  if (detail.ctx.sourceElement?.matches("#claim-question form, #claim-text form")) answering = detail.ctx;
});

// The answer folds to one line, and whoever answered is led to it, not to the top of the page. Other swaps may come first.
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (!answering || detail.ctx !== answering) return;
  answering = null;
  const line = document.getElementById("claim-question");
  const again = document.querySelector("#claim-question details[open] textarea, #correct[open] textarea");
  const place = again ?? (line?.hidden === false ? line : document.getElementById("entry"));
  place?.focus({ preventScroll: true });
});
