// What a browser test adds to every page before its scripts: it knows the timers, and keeps those from ending that the
// test is not about; and it remembers what was announced. waiting.py and conftest.py say why.
(({ slow, isLong }) => {
  const begin = window.setTimeout;
  const stop = window.clearTimeout;
  const waiting = new Map();
  const HOUR = 3_600_000;

  window.setTimeout = (act, time = 0, ...rest) => {
    const id = begin(() => {
      waiting.delete(id);
      act(...rest);
    }, isLong && time === slow ? HOUR : time);
    waiting.set(id, { act: () => act(...rest), time });
    return id;
  };
  window.clearTimeout = (id) => {
    waiting.delete(id);
    stop(id);
  };
  // The second of two keys has to follow the first one soon: to a busy machine all keys are pressed at once.
  if (isLong) Object.defineProperty(Event.prototype, "timeStamp", { get: () => 0, configurable: true });

  // End every timer that is due within a time, and say whether there was one.
  const endTimers = (within) => {
    const due = [...waiting].filter(([, { time }]) => time <= within);
    for (const [id, { act }] of due) {
      window.clearTimeout(id);
      act();
    }
    return due.length > 0;
  };
  const turn = () => new Promise((done) => requestAnimationFrame(() => begin(done)));

  // What is announced may be replaced before a test looks.
  window.announced = [];
  document.addEventListener("DOMContentLoaded", () => {
    const live = document.getElementById("live");
    if (live) new MutationObserver(() => window.announced.push(live.textContent)).observe(live, { childList: true });
  });

  // Wait until nothing is left to do: no timer, no request of a form or a link.
  window.settle = async (within) => {
    do await turn();
    while (endTimers(within) || document.querySelector(".htmx-request"));
    await fetch("/help/", { method: "HEAD" }); // what was sent before has been reported when this one is answered
  };
})
