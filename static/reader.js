// The session reader: the text, the rail and the map are views of one list. Everything works without this file.

import "./decide.js";
import { alreadyTold } from "./requests.js";
import { isFree, register } from "./keys.js";
import { redraw } from "./map.js";
import { partOf, read } from "./windows.js";

const FAR = 2;
const ALL = ".row-ev", FAILED = '.row-ev[data-state="failed"]', OPEN = ".row-ev[data-open]:not([data-settled])";
const DESK_WAITS = 120; // milliseconds
const MAP_WAITS = 250; // milliseconds: what was done is shown before the map is drawn anew
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const talk = document.getElementById("talk");
const rail = document.getElementById("rail");
const deskAddress = document.getElementById("entry")?.dataset.desk ?? "";
/** @type {string | null} */
let current = rail.querySelector(".row-ev[aria-current]")?.dataset.ev ?? null;
let isReadingDesk = false;

/** @type {(key: string) => HTMLElement | null} */
const rowOf = (key) => document.getElementById(`row-${key}`);
/** @type {(key: string) => NodeListOf<HTMLElement>} */
const marksOf = (key) => talk.querySelectorAll(`[data-ev~="${key}"]`);

function letGo() {
  for (const mark of talk.querySelectorAll(".is-on")) mark.classList.remove("is-on");
  rail.querySelector(".row-ev[aria-current]")?.removeAttribute("aria-current");
  talk.classList.remove("has-on");
  current = null;
}

// Words that several quotes share open a list of them, made of what the rail says about each.
/** @param {HTMLElement} mark */
function openShared(mark) {
  const box = document.getElementById("shared");
  const items = mark.dataset.ev.split(" ").map((key) => {
    const row = rowOf(key);
    const button = document.createElement(row ? "button" : "a");
    button.dataset.choose = key;
    button.textContent = row ? `${row.querySelector(".m")?.dataset.badge ?? ""} ${row.querySelector(".say").textContent}` : `${key}`;
    if (button instanceof HTMLAnchorElement) button.href = `?quote=${key}#here`;
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  box.querySelector("ol").replaceChildren(...items);
  const { left, bottom } = mark.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - 360))}px`;
  box.style.top = `${Math.min(bottom + 8, innerHeight - 240)}px`;
  box.showPopover();
  box.querySelector("li > *")?.focus();
}

// A mark takes the focus only when somebody goes there, and has a name only then: hundreds of names are noise.
/** @param {string} key */
function focusMark(key) {
  const mark = marksOf(key)[0];
  if (!mark) return;
  const row = rowOf(key);
  mark.tabIndex = -1;
  mark.setAttribute("role", "button");
  mark.setAttribute("aria-label", row ? row.innerText.replace(/\s+/g, " ") : mark.textContent);
  mark.focus({ preventScroll: true });
  mark.addEventListener("blur", () => {
    for (const name of ["role", "aria-label", "tabindex"]) mark.removeAttribute(name);
  }, { once: true });
}

/** @param {HTMLElement} mark */
function pressMark(mark) {
  const keys = mark.dataset.ev.split(" ");
  if (keys.length > 1) openShared(mark);
  else select(keys[0]);
}

// A long way is jumped, never scrolled: what lies on it need not be drawn.
/** @type {(element: HTMLElement, block: ScrollLogicalPosition) => void} */
function show(element, block) {
  const away = Math.abs(element.getBoundingClientRect().top) > FAR * innerHeight;
  element.scrollIntoView({ block, behavior: reduced.matches || away ? "instant" : "smooth" });
}

// Focus goes to the row's link: that is what a screen reader reads, and Tab goes on from there.
/** @typedef {number | string | null} Index */
/** @type {(key: string, options?: { focus?: boolean, index?: Index }) => void} */
function select(key, { focus = true, index = null } = {}) {
  letGo();
  current = key;
  const row = rowOf(key);
  const marks = marksOf(key);
  row?.setAttribute("aria-current", "true");
  for (const mark of marks) mark.classList.add("is-on");
  talk.classList.toggle("has-on", marks.length > 0);
  openDesk(key);
  if (row?.classList.contains("short")) unfoldRow(row, focus).catch(alreadyTold);
  if (focus) row?.querySelector(".say").focus({ preventScroll: true });
  if (row) show(row, "nearest");
  const target = marks[0] ?? document.getElementById(`m-${row?.dataset.index ?? index}`);
  if (target) show(target, marks.length ? "center" : "start");
  history.replaceState(null, "", row?.querySelector(".say").href ?? `?quote=${key}#here`);
}

// The desk shows the current quote, and the decision on its entry; who walks past it quickly does not wait for it. Until it
// has come, nothing can be decided on the one before.
/** @param {string} key */
function openDesk(key) {
  const desk = document.getElementById("entry");
  if (!desk) return;
  desk.inert = desk.dataset.quote !== key;
  if (desk.inert) setTimeout(() => { if (current === key) readDesk().catch(alreadyTold); }, DESK_WAITS);
}

