// The keys of all pages in one register: which letter does what, where, and when it may. The scripts of a page add theirs.

const LETTERS = /^[a-z1-9?[\]/]$/i;
const SECOND_KEY = 1500; // milliseconds in which the second of two keys has to follow
/** @type {Row[]} */
const known = [];
/** @type {{ within: string, press: (letter: string) => void }[]} */
const places = [];
/** @type {{ name: string, at: number } | null} */
let first = null;

// A Hangul keyboard sends "ㅜ" for the key "n": then the place of the key counts.
/** @type {(event: KeyboardEvent) => string} */
export function letterOf(event) {
  if (LETTERS.test(event.key)) return event.key.toLowerCase();
  if (event.code === "Slash" && event.shiftKey) return "?";
  return event.code?.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
}

/** @type {(target: EventTarget | null) => boolean} */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

// A single key does something only when nobody writes, composes a syllable, holds it down, or has a dialog open; and
// when the person has not turned single keys off.
/** @type {(event: KeyboardEvent, allowed?: { mayRepeat?: boolean }) => boolean} */
export function isFree(event, { mayRepeat = false } = {}) {
  return !(
    document.body.dataset.singleKeys === "off" || event.isComposing || event.defaultPrevented || (event.repeat && !mayRepeat) ||
    event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]:modal")
  );
}

// Whether what a form would change is being changed already: a second press decides nothing.
/** @type {(form: HTMLFormElement) => boolean} */
export function isBusy(form) {
  const target = form.getAttribute("hx-target");
  return [...document.querySelectorAll("form.htmx-request")].some((one) => one === form || one.getAttribute("hx-target") === target);
}

// A key is named as the list of keys writes it: "f", "Shift f", "g q". It does something where its selector finds an
// element and `when` agrees; `act` returns false if it found nothing to do. Without `act` it is only listed: the browser
// or another listener has it. Only a key with `repeats` acts again while it is held down.
/** @param {Row[]} rows */
export function register(...rows) {
  known.push(...rows);
}

// The keys of acts stand on their controls, as the server wrote them: one that is on the page is pressed by its letter.
/** @type {(within: string, press: (letter: string) => void) => void} */
export function registerControls(within, press) {
  places.push({ within, press });
}

/** @type {(within: string, letter?: string) => Control[]} */
export function controlsOf(within, letter) {
  const all = /** @type {Control[]} */ ([...document.querySelectorAll(`:is(${within}) [data-key]:not([inert] *)`)]);
  return letter ? all.filter((one) => one.dataset.key === letter) : all;
}

/** @type {() => Row[]} */
function allRows() {
  const onPage = places.flatMap(({ within, press }) => controlsOf(within).map(({ dataset: { key } }) => (
    { key: key ?? "", where: within, act: () => press(key ?? "") }
  )));
  return [...known, ...onPage];
}

/** @type {(row: Row) => boolean} */
function works(row) {
  return document.querySelector(row.where) !== null && (row.when?.() ?? true);
}

// Of two keys the first one is listed.
/** @type {(key: string) => boolean} */
export function isLive(key) {
  return allRows().some((row) => (row.key === key || row.key.startsWith(`${key} `)) && works(row));
}

// Every key that does something on this page now, for the list of keys.
export function liveKeys() {
  return [...new Set(allRows().filter(works).map((row) => row.key))];
}

// The acts whose controls are on the page, as these are worded: the palette offers them. Of one key, the first.
/** @type {() => Act[]} */
export function liveActs() {
  /** @type {Map<string, Act>} */
  const acts = new Map();
  for (const { within, press } of places) {
    for (const control of controlsOf(within)) {
      const key = control.dataset.key ?? "";
      if (acts.has(key) || control.getAttribute("aria-disabled") === "true" || !control.checkVisibility()) continue;
      acts.set(key, { key, words: wordsOf(control), act: () => press(key) });
    }
  }
  return [...acts.values()].filter(({ words }) => words);
}

/** @type {(control: Control) => string} */
function wordsOf(control) {
  const copy = /** @type {Control} */ (control.cloneNode(true));
  for (const key of copy.querySelectorAll("kbd")) key.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @type {(event: KeyboardEvent) => string} */
function nameOf(event) {
  const letter = letterOf(event);
  return event.shiftKey && /[a-z]/.test(letter) ? `Shift ${letter}` : letter;
}

/** @type {(name: string, event: Pressed) => boolean} */
function act(name, event) {
  return allRows().some((row) => row.key === name && row.act && (row.repeats || !event.repeat) && works(row) && row.act(event) !== false);
}

// The second of two keys is never taken for a key of its own: "g a" must not verify, nor "g x" reject.
document.addEventListener("keydown", (event) => {
  if (!isFree(event, { mayRepeat: true })) return;
  const name = nameOf(event);
  if (!name) return;
  const prefix = first && !event.repeat && event.timeStamp - first.at < SECOND_KEY ? first.name : null;
  if (!event.repeat) first = null;
  if (prefix) {
    act(`${prefix} ${name}`, event);
  } else if (!act(name, event)) {
    if (event.repeat || !known.some((row) => row.key.startsWith(`${name} `) && works(row))) return;
    first = { name, at: event.timeStamp };
  }
  event.preventDefault();
});
