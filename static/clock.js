// Until when an entry is somebody's, in this browser's time. It changes in silence: what is lost, the queue says.

const TICK = 5_000;
const CLOCK = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function tell(place) {
  const until = new Date(place.dataset.until);
  const minutes = Math.ceil((until - Date.now()) / 60_000);
  place.hidden = minutes <= 0;
  place.textContent = place.dataset.told.replace("{time}", CLOCK.format(until)).replace("{minutes}", minutes);
}

function tellAll() {
  for (const place of document.querySelectorAll("[data-until]")) tell(place);
}

setInterval(tellAll, TICK);
document.addEventListener("htmx:after:swap", tellAll);
tellAll();
