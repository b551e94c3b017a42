// Files are dropped and pasted anywhere on the page, texts pasted; what is chosen is sent at once.
// Everything works without this file.

const field = document.querySelector("[data-drop] input[type=file]");

/** @type {(event: DragEvent) => boolean} */
function isOfFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

const zone = field?.closest("[data-drop]");

if (field && zone) {
  document.addEventListener("dragover", (event) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    zone.dataset.over = "";
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) delete zone.dataset.over;
  });
  document.addEventListener("drop", (event) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    delete zone.dataset.over;
    field.files = event.dataTransfer?.files ?? null;
    field.form?.requestSubmit();
  });
  field.addEventListener("change", () => field.files?.length && field.form?.requestSubmit());
}

const hint = document.querySelector("[data-paste]");

if (hint) hint.hidden = false;
if (field) {
  document.addEventListener("paste", (event) => {
    const at = event.target;
    if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) return;
    const files = event.clipboardData?.files;
    const words = field.form?.elements.namedItem("text");
    const given = event.clipboardData?.getData("text/plain") ?? "";
    if (files?.length) field.files = files;
    else if (given.trim() && words instanceof HTMLTextAreaElement) words.value = given;
    else return;
    event.preventDefault();
    field.form?.requestSubmit();
  });
}

// What was typed as a title stays when the messages are counted otherwise.
const title = document.getElementById("session-title");
const kept = document.querySelector("[data-title]");
if (title && kept) title.addEventListener("input", () => (kept.value = title.value));

for (const choice of document.querySelectorAll("[data-send]")) {
  choice.addEventListener("change", () => choice.form?.requestSubmit());
}
