// Until when an entry is somebody’s, in this browser’s time: told in silence. And what a late decision met, brought into view.

const TICK = 5_000;
const CLOCK = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** @param {HTMLElement} place */
export function tell(place) {
  const until = Number(new Date(place.dataset.until));
  const minutes = Math.ceil((until - Date.now()) / 60_000);
  place.hidden = minutes <= 0;
  place.textContent = place.dataset.told.replace("{time}", CLOCK.format(until)).replace("{minutes}", String(minutes));
}

function tellAll() {
  for (const place of document.querySelectorAll("[data-until]")) tell(place);
}

setInterval(tellAll, TICK);
// What became of the entry stands above it, and whoever decided was at the bar below.
document.addEventListener("htmx:after:swap", () => {
  tellAll();
  document.getElementById("late")?.scrollIntoView({ block: "center" });
});
tellAll();
