// The acts on the card of a quote from the keyboard, and its differences seen in another way. Everything works without
// this file.

import { controlsOf, isBusy, register, registerControls } from "./keys.js";
import { unfold } from "./requests.js";

const VIEWS = ["inline", "source", "quote"];
const OPEN_CARDS = ".q[data-open]";
const root = document.documentElement;

// The view holds for every difference of the page, so it outlives a swapped card.
function nextView() {
  root.dataset.diff = VIEWS[(VIEWS.indexOf(root.dataset.diff ?? "inline") + 1) % VIEWS.length];
}

// A key acts on the card that has the focus, or else on the first that needs a person.
function cardHere() {
  return document.activeElement?.closest(".q") ?? document.querySelector(OPEN_CARDS) ?? document.querySelector(".q");
}

// A fold opens with those around it, and its first field is written in; a form is sent.
/** @param {string} letter */
function pressOnCard(letter) {
  const card = cardHere();
  const control = controlsOf(".q", letter).find((one) => card?.contains(one));
  const fold = control?.closest("details");
  if (control?.matches("summary") && fold) {
    unfold(fold);
    fold.querySelector("textarea, input:not([type=hidden])")?.focus();
  } else if (control?.matches("a")) control.click();
  else if (control?.form && !isBusy(control.form)) control.form.requestSubmit();
}

registerControls(".q", pressOnCard);

// By mouse or by Enter, too: what opens is what is written next, unless words are selected in it, or it came open and
// something in it has the focus again.
document.addEventListener("toggle", (event) => {
  if (document.getElementById("anchor")?.hidden === false) return;
  const inside = document.activeElement?.closest(".q details.act");
  if (inside === event.target && !document.activeElement?.matches("summary")) return;
  if (event.target.matches?.(".q details.act[open]")) event.target.querySelector("textarea, input:not([type=hidden])")?.focus();
}, true);

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

register(
  { key: "d", where: ".q-say :is(del, ins)", act: nextView },
  { key: "]", where: ".q [id^=choose-]", act: () => walkPlaces(1) },
  { key: "[", where: ".q [id^=choose-]", act: () => walkPlaces(-1) },
);
