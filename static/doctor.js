// Look at a difference in another way, open the editor, send it from the keyboard. Everything works without this file.

import { register } from "./keys.js";

const VIEWS = ["inline", "rows", "source"];
const root = document.documentElement;
const live = document.getElementById("live");

// The view holds for every comparison of the page, so it outlives a swapped card.
/** @param {Element | null} near */
function nextView(near) {
  const view = VIEWS[(VIEWS.indexOf(root.dataset.diff ?? "inline") + 1) % VIEWS.length];
  root.dataset.diff = view;
  const compared = near?.closest(".q")?.querySelector("[data-diff-next]") ?? document.querySelector("[data-diff-next]");
  const sentence = compared?.closest(".q")?.querySelector(".sum").textContent?.trim();
  live.textContent = `${compared?.dataset[view]}: ${sentence}`;
}

function cardHere() {
  return document.activeElement?.closest(".q") ?? document.querySelector('.q[data-state="failed"]') ?? document.querySelector(".q");
}

// The field with other words, or the button that looks for them again: both may be in folds.
/** @param {string} selector */
function goTo(selector) {
  const field = cardHere()?.querySelector(selector);
  if (!field) return false;
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  field.focus();
  return true;
}

// The places of an ambiguous quote are walked with their buttons: Enter takes the one that is outlined.
/** @param {number} step */
function walkPlaces(step) {
  const card = [cardHere(), ...document.querySelectorAll(".q")].find((one) => one?.querySelector("[id^=choose-]"));
  const buttons = [...(card?.querySelectorAll("[id^=choose-]") ?? [])];
  if (!card || !buttons.length) return false;
  const walked = buttons.findIndex((button) => button === document.activeElement);
  const here = walked < 0 ? buttons.findIndex((button) => button.closest("[data-here]")) : walked;
  const next = buttons[(here + step + buttons.length) % buttons.length];
  for (const mark of card.querySelectorAll(".fixes .is-on")) mark.classList.remove("is-on");
  next.closest("li")?.querySelector(".ev")?.classList.add("is-on");
  next.focus();
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-diff-next]");
  if (button) nextView(button);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
  const field = event.target.closest?.(".retry textarea, .retry input");
  if (!field) return;
  event.preventDefault();
  field.form?.requestSubmit();
});

register(
  { key: "d", where: ".diff-inline", act: () => nextView(cardHere()) },
  { key: "e", where: ".q textarea", act: () => goTo("textarea") },
  { key: "r", where: ".q .retry button", act: () => goTo(".retry button") },
  { key: "]", where: ".q [id^=choose-]", act: () => walkPlaces(1) },
  { key: "[", where: ".q [id^=choose-]", act: () => walkPlaces(-1) },
);
