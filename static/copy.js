// A button copies the text of the element that it names. Without scripts it is not shown: the text can be selected.

const live = document.getElementById("live");

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button[data-copy]");
  if (!(button instanceof HTMLButtonElement)) return;
  const source = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copy ?? ""));
  try {
    await navigator.clipboard.writeText(source instanceof HTMLInputElement ? source.value : source.textContent);
    live.textContent = button.textContent;
    button.dataset.done = "";
  } catch {
    // Without a right to the clipboard the text is selected, to be copied by hand.
    if (source instanceof HTMLInputElement) source.select();
    else document.getSelection().selectAllChildren(source);
    source.focus();
  }
});
