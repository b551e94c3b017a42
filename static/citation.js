// Copy a quote with its source: by the buttons of its menu, or as Markdown with y. Everything works without this file.

import { register } from "./keys.js";
import { alreadyTold, unfold } from "./requests.js";

const live = document.getElementById("live");
const reader = document.getElementById("cite-current");

// Without a right to the clipboard the text is selected, to be copied by hand.
/** @param {HTMLInputElement | HTMLTextAreaElement} field */
async function copy(field) {
  const menu = field.closest(".cite");
  if (!menu) return;
  try {
    await navigator.clipboard.writeText(field.value);
    live.textContent = menu.dataset.copied;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  } catch {
    unfold(field);
    field.focus();
    field.select();
    live.textContent = menu.dataset.byHand;
  }
}

// Buttons that only a script can serve are shown when it is there; a card that is swapped brings new ones.
function showButtons() {
  for (const button of document.querySelectorAll("[data-cite][hidden]")) button.hidden = false;
}

function currentQuote() {
  return document.querySelector("#rail .row-ev[aria-current]")?.dataset.ev;
}

// The reader has one menu. What it says is of one quote, so it goes when another becomes the current one.
function follow() {
  const quote = currentQuote();
  const menu = reader.querySelector(".cite");
  if (menu && menu.dataset.quote !== quote) menu.remove();
  document.getElementById("cite-read").hidden = !quote || menu?.dataset.quote === quote;
}

async function readMenu() {
  const quote = currentQuote();
  if (!quote || reader.querySelector(".cite")?.dataset.quote === quote) return;
  const url = reader.dataset.url.replace("/0/", `/${quote}/`);
  await htmx.ajax("GET", url, { source: "#cite-menu", target: "#cite-menu", swap: "innerHTML" });
  follow();
  if (!reader.querySelector(".cite")) live.textContent = reader.dataset.none;
}

function menuOfCard() {
  const card = document.activeElement?.closest(".q") ?? document.querySelector(".q:target");
  return card ? card.querySelector(".cite") : document.querySelector(".q .cite");
}

async function copyMarkdown() {
  if (reader) await readMenu();
  const menu = reader ? reader.querySelector(".cite") : menuOfCard();
  const field = menu?.querySelector("[data-markdown]");
  if (field) await copy(field);
}

async function openMenu() {
  await readMenu();
  const menu = reader.querySelector(".cite");
  if (!menu) return;
  menu.open = true;
  menu.querySelector("summary").focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-cite]");
  if (button) copy(/** @type {HTMLTextAreaElement} */ (document.getElementById(button.dataset.cite)));
  else if (event.target.closest("#cite-read")) openMenu().catch(alreadyTold);
});

register({
  key: "y",
  where: ".cite, #cite-current",
  when: () => !reader || Boolean(currentQuote()),
  act: () => { copyMarkdown().catch(alreadyTold); },
});

document.addEventListener("htmx:after:process", showButtons);
showButtons();
if (reader) {
  new MutationObserver(follow).observe(document.getElementById("rail"), { subtree: true, attributeFilter: ["aria-current"] });
  follow();
}
