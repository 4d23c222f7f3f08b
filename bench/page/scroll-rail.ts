import type { Page } from "playwright-core";

/** Zooms into the rail, scrolls it for two seconds, and returns the time that 95 of 100 frames stay below. */
export async function scrollRail(page: Page): Promise<number> {
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  await page.waitForFunction(() => (document.querySelector(".rail-axis")?.clientWidth ?? 0) > 10_000);
  return page.evaluate(async () => {
    const view = document.querySelector(".rail-plot");
    if (view === null) throw new Error("there is no rail");
    const frames: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let i = 0; i < 120; i++) {
      view.scrollLeft -= 40;
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
  });
}
