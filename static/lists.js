// Walk the rows of lists and pick several, go on to the next entry of the list that one was opened from, and go to pages
// with two keys. Everything works without this file.

import { register } from "./keys.js";

const ROWS = "main :is(table.tab tbody tr, .res > li, .inboxrow)";
const ENTRY = /\/entries\/\d+\/$/;
const KEPT = "list-of-entries";
// The pages of "g": only those that the navigation leads this person to.
const PAGES = { h: ".brand", q: "queue/", e: "entries/", s: "sessions/", f: "failed/", a: "audit/", r: "runs/", w: ".bell" };

// A row is its first link that can be seen; the focus is on it, so Enter opens it.
/** @type {(row: HTMLElement) => HTMLAnchorElement | null} */
function linkOf(row) {
  return [...row.querySelectorAll("a[href]")].find((link) => link.checkVisibility()) ?? null;
}

function links() {
  return [...document.querySelectorAll(ROWS)].map(linkOf).filter((link) => link !== null);
}

/** @param {number} step */
function walk(step) {
  const all = links();
  const row = document.activeElement?.closest(ROWS);
  const here = row ? all.findIndex((link) => row.contains(link)) : -1;
  const next = all[here < 0 && step < 0 ? all.length - 1 : Math.min(Math.max(here + step, 0), all.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

// Each entry of the list once, in its order: the next one is opened from the page of the one before.
document.addEventListener("click", (event) => {
  const opened = event.target.closest?.(`${ROWS} a[href]`);
  if (!(opened instanceof HTMLAnchorElement) || !ENTRY.test(opened.pathname)) return;
  const listed = links().filter((link) => ENTRY.test(link.pathname));
  const entries = new Map(listed.map((link) => [link.pathname, link.href]));
  sessionStorage.setItem(KEPT, JSON.stringify([...entries]));
});

/** @type {(step: number) => string | null} */
function neighbour(step) {
  /** @type {[string, string][]} */
  const listed = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  const here = listed.findIndex(([path]) => path === location.pathname);
  return here < 0 ? null : listed[here + step]?.[1] ?? null;
}

/** @param {string} end */
function pageLink(end) {
  return end.startsWith(".") ? `header.top ${end}` : `header.top nav a[href$="/${end}"]`;
}

register(
  { key: "j", where: `${ROWS} a[href]`, act: () => walk(1), repeats: true },
  { key: "k", where: `${ROWS} a[href]`, act: () => walk(-1), repeats: true },
  ...Object.entries({ j: 1, k: -1 }).map(([key, step]) => (
    { key, where: "#entry", when: () => neighbour(step) !== null, act: () => location.assign(neighbour(step) ?? "") }
  )),
  ...Object.entries(PAGES).map(([letter, end]) => (
    { key: `g ${letter}`, where: pageLink(end), act: () => document.querySelector(pageLink(end))?.click() }
  )),
);

// Picking entries: all of a page at once, how many there are, and Escape to let them go.
const picks = document.getElementById("picks");
const boxes = () => [...document.querySelectorAll('input[name="entry"][form="picks"]')];
const pickAll = document.querySelector(".pick-all");
const everything = picks?.elements.everything;
const picked = /** @type {HTMLElement} */ (picks?.querySelector(".picked"));
const unpicked = picked?.textContent ?? "";

function tellPicked() {
  const rows = boxes();
  const count = rows.filter((box) => box.checked).length;
  picked.textContent = count ? picked.dataset.picked.replace("COUNT", String(count)) : unpicked;
  if (!pickAll) return;
  pickAll.checked = count > 0 && count === rows.length;
  pickAll.indeterminate = count > 0 && count < rows.length;
}

/** @param {boolean} isPicked */
function pick(isPicked) {
  for (const box of boxes()) box.checked = isPicked;
  tellPicked();
}

if (picks) {
  pickAll?.closest("[hidden]")?.removeAttribute("hidden");
  document.addEventListener("change", (event) => {
    if (event.target === pickAll) pick(pickAll.checked);
    else if (event.target === everything && everything.checked) pick(true);
    else if (event.target.matches('input[name="entry"]')) {
      if (!(/** @type {HTMLInputElement} */ (event.target).checked)) everything.checked = false;
      tellPicked();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
    if (!everything.checked && !boxes().some((box) => box.checked)) return;
    everything.checked = false;
    pick(false);
  });
  tellPicked();
}
