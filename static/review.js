// Walk the evidence by keys, keep focus near after a swap. Everything works without this file.

import { isFree, letterOf } from "./keys.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const live = document.getElementById("live");
const talk = document.getElementById("talk");
let current = document.querySelector(".row-ev[aria-current]")?.dataset.ev ?? null;

function marksOf(key) {
  return [...document.querySelectorAll("#talk [data-ev]")].filter((mark) => mark.dataset.ev.split(" ").includes(key));
}

function letGo() {
  for (const mark of document.querySelectorAll("#talk .is-on")) mark.classList.remove("is-on");
  document.querySelector(".row-ev[aria-current]")?.removeAttribute("aria-current");
  talk?.classList.remove("has-on");
  current = null;
}

function show(element, block) {
  element?.scrollIntoView({ block, behavior: reduced.matches ? "auto" : "smooth" });
}

// Focus goes to the row's link: that is what a screen reader reads, and Tab goes on from there.
function select(row, { focus = true } = {}) {
  letGo();
  current = row.dataset.ev;
  row.setAttribute("aria-current", "true");
  const marks = marksOf(current);
  for (const mark of marks) mark.classList.add("is-on");
  talk?.classList.toggle("has-on", marks.length > 0);
  if (focus) row.querySelector(".say")?.focus({ preventScroll: true });
  show(row, "nearest");
  show(marks[0], "center");
  history.replaceState(null, "", row.querySelector(".say").href);
}

function walk(rows, step) {
  if (!rows.length) return;
  const place = rows.findIndex((row) => row.dataset.ev === current);
  const next = place < 0 ? (step > 0 ? 0 : rows.length - 1) : (place + step + rows.length) % rows.length;
  select(rows[next]);
}

// On pages without a rail the keys walk the quote cards, or the rows of the failed list.
function walkCards(step, onlyFailed) {
  const cards = [...document.querySelectorAll(onlyFailed ? '.q[data-state="failed"], .fail[data-state="failed"]' : ".q, .fail")];
  if (!cards.length) return;
  const here = cards.findIndex((card) => card.contains(document.activeElement));
  const next = here < 0 ? (step > 0 ? 0 : cards.length - 1) : (here + step + cards.length) % cards.length;
  cards[next].focus({ preventScroll: true });
  show(cards[next], "start");
}

function step(direction, onlyFailed) {
  const rows = [...document.querySelectorAll(onlyFailed ? '.row-ev[data-state="failed"]' : ".row-ev")];
  if (document.querySelector(".rail")) walk(rows, direction);
  else walkCards(direction, onlyFailed);
}

function pressEscape() {
  const open = document.activeElement?.closest("details[open].menu, details[open].ask") ?? document.querySelector("details[open].menu, details[open].ask");
  if (open) {
    open.open = false;
    open.querySelector("summary").focus();
  } else letGo();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) return pressEscape();
  if (!isFree(event)) return;
  const row = event.target.closest?.(".row-ev[aria-current]");
  if (event.key === "Enter" && row && event.target.matches(".say")) {
    event.preventDefault();
    row.querySelector(".entry-link")?.click();
    return;
  }
  const actions = {
    n: () => step(1, false),
    p: () => step(-1, false),
    f: () => step(event.shiftKey ? -1 : 1, true),
    "?": () => document.getElementById("keys")?.showModal(),
  };
  const action = actions[letterOf(event)];
  if (!action) return;
  event.preventDefault();
  action();
});

document.addEventListener("click", (event) => {
  const menu = document.querySelector("details[open].menu, details[open].ask");
  if (menu && !menu.contains(event.target)) menu.open = false;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const mark = event.target.closest("#talk [data-ev]");
  const say = event.target.closest(".row-ev .say");
  const keys = mark ? mark.dataset.ev.split(" ") : [];
  const key = mark ? keys[(keys.indexOf(current) + 1) % keys.length] : say?.closest(".row-ev").dataset.ev;
  const row = key && document.getElementById(`row-${key}`);
  if (row && (mark || marksOf(key).length)) {
    event.preventDefault();
    select(row, { focus: Boolean(say) });
  }
  const walker = event.target.closest("[data-walk]");
  if (walker && document.querySelector(".row-ev")) {
    event.preventDefault();
    step(walker.dataset.walk === "n" ? 1 : -1, false);
  }
});

// A swap may take the focused control away: then focus stays at the part that was swapped.
document.addEventListener("htmx:after:swap", (event) => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const id = event.detail?.ctx?.target?.id ?? event.target?.id;
  document.getElementById(id)?.focus({ preventScroll: true });
});

const rail = document.getElementById("rail");
const start = document.querySelector(".row-ev[aria-current]");
if (rail && start && rail.scrollHeight > rail.clientHeight) rail.scrollTop = start.offsetTop - rail.clientHeight / 3;
if (live && !live.textContent && document.querySelector(".flash")) live.textContent = document.querySelector(".flash").textContent.trim();
