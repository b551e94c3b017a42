// Write a comment from the keyboard. Everything works without this file.

import { registerControls } from "./keys.js";

function writeComment() {
  document.getElementById("comments").open = true;
  document.getElementById("comment-text").focus();
}

registerControls("#comments", writeComment);

// Who opens a reply writes it next.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#comments .reply[open]")) event.target.querySelector("textarea")?.focus();
}, true);
