// The queue: keep the entry while somebody looks at it, and lead the focus to the next claim. Works without this file.

const BEAT = 60_000;
const live = document.getElementById("live");
let told = "";

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
    say(response.ok ? "" : head.dataset[response.status === 409 ? "lost" : "failed"]);
  } catch {
    say(head.dataset.failed);
  }
}

setInterval(beat, BEAT);
document.addEventListener("visibilitychange", beat);

// The next entry stands where the last one stood: reading goes on at its claim, once both it and the head are there.
let shown = document.getElementById("queue-head")?.dataset.beat;
let last = document.getElementById("claim");
new MutationObserver(() => {
  const now = document.getElementById("queue-head")?.dataset.beat;
  const claim = document.getElementById("claim");
  if (now !== shown && claim === last) return;
  const isNext = now !== shown;
  [shown, last] = [now, claim];
  if (!isNext) return;
  requestAnimationFrame(() => {
    claim.tabIndex = -1;
    claim.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  });
}).observe(document.getElementById("main"), { childList: true });
