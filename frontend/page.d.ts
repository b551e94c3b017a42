// What the scripts of static/ may take for granted: the elements of our pages, and htmx.

/** Elements by their ids. A script is loaded where its elements are; one that is loaded elsewhere too asks first. */
interface PageElements {
  anchor: HTMLElement;
  "anchor-count": HTMLElement;
  "anchor-look": HTMLFormElement;
  "ahead-failed": HTMLTemplateElement;
  checklist: HTMLElement;
  claim: HTMLElement;
  "claim-confirm": InForm;
  "claim-question": HTMLElement | null;
  "comment-text": HTMLTextAreaElement;
  comments: HTMLDetailsElement;
  "cite-current": HTMLElement;
  "cite-read": HTMLElement;
  entry: HTMLElement;
  find: HTMLInputElement;
  hits: HTMLElement;
  keys: HTMLDialogElement | null;
  lease: HTMLElement | null;
  "lease-until": HTMLElement;
  live: HTMLElement;
  notice: HTMLElement;
  pal: HTMLElement;
  "pal-found": HTMLElement;
  "pal-q": HTMLInputElement;
  "pal-told": HTMLElement;
  palette: HTMLDialogElement;
  picks: HTMLFormElement;
  "queue-head": HTMLElement | null;
  rail: HTMLElement;
  "rail-head": HTMLElement;
  "read-all": HTMLButtonElement;
  seek: HTMLElement | null;
  selection: HTMLElement;
  "session-title": HTMLInputElement | null;
  shared: HTMLElement;
  talk: HTMLElement;
  "use-selection": InForm | null;
}

/** What a selector finds: by its list, its name here, the tag of its last part; else some element of HTML. */
type Found<S extends string> = S extends `${string}(${string}` ? HTMLElement
  : S extends `${infer One}, ${infer Others}` ? Found<One> | Found<Others>
  : Named<Last<S>>;
type Named<S extends string> = S extends keyof PageParts ? PageParts[S]
  : S extends keyof InnerParts ? InnerParts[S] : Tagged<Tag<S>>;
type Last<S extends string> = S extends `${string} ${infer Rest}` ? Last<Rest> : S;
type Before<S extends string, Sign extends string> = S extends `${infer Start}${Sign}${string}` ? Start : S;
type Tag<S extends string> = Before<Before<Before<Before<S, "[">, ".">, "#">, ":">;
type Tagged<T extends string> = T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement;

/** Elements that are told by a class or an attribute, and are not of every kind. */
interface PageParts {
  ".cite": HTMLDetailsElement;
  "form[data-view]": HTMLFormElement;
  ".hit": HTMLAnchorElement;
  ".pick-all": HTMLInputElement;
  "[data-copy]": HTMLButtonElement;
  "[data-markdown]": HTMLTextAreaElement;
  "[data-send]": HTMLSelectElement;
  "[data-title]": HTMLInputElement;
  "[id^=choose-]": HTMLButtonElement;
}

/** Parts without which nothing is looked for in what has them. */
interface InnerParts {
  ".say": HTMLAnchorElement;
  ".sum": HTMLElement;
  "ol": HTMLOListElement;
  "summary": HTMLElement;
  "[name=csrfmiddlewaretoken]": HTMLInputElement;
}

/** The data attributes that the templates write for scripts; what may be missing says so. */
interface DOMStringMap {
  address: string;
  again: string;
  all: string;
  beat: string;
  byHand: string;
  choose: string;
  cite: string;
  copied: string;
  done: string;
  ev: string;
  failed: string;
  first: string;
  href: string;
  index: string;
  last: string;
  logIn: string;
  lost: string;
  message: string;
  none: string;
  parts: string;
  picked: string;
  quote: string;
  row: string;
  seconds: string;
  start: string;
  told: string;
  until: string;
  url: string;
}

interface ParentNode {
  querySelector<K extends keyof InnerParts>(selectors: K): InnerParts[K];
  querySelector<S extends string>(selectors: S): Found<S> | null;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}
interface Element {
  closest<S extends string>(selectors: S): Found<S> | null;
}
interface Document {
  getSelection(): Selection;
  getElementById<K extends keyof PageElements>(id: K): PageElements[K];
  addEventListener<K extends keyof PageEvents>(
    type: K, listener: (event: PageEvents[K]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
}
interface DocumentFragment {
  getElementById(id: string): HTMLElement | null;
}
interface HTMLElement {
  addEventListener<K extends keyof PageEvents>(
    type: K, listener: (event: PageEvents[K]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Events of a page happen to elements. */
type On<E extends Event> = E & { readonly target: HTMLElement };
type Pressed = On<KeyboardEvent>;

/** What htmx knows of one request. `typed` is ours: the words of the page when its answer came. */
interface HtmxContext {
  sourceElement: HTMLElement;
  target?: HTMLElement;
  swap: string;
  request: { body: FormData; method: string };
  response: { status: number; headers: Headers };
  typed?: [string, string][];
}
type OfHtmx = On<CustomEvent<{ ctx: HtmxContext; error?: Error }>>;

interface PageEvents {
  click: On<MouseEvent>;
  mousedown: On<MouseEvent>;
  pointerdown: On<PointerEvent>;
  change: On<Event>;
  toggle: On<ToggleEvent>;
  input: On<InputEvent>;
  keydown: Pressed;
  focusin: On<FocusEvent>;
  submit: On<SubmitEvent>;
  "evidence-changed": CustomEvent<{ index: number | null; quote: number }>;
  "entry-decided": CustomEvent<{ entry: number }>;
  "htmx:config:request": OfHtmx;
  "htmx:before:request": OfHtmx;
  "htmx:before:response": OfHtmx;
  "htmx:response:error": OfHtmx;
  "htmx:before:swap": OfHtmx;
  "htmx:after:swap": OfHtmx;
  "htmx:after:process": OfHtmx;
  "htmx:finally:request": OfHtmx;
  "htmx:error": OfHtmx;
}

declare const htmx: {
  config: { defaultSettleDelay: number };
  ajax(verb: "GET" | "POST", address: string, how: {
    source: string | Element; target: string | Element; swap: "innerHTML" | "outerHTML";
  }): Promise<void>;
};

/** Fields that scripts name of the forms they know. */
interface HTMLFormControlsCollection {
  entry?: HTMLInputElement;
  everything: HTMLInputElement;
  places: HTMLInputElement;
  query: HTMLInputElement;
  quote: HTMLInputElement;
  session?: HTMLInputElement;
  words: RadioNodeList;
}
type InForm = HTMLButtonElement & { readonly form: HTMLFormElement };
type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a key presses: a button, a link, or the summary of a fold. */
type Control = HTMLElement & { href?: string; form?: HTMLFormElement };

/** What a control of the page does: its key, its words, and how it is pressed. */
interface Act {
  key: string;
  words: string;
  act: () => void;
}

/** One key in the register of keys.js. */
interface Row {
  key: string;
  where: string;
  when?: () => boolean;
  act?: (event: Pressed) => unknown;
  repeats?: boolean;
}
