// Keys, menus, and focus that stays near after a swap. Everything works without this file.

import "./lists.js";
import { isLive, isTyping, register } from "./keys.js";

const CARDS = "body:not(:has(#talk)) :is(.q, .fail)";
const FAILED_CARDS = 'body:not(:has(#talk)) :is(.q, .fail)[data-state="failed"]';
const LOADS_ITSELF = /\b(load|intersect|revealed|every)\b/;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const live = document.getElementById("live");

// The keys walk the quote cards, or the rows of the failed list; the session reader walks its own rows.
/** @type {(step: number, onlyFailed: boolean) => void} */
function walkCards(step, onlyFailed) {
  const cards = [...document.querySelectorAll(onlyFailed ? FAILED_CARDS : CARDS)];
  const here = cards.findIndex((card) => card.contains(document.activeElement));
  const next = here < 0 ? (step > 0 ? 0 : cards.length - 1) : (here + step + cards.length) % cards.length;
  cards[next].focus({ preventScroll: true });
  cards[next].scrollIntoView({ block: "start", behavior: reduced.matches ? "auto" : "smooth" });
}

// The sheet lists what does something on this page; all keys are on the help page.
function showKeys() {
  for (const row of document.querySelectorAll("#keys .keys > div")) {
    row.hidden = ![...row.querySelectorAll("kbd")].some((key) => isLive(key.textContent));
  }
  document.getElementById("keys")?.showModal();
}

// Out of a text field, with the words left in it: keys mean something again.
/** @param {HTMLElement} field */
function leaveField(field) {
  const near = field.closest(".q, .fail, .row-ev, details.ask, #entry, main");
  const place = near?.matches("details") ? near.querySelector("summary") : near;
  if (place && !place.matches("summary, [tabindex]")) place.tabIndex = -1;
  field.blur();
  place?.focus({ preventScroll: true });
}

/** @param {Pressed} event */
function pressEscape(event) {
  const open = document.activeElement?.closest("details[open].menu, details[open].ask") ?? document.querySelector("details[open].menu, details[open].ask");
  if (!open) {
    if (isTyping(event.target) && !event.target.closest("[data-claim-choices]")) leaveField(event.target);
    return;
  }
  event.preventDefault();
  open.open = false;
  open.querySelector("summary").focus();
}

register(
  { key: "?", where: "#keys", act: showKeys },
  { key: "Esc", where: "body" },
  { key: "m", where: ".mention", act: () => document.querySelector(".mention")?.click() },
  { key: "n", where: CARDS, act: () => walkCards(1, false) },
  { key: "p", where: CARDS, act: () => walkCards(-1, false) },
  { key: "f", where: FAILED_CARDS, act: () => walkCards(1, true) },
  { key: "Shift f", where: FAILED_CARDS, act: () => walkCards(-1, true) },
  { key: "j", where: ".fail", act: () => walkCards(1, false), repeats: true },
  { key: "k", where: ".fail", act: () => walkCards(-1, false), repeats: true },
);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) pressEscape(event);
});

// Ctrl+Enter sends what is written, in every field of a form that changes something.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
  const form = event.target.closest?.("textarea, input, select")?.form;
  if (form?.method !== "post") return;
  event.preventDefault();
  form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const menu = document.querySelector("details[open].menu, details[open].ask");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

// A swap may take the focused control away: then focus stays at the part that was swapped. What loads by itself takes none,
// as what the rail reads of its current quote.
document.addEventListener("htmx:after:swap", (event) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const source = event.detail?.ctx?.sourceElement;
  if (source?.id === "rail" || LOADS_ITSELF.test(source?.getAttribute?.("hx-trigger") ?? "")) return;
  const id = event.detail?.ctx?.target?.id ?? event.target?.id;
  document.getElementById(id)?.focus({ preventScroll: true });
});

const said = document.querySelector(".flash")?.textContent;
if (live && !live.textContent && said) live.textContent = said.trim();
