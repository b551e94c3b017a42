// What every script asks of a key press: which letter it means, and whether somebody is writing.

const LETTERS = /^[a-z?[\]/]$/i;

// A Hangul keyboard sends "ㅜ" for the key "n": then the place of the key counts.
export function letterOf(event) {
  if (LETTERS.test(event.key)) return event.key.toLowerCase();
  if (event.code === "Slash" && event.shiftKey) return "?";
  return event.code?.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
}

export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

// A single key does something only when nobody writes, composes a syllable, holds it down, or has a dialog open; and
// when the person has not turned single keys off.
export function isFree(event) {
  return !(
    document.body.dataset.singleKeys === "off" || event.isComposing || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey ||
    isTyping(event.target) || document.querySelector("dialog[open]:modal")
  );
}
