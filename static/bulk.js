// Picking entries of a list: all of a page at once, how many there are, and Escape to let them go. Works without this file.

const form = document.getElementById("picks");
const boxes = () => [...document.querySelectorAll('input[name="entry"][form="picks"]')];
const all = document.querySelector(".pick-all");
const everything = form?.elements.everything;
const words = form?.querySelector(".picked");
const before = words?.textContent;

function tell() {
  const rows = boxes();
  const count = rows.filter((box) => box.checked).length;
  words.textContent = count ? words.dataset.picked.replace("COUNT", count) : before;
  if (!all) return;
  all.checked = count > 0 && count === rows.length;
  all.indeterminate = count > 0 && count < rows.length;
}

function pick(isPicked) {
  for (const box of boxes()) box.checked = isPicked;
  tell();
}

if (form) {
  if (all) all.closest("[hidden]")?.removeAttribute("hidden");
  document.addEventListener("change", (event) => {
    if (event.target === all) pick(all.checked);
    else if (event.target === everything && everything.checked) pick(true);
    else if (event.target.matches('input[name="entry"]')) {
      if (!event.target.checked) everything.checked = false;
      tell();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
    if (!everything.checked && !boxes().some((box) => box.checked)) return;
    everything.checked = false;
    pick(false);
  });
  tell();
}
