// The windows of a long session: each is read when it comes into sight, or when somebody goes there.

import { bracket } from "./map.js";
import { alreadyTold } from "./requests.js";

const talk = document.getElementById("talk");
/** @type {Map<string, Promise<void>>} */
const reading = new Map();
/** @type {(part: Element | null | undefined) => boolean} */
const isAhead = (part) => part?.classList.contains("ahead") ?? false;
const aheads = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) read(/** @type {HTMLElement} */ (target)).catch(alreadyTold);
});

// A window is fetched once, whoever asks first: the eye, a key, or the map.
/** @type {(part: HTMLElement | null | undefined, query?: string) => Promise<void>} */
export function read(part, query = "") {
  if (!part || !isAhead(part)) return Promise.resolve();
  const underway = reading.get(part.id) ?? fetchPart(part, query).finally(() => reading.delete(part.id));
  reading.set(part.id, underway);
  return underway;
}

/** @type {(part: HTMLElement, query: string) => Promise<void>} */
async function fetchPart(part, query) {
  aheads.unobserve(part);
  part.querySelector(".ahead-failed")?.remove();
  await htmx.ajax("GET", `${talk.dataset.parts}from=${part.dataset.first}${query}`, { source: part, target: part, swap: "outerHTML" });
  if (part.isConnected) {
    part.append(document.getElementById("ahead-failed").content.cloneNode(true));
    throw Object.assign(new Error(`${part.id} was not read`), { isTold: true });
  }
  bracket();
}

// What says no to a window is no window: its place is kept.
document.addEventListener("htmx:response:error", (event) => {
  if (isAhead(event.detail.ctx?.sourceElement)) event.detail.ctx.swap = "none";
});

/** @type {(index: number | string) => HTMLElement | undefined} */
export function partOf(index) {
  return [...talk.querySelectorAll(".part.ahead")].find((part) => +part.dataset.first <= +index && +index <= +part.dataset.last);
}

// Who wants the search of the browser gets every window, one after the other, and may read on meanwhile.
/** @param {HTMLButtonElement} button */
async function readAll(button) {
  button.setAttribute("aria-disabled", "true");
  try {
    for (const part of talk.querySelectorAll(".part.ahead")) await read(part);
    document.getElementById("live").textContent = button.dataset.done;
    button.hidden = true;
  } catch (error) {
    button.removeAttribute("aria-disabled");
    alreadyTold(/** @type {Error} */ (error));
  }
}

const all = document.getElementById("read-all");
all.addEventListener("click", () => all.hasAttribute("aria-disabled") || readAll(all));
for (const part of talk.querySelectorAll(".part.ahead")) {
  aheads.observe(part);
  all.hidden = false;
}
