// The bracket of the evidence map follows what is seen.

const talk = document.getElementById("talk");

// Inside a window that is not read yet, the place tells about which message will stand there.
/** @type {(y: number) => number | null} */
function indexAt(y) {
  const box = talk.getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, y)?.closest(".msg, .part.ahead");
  if (!seen) return null;
  if (seen.matches(".msg")) return Number(seen.id.slice(2));
  const { top, height } = seen.getBoundingClientRect();
  return Number(seen.dataset.first) + Math.floor(((y - top) / height) * (+seen.dataset.last - +seen.dataset.first + 1));
}

// Where the head of the page is still above the text, the first message is what is seen first.
/** @type {(y: number) => number | null} */
function firstBelow(y) {
  const message = talk.querySelector(".msg");
  return message && message.getBoundingClientRect().top > y ? Number(message.id.slice(2)) : null;
}

export function bracket() {
  const map = document.querySelector(".map svg");
  const view = map?.querySelector(".t-view");
  if (!map || !view) return;
  const top = innerHeight * 0.2;
  const [first, last] = [indexAt(top) ?? firstBelow(top), indexAt(innerHeight - 8)];
  if (first === null) return;
  const unit = 700 / Math.max(1, Number(map.dataset.total));
  const end = last ?? first;
  view.setAttribute("y", String(6 + first * unit));
  view.setAttribute("height", String(Math.max(12, (end - first + 1) * unit)));
}

document.addEventListener("htmx:after:swap", (event) => event.detail.ctx?.target?.id === "map" && bracket());

// A map that is drawn is drawn anew behind what was done; one that is not yet comes by itself.
export async function redraw() {
  const map = document.querySelector(".map:has(svg)");
  if (map) await htmx.ajax("GET", map.dataset.address, { source: map, target: map, swap: "outerHTML" });
}

let isDue = false;
addEventListener("scroll", () => {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    bracket();
  });
}, { passive: true });

bracket(); // a map that came before this file did
