import type { Locator, Page } from "playwright-core";

/** Presses Tab until the element has the focus, which every element must get within one round, once it can be used. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.and(page.locator(':not([aria-disabled="true"])')).waitFor();
  for (let i = 0; i < 120; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}`);
}