// One is read at a time; whoever went on meanwhile is read next.
/** @returns {Promise<void>} */
async function readDesk() {
  if (isReadingDesk || !current) return;
  const asked = current;
  isReadingDesk = true;
  try {
    const url = deskAddress.replace("/0/", `/${asked}/`);
    await htmx.ajax("GET", url, { source: rail, target: "#entry", swap: "outerHTML" });
  } finally {
    isReadingDesk = false;
  }
  if (current !== asked) await readDesk();
}

// A crowded rail says only the words of most quotes.
/** @type {(row: HTMLElement, focus: boolean) => Promise<void>} */
async function unfoldRow(row, focus) {
  const url = rail.dataset.row.replace("/0/", `/${row.dataset.ev}/`);
  await htmx.ajax("GET", url, { source: row, target: row, swap: "outerHTML" });
  if (focus && row.dataset.ev === current) rowOf(current)?.querySelector(".say").focus({ preventScroll: true });
}

// The rail lists quotes of windows that are not read yet. Whoever went on meanwhile is not called back.
/** @type {(row: HTMLElement) => Promise<void>} */
async function selectRow(row) {
  const { ev, index } = row.dataset;
  const listed = document.getElementById(row.closest(".rail-part")?.id.replace("rows-", "part-") ?? "");
  current = ev;
  await read((index && partOf(index)) || listed);
  if (current === ev) select(ev, { index });
}

// What is done to a quote is answered for the windows that are on the page, and shows where the quote stands now.
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (!sourceElement?.matches("#rail form, #selection form, #undo form")) return;
  if (sourceElement.matches("#entry form, #undo form:has([name=at][value=desk])")) {
    request.body.set("at", "desk");
    request.body.set("quote", document.getElementById("entry")?.dataset.quote ?? "");
  }
  request.body.append("read", [...talk.querySelectorAll(".part:not(.ahead)")].map((part) => part.id.slice(5)).join(","));
});

document.addEventListener("evidence-changed", ({ detail }) => {
  jump(detail.index ?? -1, String(detail.quote)).catch(alreadyTold);
  setTimeout(() => redraw().catch(alreadyTold), MAP_WAITS);
});

// A decided entry is left, and the next open quote is shown.
document.addEventListener("entry-decided", ({ detail }) => {
  for (const row of rail.querySelectorAll(`.row-ev[data-entry="${detail.entry}"]`)) row.dataset.settled = "";
  walk(1, OPEN).catch(alreadyTold);
});

// A message without what is looked for, or folded, is sent once more: whole, and with it.
/** @type {(hit: HTMLAnchorElement) => Promise<void>} */
async function jumpToHit(hit) {
  const { index } = hit.dataset;
  const address = `${hit.closest(".hits")?.dataset.message}${index}/`;
  const find = `find=${document.getElementById("hits").dataset.find}`;
  const part = partOf(index);
  for (const other of document.querySelectorAll(".hit[aria-current]")) other.removeAttribute("aria-current");
  hit.setAttribute("aria-current", "true");
  history.replaceState(null, "", hit.href);
  await read(part, `&${find}&full=${index}`);
  let message = /** @type {HTMLElement} */ (document.getElementById(`m-${index}`));
  if (!message.querySelector(".found") || message.querySelector(".fold")) {
    await htmx.ajax("GET", `${address}?${find}`, { source: message, target: message, swap: "outerHTML" });
    message = /** @type {HTMLElement} */ (document.getElementById(`m-${index}`));
  }
  show(message.querySelector(".found") ?? message, "center");
}

/** @type {(index: number | string, key: string, options?: { focus?: boolean }) => Promise<void>} */
async function jump(index, key, options) {
  await read(partOf(index));
  select(key, { index, ...options });
}

/** @type {(one: Node, other: Node) => boolean} */
function follows(one, other) {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// The rail knows of windows that are not read yet how many quotes they have: walking reads the next one that has some.
/** @type {(step: number, which: string) => Promise<void>} */
async function walk(step, which) {
  const rows = which;
  const ahead = which === ALL ? '.ahead:not([data-quotes="0"])' : '.ahead:not([data-failed="0"])';
  const stops = [...rail.querySelectorAll(`${rows}, ${ahead}`)];
  if (step < 0) stops.reverse();
  const here = current ? rowOf(current) : null;
  /** @type {(stop: HTMLElement) => boolean} */
  const isNext = (stop) => stop !== here && here !== null && (step > 0 ? follows(here, stop) : follows(stop, here));
  const next = (here && stops.find(isNext)) ?? stops[0];
  if (!next) return;
  if (next.classList.contains("ahead")) await walkInto(next, step, rows);
  else await selectRow(next);
}

/** @type {(listed: HTMLElement, step: number, rows: string) => Promise<void>} */
async function walkInto(listed, step, rows) {
  await read(document.getElementById(`part-${listed.dataset.first}`));
  const found = [...(document.getElementById(listed.id)?.querySelectorAll(rows) ?? [])].at(step > 0 ? 0 : -1);
  if (found) select(found.dataset.ev);
}

// ---------- keys ----------

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) return letGo();
  if (!isFree(event)) return;
  const row = event.target.closest?.(".row-ev[aria-current]");
  if (event.key === "Enter" && row && event.target.matches(".say")) {
    event.preventDefault();
    row.querySelector(".entry-link")?.click();
    return;
  }
  const mark = event.target.closest?.("#talk [data-ev]");
  if (event.key === "Enter" && mark) {
    event.preventDefault();
    pressMark(mark);
  }
});

