// Tell what becomes of a request that is not answered as it should be, and lose nothing that was typed. The sentences are
// those of the notice line. Everything works without this file.

htmx.config.defaultSettleDelay = 0; // a turn between two halves of a swap would have the page laid out twice
const notice = document.getElementById("notice");
const SLOW = 3_000;
const KEPT = `typed ${location.pathname}`;
const FIELDS = "textarea, input:not([type]), input[type=text], input[type=search]";
/** @type {Map<HtmxContext, number>} */
const slow = new Map();
/** @type {Element | null} */
let unstored = null; // what sent a change that was not answered

// What a page reads meanwhile says nothing about a change that was not answered: its line stays.
/** @param {HtmxContext} ctx */
function answered({ sourceElement, request }) {
  if (unstored?.isConnected && unstored !== sourceElement && request.method === "GET") return;
  unstored = null;
  clear("offline", "foreign");
}

/** @type {(kind: string, ctx: HtmxContext) => void} */
function missed(kind, { sourceElement, request }) {
  if (request.method !== "GET") unstored = sourceElement;
  tell(kind, again(sourceElement));
}

// One line of the notice: a sentence, and what can be done about it.
/** @type {(kind: string, act?: HTMLElement) => void} */
function tell(kind, act) {
  const line = document.createElement("p");
  line.dataset.told = kind;
  line.append(notice.dataset[kind] ?? "", " ");
  if (act) line.append(act);
  notice.replaceChildren(line);
  notice.scrollIntoView({ block: "nearest" });
}

/** @param {(string | undefined)[]} kinds */
function clear(...kinds) {
  if (kinds.includes(notice.querySelector("p")?.dataset.told)) notice.replaceChildren();
}

/** @param {HTMLElement} source */
function again(source) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.id = "try-again";
  button.textContent = notice.dataset.again;
  button.addEventListener("click", () => (source.matches("form") ? source.requestSubmit() : source.click()));
  return button;
}

// The log-in page is a page of its own: what was typed here is found again behind it.
/** @type {() => [string, string][]} */
function typedWords() {
  const fields = /** @type {NodeListOf<Field>} */ (document.querySelectorAll(FIELDS));
  const changed = [...fields].filter((field) => field.id && field.value !== field.defaultValue);
  return changed.map((field) => [field.id, field.value]);
}

/** @param {string} address */
function logIn(address) {
  const link = document.createElement("a");
  link.href = address;
  link.id = "log-in-again";
  link.textContent = notice.dataset.logIn;
  return link;
}

// Return the last field that has its words again; one that has others by now keeps them.
/** @type {(words: [string, string][]) => Field | null} */
function restore(words) {
  let restored = null;
  for (const [id, value] of words) {
    const field = /** @type {Field | null} */ (document.getElementById(id));
    if (!field || field.value !== field.defaultValue) continue;
    field.value = value;
    unfold(field);
    restored = field;
  }
  return restored;
}

// What is folded away is opened before anybody is led there: a fold, and those around it.
/** @param {Element} element */
export function unfold(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

function entryAtHand() {
  return document.getElementById("entry")?.dataset.entry ?? "";
}

// By then the queue may offer another entry: what was meant for the one before is shown, not put into its fields.
function restoreKept() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  /** @type {{ entry?: string, words: [string, string][] }} */
  const { entry, words } = JSON.parse(kept ?? '{"words": []}');
  if (words.length && entry !== entryAtHand()) {
    const said = document.createElement("q");
    said.textContent = words.map(([, value]) => value).join(" · ");
    tell("other", said);
    return;
  }
  const field = restore(words);
  if (!field) return;
  tell("restored");
  field.focus();
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  slow.set(ctx, setTimeout(() => tell("slow"), SLOW));
});

document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  const leads = ctx.response.headers.get("HX-Redirect");
  if (!ctx.response.headers.has("X-Evidence-Review")) {
    event.preventDefault();
    missed("foreign", ctx);
  } else if (leads?.startsWith(notice.dataset.door ?? "")) {
    event.preventDefault();
    sessionStorage.setItem(KEPT, JSON.stringify({ entry: entryAtHand(), words: typedWords() }));
    tell("expired", logIn(leads));
  } else answered(ctx);
});

// What says no shows the page as it is now; what was typed for it stays.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.response?.status >= 400) ctx.typed = typedWords();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => restore(ctx.typed ?? []));

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (ctx && error?.name !== "AbortError") missed("offline", ctx);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  clearTimeout(slow.get(ctx));
  slow.delete(ctx);
  if (!slow.size) clear("slow");
});

addEventListener("offline", () => {
  if (notice.querySelector("p")?.dataset.told !== "offline") tell("offline"); // that line may offer to try again
});
addEventListener("online", () => clear("offline"));
restoreKept();
document.documentElement.dataset.ready = "yes";

// What a promise is left with when the page has told of its failure; a mistake of ours still surfaces.
/** @param {Error & { isTold?: boolean }} error */
export function alreadyTold(error) {
  if (!error?.isTold) throw error;
}
