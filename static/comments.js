// Write a comment from the keyboard. Everything works without this file.

import { registerControls } from "./keys.js";

function writeComment() {
  document.getElementById("comments").open = true;
  document.getElementById("comment-text").focus();
}

registerControls("#comments", writeComment);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
  const field = event.target.closest?.("#comments textarea");
  if (!field) return;
  event.preventDefault();
  field.form?.requestSubmit();
});

// Who opens a reply writes it next.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#comments .reply[open]")) event.target.querySelector("textarea")?.focus();
}, true);
