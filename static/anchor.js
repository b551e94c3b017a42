// Select the words of a quote with mouse, touch or keys. The browser proposes places; the server reads what stands there.

import { isTyping, letterOf, register } from "./keys.js";
import { unfold } from "./requests.js";

const REST = 200;
const SAY_AFTER = 300;
const bar = document.getElementById("anchor");
const look = document.getElementById("anchor-look");
const count = document.getElementById("anchor-count");
const live = document.getElementById("live");
const talk = document.getElementById("talk");
const selection = document.getSelection();
const TEXT = ".msg-text[data-message]";
const toAdd = bar?.dataset.entry ?? ""; // the entry that words are selected for, as a new quote of it
const ofSession = bar?.dataset.session ?? ""; // where words that are for no quote can become a new entry
/** @type {HTMLElement | null} */
let target = null; // the quote whose words are being selected, while the caret mode is on
let isAsked = false; // Enter was pressed before the server had answered
let isPressed = false; // a press on the bar may collapse the selection, but takes nothing back
let resting = 0;
let saying = 0;

const panel = () => document.getElementById("selection");
const isWriting = () => bar?.hidden === false && panel()?.matches("[data-writing]") === true;
/** @type {(text: string) => number} */
const lengthOf = (text) => [...text].length; // code points, as the server counts
/** @type {(node: Node | null) => HTMLElement | null} */
const textOf = (node) => (node instanceof Element ? node : node?.parentElement)?.closest(TEXT) ?? null;

// ---------- what is selected, as places in messages ----------

/** @type {(node: Node) => HTMLElement | null} */
function scopeOf(node) {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest(".q") ?? (talk?.contains(element) ? talk : null);
}

/** @typedef {{ message: string, start: number, end: number, words: string, inside: Range }} Stretch */

/** @type {(range: Range) => Stretch[]} */
function stretchesIn(range) {
  const scope = scopeOf(range.startContainer) ?? scopeOf(range.endContainer);
  const found = [];
  for (const text of scope?.querySelectorAll(TEXT) ?? []) {
    if (!range.intersectsNode(text)) continue;
    const inside = document.createRange();
    inside.selectNodeContents(text);
    const before = inside.cloneRange();
    if (text.contains(range.startContainer)) inside.setStart(range.startContainer, range.startOffset);
    if (text.contains(range.endContainer)) inside.setEnd(range.endContainer, range.endOffset);
    before.setEnd(inside.startContainer, inside.startOffset);
    const words = inside.toString();
    const start = Number(text.dataset.start) + lengthOf(before.toString());
    if (words.trim()) found.push({ message: text.dataset.message, start, end: start + lengthOf(words), words, inside });
  }
  return found;
}

// Two stretches of a folded message are one place: what is hidden between them is selected too.
/** @type {(stretches: Stretch[]) => string} */
function placesOf(stretches) {
  const places = new Map();
  for (const { message, start, end } of stretches) places.set(message, [places.get(message)?.[0] ?? start, end]);
  return [...places].map(([message, [start, end]]) => `${message}:${start}:${end}`).join(",");
}

/** @type {(node: Node) => string | null} */
function quoteOf(node) {
  if (toAdd) return toAdd;
  const card = scopeOf(node)?.closest(".q");
  if (card) return card.id.replace("quote-", "");
  const row = document.querySelector(".row-ev[aria-current]");
  return row && (target || row.dataset.state === "failed") ? row.dataset.ev : null;
}

// ---------- the bar ----------

/** @type {(name: string, ranges: Range[]) => void} */
function paint(name, ranges) {
  if (!window.Highlight) return; // the browser's own selection is seen then
  if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

// What the server showed belongs to one selection: when that changes, it is hidden until the next answer.
function close() {
  bar.hidden = !toAdd; // it says for which claim words are selected
  panel().hidden = true;
  isAsked = false;
  paint("taken", []);
}

/** @type {(stretches: Stretch[], quote: string | null) => void} */
function ask(stretches, quote) {
  (look.elements.entry ?? look.elements.quote).value = quote ?? "";
  if (look.elements.session) look.elements.session.value = quote ? "" : ofSession;
  look.elements.places.value = placesOf(stretches);
  look.dispatchEvent(new Event("look"));
}

function follow() {
  if (isPressed || isWriting()) return; // the words stay those that the entry is written from
  const range = selection.rangeCount ? selection.getRangeAt(0) : null;
  const stretches = range && !range.collapsed ? stretchesIn(range) : [];
  const quote = range && stretches.length ? quoteOf(range.startContainer) ?? quoteOf(range.endContainer) : null;
  clearTimeout(resting);
  if (!quote && !(stretches.length && ofSession)) {
    close();
    bar.hidden = !target && !toAdd;
    count.textContent = "";
    return;
  }
  bar.hidden = false;
  isAsked = false;
  count.textContent = String(lengthOf(stretches.map((one) => one.words).join("")));
  paint("taken", stretches.map((one) => one.inside));
  panel().hidden = true;
  resting = setTimeout(() => ask(stretches, quote), REST);
}

function use() {
  const button = document.getElementById("use-selection");
  if (!button || panel().hidden) isAsked = !bar.hidden && selection.rangeCount > 0 && !selection.isCollapsed;
  else if (button.form.elements.words?.length) button.focus(); // several quotes: never without a second look
  else button.form.requestSubmit(button);
}

// The form of a new entry takes the keys; what is refused is where one goes on.
function write() {
  target = null;
  isAsked = false;
  paint("caret", []);
  const refused = /** @type {HTMLElement | null} */ (panel().querySelector("[aria-invalid]"));
  (refused ?? document.getElementById("new-title"))?.focus();
}

// ---------- the caret mode ----------

/** @type {(container: HTMLElement) => HTMLElement | null} */
function firstPlace(container) {
  const drawn = [".is-on", ".ghost", ".ev"].map((one) => `${TEXT} ${one}`).join();
  return container.querySelector(drawn) ?? container.querySelector(TEXT);
}

/** @type {(place: HTMLElement) => void} */
function startAt(place) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  if (walker.nextNode()) selection.collapse(walker.currentNode, 0);
  else selection.collapse(place, 0);
}

