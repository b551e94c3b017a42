// Give each box of select2 in the admin the name of the field that it stands for; it names none itself.

const UNNAMED = ".select2-selection__rendered:not([aria-label])";

function nameBoxes() {
  for (const box of document.querySelectorAll(UNNAMED)) {
    const field = box.closest(".select2-container")?.previousElementSibling;
    box.setAttribute("aria-label", field?.getAttribute("aria-label") ?? "");
  }
}

// They come after the page, and with every row that is added.
new MutationObserver(nameBoxes).observe(document.documentElement, { childList: true, subtree: true });
