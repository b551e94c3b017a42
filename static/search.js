// The palette: Ctrl+K on every page looks everywhere and goes there, or does what a control of the page does. Without this file the link beside it opens the search page.

import { letterOf, liveActs, register } from "./keys.js";

const PAUSE = 150;
const palette = document.getElementById("palette");
const field = document.getElementById("pal-q");
const found = document.getElementById("pal-found");
const told = document.getElementById("pal-told");
/** @type {AbortController | null} */
let asked = null;
let waiting = 0;
/** @type {string | null} */
let answered = null; // the words that what is shown was found for
/** @type {Act[]} */
let offered = []; // what can be done on the page, as the options have it
let isFollowing = false; // Enter was pressed before these words were answered

const options = () => [...found.querySelectorAll('[role="option"]')];
const chosen = () => found.querySelector('[aria-selected="true"]');

/** @param {HTMLElement} [option] */
function choose(option) {
  chosen()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

/** @param {number} step */
function walk(step) {
  const all = options();
  if (all.length) choose(all[(all.findIndex((option) => option === chosen()) + step + all.length) % all.length]);
}

/** @type {(nodes: Node[], sentence: string) => void} */
function show(nodes, sentence) {
  found.replaceChildren(...nodes);
  const all = options();
  field.setAttribute("aria-expanded", String(all.length > 0));
  field.setAttribute("aria-controls", [...found.querySelectorAll('[role="listbox"]')].map((list) => list.id).join(" ") || found.id);
  told.textContent = sentence;
  choose(all[0]);
}

/** @type {(act: Act, number: number) => HTMLElement} */
function optionFor({ key, words }, number) {
  const option = document.createElement("li");
  const [beside, letter, said] = ["span", "kbd", "span"].map((name) => document.createElement(name));
  option.id = `pal-act-${number}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  [beside.className, letter.textContent, said.className, said.textContent] = ["k", key, "t", words];
  beside.append(letter);
  option.append(beside, " ", said);
  return option;
}

// What is done follows what is found, so that Enter on a name never decides.
/** @type {(words: string) => Node[]} */
function actsFor(words) {
  const wanted = words.toLowerCase().split(/\s+/);
  offered = liveActs().filter((one) => wanted.every((word) => one.words.toLowerCase().includes(word)));
  if (!offered.length) return [];
  const [head, list] = /** @type {HTMLTemplateElement} */ (document.getElementById("pal-acts")).content.cloneNode(true).childNodes;
  /** @type {Element} */ (list).replaceChildren(...offered.map(optionFor));
  return [head, list];
}

// One request at a time: what is typed on stops the one before, so an old answer is never shown nor followed.
async function ask() {
  asked?.abort();
  const mine = (asked = new AbortController());
  const words = field.value;
  try {
    const response = await fetch(`${palette.dataset.address}?q=${encodeURIComponent(words)}`, { signal: mine.signal, headers: { "HX-Request": "true" } });
    const text = await response.text();
    if (!response.ok || response.headers.has("HX-Redirect")) throw new Error(`the palette was answered with ${response.status}`);
    if (mine.signal.aborted) return;
    const acts = actsFor(words);
    const hits = [...new DOMParser().parseFromString(text, "text/html").body.childNodes];
    show([...hits.filter((node) => !acts.length || !(node instanceof Element && node.matches(".nothing"))), ...acts], "");
    answered = words;
    if (isFollowing) follow(chosen());
  } catch {
    if (!mine.signal.aborted) show([], palette.dataset.failed);
  }
}

function askSoon() {
  isFollowing = false;
  asked?.abort();
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

function open() {
  palette.showModal();
  answered = null;
  isFollowing = false;
  field.value = "";
  field.focus();
  ask();
}

/** @param {HTMLElement | null} option */
function follow(option) {
  if (!option) return;
  const act = option.id.startsWith("pal-act-") && offered[Number(option.id.slice("pal-act-".length))];
  palette.close();
  if (act) act.act();
  else location.assign(option.dataset.href);
}

// What was typed on since is meant, not what is shown for the words before.
function enter() {
  if (answered === field.value) follow(chosen());
  else isFollowing = true;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.isComposing) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    Enter: () => (event.ctrlKey || event.metaKey ? location.assign(`${palette.dataset.all}?q=${encodeURIComponent(field.value)}`) : enter()),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

if (palette) {
  register({ key: "Ctrl K", where: "#palette" });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || letterOf(event) !== "k" || event.isComposing) return;
    if (document.querySelector("dialog[open]:modal")) return;
    event.preventDefault();
    open();
  });
  document.getElementById("search-link")?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || document.getElementById("seek")) return;
    event.preventDefault();
    open();
  });
  field.addEventListener("keydown", pressed);
  field.addEventListener("input", (event) => event.isComposing || askSoon());
  field.addEventListener("compositionend", askSoon);
  found.addEventListener("click", (event) => follow(event.target.closest('[role="option"]')));
  palette.addEventListener("click", (event) => event.target === palette && palette.close());
  palette.addEventListener("close", () => asked?.abort());
}

// A view that is kept is the one on the screen: filters change the address without loading the page.
document.addEventListener("submit", (event) => {
  const view = event.target.closest("form[data-view]");
  if (view) view.elements.query.value = location.search.slice(1);
});
