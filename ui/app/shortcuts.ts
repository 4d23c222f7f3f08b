import { stored } from "../state/stored.ts";

/** Whether single keys do something. People who speak to their computer switch them off (WCAG 2.1.4). */
export const shortcuts = stored("saldo-shortcuts", ["on", "off"], "on");

/** What keys do, by the name that the browser gives them; after "g" the key of a screen follows: "g w". */
export type Shortcuts = Readonly<Record<string, () => void>>;

const tables = new Set<Shortcuts>();

/** Lets keys do something until the returned function is called. */
export function addShortcuts(table: Shortcuts): () => void {
  tables.add(table);
  return () => tables.delete(table);
}

const SEQUENCE_MS = 1_500;
let prefix = { key: "", untilMs: 0 };

/** Listens to the keyboard. What is typed into a field stays there, and keys with Ctrl or Alt are the browser's. */
export function listenToKeys(): void {
  // Enter in a field clicks the first button of its form. That is all that a form does.
  document.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    // Held down on a button or in a field of a form, Enter would send it with every repetition.
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    if (shortcuts.peek() === "off" && event.key !== "Escape") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && leaveField(event)) return;
    if (isForElement(event)) return;
    const before = prefix.key !== "" && performance.now() < prefix.untilMs ? `${prefix.key} ` : "";
    prefix = { key: before === "" && event.key === "g" ? "g" : "", untilMs: performance.now() + SEQUENCE_MS };
    const isArrow = event.key.startsWith("Arrow");
    const name = before + (event.shiftKey && isArrow ? `Shift+${event.key}` : event.key);
    const run = [...tables].reverse().find((table) => name in table)?.[name];
    if (run === undefined) return;
    event.preventDefault();
    // A key that is held down goes on looking around, and changes the world once.
    if (!event.repeat || isArrow || /^[-+jk]$/.test(name)) run();
  });
}

/** Leaves the field that has the focus, whose text stays. Returns whether there was one; what is around it hears the next key. */
function leaveField(event: KeyboardEvent): boolean {
  const { target, isComposing } = event;
  if (!(target instanceof HTMLElement) || isComposing || !isField(target) || isOnTop(target)) return false;
  event.preventDefault();
  target.blur();
  target.closest<HTMLElement>(".detail, #content")?.focus({ preventScroll: true });
  return true;
}

function isField(target: Element): boolean {
  return target.matches("input, select, textarea, [contenteditable]");
}

/** The browser closes a dialog by itself. Until the next frame the focus can be in one that is closed, which hears nothing. */
function isOnTop(target: Element): boolean {
  return target.closest("dialog[open], :popover-open") !== null;
}

/** Fields take every key, and a button that has the focus takes the space bar. */
function isForElement({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (isField(target) || isOnTop(target)) return true;
  if (target.matches("[role=slider]")) return ["ArrowLeft", "ArrowRight", "Home", "End", "Enter", " "].includes(key);
  return target.matches("a") ? key === "Enter" : target.matches("button, summary") && [" ", "Enter"].includes(key);
}