/** @type {(step: number, which: string) => void} */
const walked = (step, which) => { walk(step, which).catch(alreadyTold); };
// What is open is walked first; with nothing open, all quotes are.
const openOrAll = () => (rail.querySelector(OPEN) ? OPEN : ALL);
const QUOTES = '.row-ev, .rail-part.ahead:not([data-quotes="0"])';
const FAILED_QUOTES = '.row-ev[data-state="failed"], .rail-part.ahead:not([data-failed="0"])';

register(
  { key: "n", where: QUOTES, act: () => walked(1, ALL) },
  { key: "p", where: QUOTES, act: () => walked(-1, ALL) },
  { key: "j", where: QUOTES, act: () => walked(1, openOrAll()) },
  { key: "k", where: QUOTES, act: () => walked(-1, openOrAll()) },
  { key: "f", where: FAILED_QUOTES, act: () => walked(1, FAILED) },
  { key: "Shift f", where: FAILED_QUOTES, act: () => walked(-1, FAILED) },
  { key: "o", where: ".row-ev[aria-current]", act: () => focusMark(current ?? "") },
  { key: "Enter", where: ".row-ev" },
  { key: "/", where: "#find", act: () => document.getElementById("find").focus() },
);

// Tab walks the rail, and the text goes along.
rail.addEventListener("focusin", (event) => {
  const row = event.target.matches(".say:focus-visible") && event.target.closest(".row-ev");
  if (row && row.dataset.ev !== current) selectRow(row).catch(alreadyTold);
});

// ---------- mouse and touch ----------

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const mark = event.target.closest("#talk [data-ev]");
  const said = event.target.closest(".row-ev .say")?.closest(".row-ev");
  const tick = event.target.closest(".tick");
  const walker = event.target.closest("[data-walk]");
  const retry = event.target.closest("[data-retry]");
  const hit = event.target.closest(".hit");
  const choice = event.target.closest("button[data-choose]");
  const listed = event.target.closest(".rail-part.ahead");
  if (mark && document.getSelection().isCollapsed) {
    const keys = mark.dataset.ev.split(" ");
    select(keys[(keys.indexOf(current ?? "") + 1) % keys.length], { focus: false });
    if (keys.length > 1) openShared(mark);
  } else if (choice) {
    event.preventDefault();
    document.getElementById("shared").hidePopover();
    select(choice.dataset.choose);
  } else if (said && canShow(said)) {
    event.preventDefault();
    jump(said.dataset.index, said.dataset.ev).catch(alreadyTold);
  } else if (tick) {
    event.preventDefault();
    jump(tick.dataset.index, tick.dataset.quote, { focus: false }).catch(alreadyTold);
  } else if (walker) {
    event.preventDefault();
    walk(walker.dataset.walk === "n" ? 1 : -1, ALL).catch(alreadyTold);
  } else if (hit) {
    event.preventDefault();
    jumpToHit(hit).catch(alreadyTold);
  } else if (listed) {
    event.preventDefault();
    walkInto(listed, 1, ".row-ev").catch(alreadyTold);
  } else if (retry) {
    read(retry.closest(".ahead")).catch(alreadyTold);
  }
});

/** @type {(row: HTMLElement) => boolean} */
function canShow(row) {
  const { ev, index } = row.dataset;
  return marksOf(ev).length > 0 || Boolean(index && (document.getElementById(`m-${index}`) ?? partOf(index)));
}

// The page begins at its current quote, and the rail where the text does: there, or at the window that was asked for.
const start = rail.querySelector(".row-ev[aria-current]");
const opened = document.getElementById(`rows-${talk.querySelector(".part:not(.ahead)")?.id.slice(5)}`);
if (start) {
  rail.scrollTop = start.offsetTop - rail.clientHeight / 2;
  openDesk(start.dataset.ev);
  if (!location.hash) document.getElementById("here")?.scrollIntoView({ block: "center", behavior: "instant" });
} else if (opened?.previousElementSibling?.matches(".rail-part")) {
  rail.scrollTop = opened.offsetTop - document.getElementById("rail-head").offsetHeight;
}
