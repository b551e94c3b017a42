// Answer the question about a claim from the keyboard, and keep the focus with it. Everything works without this file.

import { isBusy, register } from "./keys.js";

const FIELDS = { 2: "correct-title", 3: "claim-reject-reason" };
/** @type {HtmxContext | null} */
let answering = null;

function choices() {
  return document.querySelector("[data-claim-choices]");
}

// An answer opens alone: two half-written ones would leave it open which is meant.
/** @param {HTMLElement} field */
function openAnswer(field) {
  const fold = field.closest("details");
  if (!fold) return;
  for (const other of choices()?.querySelectorAll("details[open]") ?? []) if (other !== fold) other.open = false;
  fold.open = true;
  field.focus();
}

document.addEventListener("keydown", (event) => {
  const fold = event.key === "Escape" && !event.isComposing ? document.activeElement?.closest("[data-claim-choices] details[open]") : null;
  if (fold) {
    event.preventDefault();
    fold.open = false;
    fold.querySelector("summary").focus();
  }
});

function confirm() {
  const { form } = document.getElementById("claim-confirm");
  if (!isBusy(form)) form.requestSubmit();
}

register(
  { key: "1", where: "[data-claim-choices]", act: confirm },
  ...Object.entries(FIELDS).map(([key, id]) => (
    { key, where: "[data-claim-choices]", act: () => openAnswer(/** @type {HTMLElement} */ (document.getElementById(id))) }
  )),
);

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
