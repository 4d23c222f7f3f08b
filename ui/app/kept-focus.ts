/** What can have the focus in place of what is in it. */
const PLACES = "[tabindex], section, aside, dialog, main";

/**
 * Gives the focus to what was around its element when that goes away, so that readers with keys or a screen reader stay
 * where they were. A button beside it could do what they do not want.
 */
export function keepFocus(page: HTMLElement): void {
  let focused: EventTarget | null = null;
  let around: readonly HTMLElement[] = [];
  document.addEventListener("focusin", ({ target }) => {
    focused = target;
    around = [...document.querySelectorAll<HTMLElement>(PLACES)].filter((place) => {
      return target instanceof Node && place !== target && place.contains(target);
    });
  });
  new MutationObserver(() => {
    if (!(focused instanceof Node) || focused.isConnected || document.activeElement !== document.body) return;
    const place = around.findLast(({ isConnected }) => isConnected) ?? page.querySelector("main");
    place?.setAttribute("tabindex", place.getAttribute("tabindex") ?? "-1");
    place?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}