// The message that the address names, or the first that is loaded: nothing is quoted yet.
function firstPlaceToAdd() {
  const named = location.hash.startsWith("#m-") ? document.getElementById(location.hash.slice(1)) : null;
  return named?.querySelector(TEXT) ?? talk?.querySelector(TEXT) ?? null;
}

function placeToStart() {
  if (toAdd) return firstPlaceToAdd();
  const here = document.activeElement;
  const card = here?.closest(".q") ?? document.querySelector('.q[data-state="failed"]');
  if (card) return firstPlace(card);
  const row = document.querySelector(".row-ev[aria-current]");
  if (!talk || !row) return ofSession ? firstPlaceToAdd() : null;
  const mark = [...talk.querySelectorAll(`[data-ev~="${row.dataset.ev}"]`)].find(textOf);
  return mark ?? document.querySelector(`#m-${row.dataset.index} ${TEXT}`) ?? talk.querySelector(TEXT);
}

/** @type {(place: HTMLElement | null) => void} */
function begin(place) {
  if (!place) {
    live.textContent = bar.dataset.none;
    return;
  }
  const written = document.activeElement;
  if (written instanceof HTMLElement && isTyping(written)) written.blur();
  bar.hidden = false;
  unfold(place);
  startAt(place);
  target = textOf(selection.focusNode);
  live.textContent = bar.dataset.start;
  draw();
}

function leave() {
  target = null;
  paint("caret", []);
  selection.removeAllRanges();
  close();
}

function draw() {
  const node = selection.focusNode;
  const at = document.createRange();
  if (node instanceof Text && selection.isCollapsed) {
    const [next = ""] = node.data.slice(selection.focusOffset);
    at.setStart(node, selection.focusOffset);
    at.setEnd(node, selection.focusOffset + next.length);
  }
  paint("caret", at.collapsed ? [] : [at]);
  (node instanceof Element ? node : node?.parentElement)?.scrollIntoView({ block: "nearest" });
  clearTimeout(saying);
  saying = setTimeout(() => {
    const range = selection.rangeCount ? selection.getRangeAt(0) : null;
    const words = range && !range.collapsed ? stretchesIn(range).map((one) => one.words).join(" / ") : at.toString();
    if (target && words) live.textContent = words;
  }, SAY_AFTER);
}

// A caret stays in the texts of the messages; only a selection may reach from one into the next.
/** @type {(alter: "move" | "extend", direction: string, granularity: string) => void} */
function move(alter, direction, granularity) {
  const [node, offset] = [selection.focusNode, selection.focusOffset];
  selection.modify(alter, direction, granularity);
  if (alter === "move" && !textOf(selection.focusNode)) selection.collapse(node, offset);
  draw();
}

/** @type {(granularity: string) => void} */
function around(granularity) {
  move("move", "backward", granularity);
  move("extend", "forward", granularity);
}

/** @type {Record<string, string[]>} */
const ARROWS = {
  ArrowRight: ["forward", "character"], ArrowLeft: ["backward", "character"],
  ArrowDown: ["forward", "line"], ArrowUp: ["backward", "line"],
  End: ["forward", "lineboundary"], Home: ["backward", "lineboundary"],
};

/** @type {(event: Pressed) => boolean} */
function pressInMode(event) {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const turned = arrow[1] === "character" && getComputedStyle(textOf(selection.focusNode) ?? bar).direction === "rtl";
    const direction = turned ? (arrow[0] === "forward" ? "backward" : "forward") : arrow[0];
    const byWord = arrow[1] === "character" && (event.ctrlKey || event.altKey);
    move(event.shiftKey ? "extend" : "move", direction, byWord ? "word" : arrow[1]);
    return true;
  }
  if (event.key === "Escape") leave();
  else if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return event.key === "Enter";
  else if (event.key === "Enter") use();
  else if (letterOf(event) === "w") around("word");
  else if (letterOf(event) === "l") around("sentence");
  else return false;
  return true;
}

/** @type {(event: Pressed) => void} */
function press(event) {
  if (event.isComposing) return;
  if (target && !isTyping(event.target) && !bar.contains(event.target)) {
    if (!pressInMode(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.key === "Escape" && !bar.hidden && !(toAdd && selection.isCollapsed)) {
    event.stopImmediatePropagation();
    leave();
  }
}

if (bar) {
  bar.hidden = !toAdd;
  document.addEventListener("keydown", press, { capture: true });
  register({ key: "v", where: "#anchor", when: () => !target, act: () => begin(placeToStart()) });
  document.addEventListener("selectionchange", follow);
  bar.addEventListener("pointerdown", () => (isPressed = true));
  document.addEventListener("click", () => (isPressed = false));
  bar.addEventListener("mousedown", (event) => {
    if (!isTyping(event.target)) event.preventDefault(); // the selection stays while the bar is used
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-select]");
    const card = button?.closest(".q");
    if (button) begin(card ? firstPlace(card) : placeToStart());
    if (event.target.closest("[data-leave]")) leave();
  });
  document.addEventListener("htmx:after:swap", () => {
    if (isWriting()) write();
    else if (isAsked && !panel().hidden) use();
  });
  document.addEventListener("submit", (event) => {
    if (!bar.contains(event.target) || event.target === look) return;
    isPressed = false;
    if (!event.target.matches("[data-stays]")) leave();
  });
}
