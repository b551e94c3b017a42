// The queue: keep the entry while somebody looks at it, and lead the focus to the next claim. Works without this file.

import { tell } from "./clock.js";

const live = document.getElementById("live");
const notice = document.getElementById("notice");
let told = "";

/** @param {string} text */
function say(text) {
  const place = document.getElementById("lease");
  if (place) place.textContent = text;
  if (text && text !== told) live.textContent = text;
  told = text;
}

async function beat() {
  const head = document.getElementById("queue-head");
  if (!head?.dataset.beat || document.hidden) return;
  const token = head.querySelector("[name=csrfmiddlewaretoken]").value;
  try {
    const response = await fetch(head.dataset.beat, { method: "POST", headers: { "X-CSRFToken": token } });
    if (response.redirected) { // to the log-in page
      say(notice.dataset.expired ?? "");
      return;
    }
    const clock = document.getElementById("lease-until");
    if (response.ok) clock.dataset.until = (await response.json()).until;
    else if (response.status === 409) clock.dataset.until = new Date(0).toISOString();
    tell(clock);
    say(response.ok ? "" : head.dataset[response.status === 409 ? "lost" : "failed"]);
  } catch {
    say(head.dataset.failed);
  }
}

const { seconds } = /** @type {HTMLElement} */ (document.getElementById("queue-head")).dataset;
setInterval(beat, Number(seconds) * 1000);
document.addEventListener("visibilitychange", beat);

// The focus goes on to another claim: looking for it in the card that leaves would only have the page laid out once more.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.response?.headers.has("HX-Replace-Url")) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
});

// The next entry stands where the last one stood: reading goes on at its claim. By now htmx has put the focus back.
let shown = document.getElementById("entry").dataset.entry;
document.addEventListener("htmx:after:swap", () => {
  const now = document.getElementById("entry")?.dataset.entry;
  if (now === shown) return;
  shown = now;
  const claim = document.getElementById("claim");
  claim.tabIndex = -1;
  claim.focus({ preventScroll: true });
  scrollTo({ top: 0 });
});
