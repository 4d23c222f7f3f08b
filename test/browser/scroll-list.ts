import type { Page } from "playwright-core";

/** Scrolls the list to these shares of its length, and returns how long it takes until every row in view is read. */
export function scrollList(page: Page, shares: readonly number[]): Promise<readonly number[]> {
  return page.evaluate(async (places) => {
    const list = document.querySelector(".history .rows");
    if (list === null) throw new Error("there is no list");
    const isShown = () => {
      const box = list.getBoundingClientRect();
      const rows = [...list.querySelectorAll(".row")];
      const seen = rows.filter((row) => row.querySelector(".what") !== null).map((row) => row.getBoundingClientRect());
      return (
        rows.length === seen.length &&
        seen.some(({ bottom }) => bottom >= box.bottom - 1) &&
        seen.some(({ top }) => top <= box.top + 1)
      );
    };
    const times: number[] = [];
    for (const share of places) {
      const begin = performance.now();
      list.scrollTop = Math.ceil((list.scrollHeight - list.clientHeight) * share);
      while (!isShown()) await new Promise(requestAnimationFrame);
      times.push(performance.now() - begin);
    }
    return times;
  }, shares);
}
