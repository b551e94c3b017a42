// Keys, menus, and focus that stays near after a swap. Everything works without this file.

import { isFree, isTyping, letterOf } from "./keys.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const live = document.getElementById("live");

// The keys walk the quote cards, or the rows of the failed list; the session reader walks its own rows.
function walkCards(step, onlyFailed) {
  const cards = [...document.querySelectorAll(onlyFailed ? '.q[data-state="failed"], .fail[data-state="failed"]' : ".q, .fail")];
  if (!cards.length) return;
  const here = cards.findIndex((card) => card.contains(document.activeElement));
  const next = here < 0 ? (step > 0 ? 0 : cards.length - 1) : (here + step + cards.length) % cards.length;
  cards[next].focus({ preventScroll: true });
  cards[next].scrollIntoView({ block: "start", behavior: reduced.matches ? "auto" : "smooth" });
}

// The sheet lists what does something on this page; all keys are on the help page.
function showKeys() {
  for (const row of document.querySelectorAll("#keys [data-where]")) row.hidden = !document.querySelector(row.dataset.where);
  document.getElementById("keys")?.showModal();
}

// Out of a text field, with the words left in it: keys mean something again.
function leaveField(field) {
  const near = field.closest(".q, .fail, .row-ev, details.ask, #entry, main");
  const place = near?.matches("details") ? near.querySelector("summary") : near;
  if (place && !place.matches("summary, [tabindex]")) place.tabIndex = -1;
  field.blur();
  place?.focus({ preventScroll: true });
}

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

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) return pressEscape(event);
  if (!isFree(event)) return;
  const cards = {
    n: () => walkCards(1, false),
    p: () => walkCards(-1, false),
    f: () => walkCards(event.shiftKey ? -1 : 1, true),
  };
  const shared = {
    "?": showKeys,
    m: () => document.querySelector(".mention")?.click(),
  };
  const actions = { ...shared, ...(document.getElementById("talk") ? {} : cards) };
  const action = actions[letterOf(event)];
  if (!action) return;
  event.preventDefault();
  action();
});

document.addEventListener("click", (event) => {
  const menu = document.querySelector("details[open].menu, details[open].ask");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

// A swap may take the focused control away: then focus stays at the part that was swapped.
document.addEventListener("htmx:after:swap", (event) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const id = event.detail?.ctx?.target?.id ?? event.target?.id;
  document.getElementById(id)?.focus({ preventScroll: true });
});

if (live && !live.textContent && document.querySelector(".flash")) live.textContent = document.querySelector(".flash").textContent.trim();
