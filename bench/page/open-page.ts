import type { Browser, Page } from "playwright-core";

declare global {
  interface Window {
    usableMs?: number;
  }
}

export interface OpenedPage {
  readonly page: Page;
  /** From the navigation to the first paint. */
  readonly paintMs: number;
  /** From the navigation to the balance. */
  readonly usableMs: number;
}

/** Opens a page in a context of its own, which has nothing in its cache. Who asks closes the context. */
export async function openPage(browser: Browser, link: string): Promise<OpenedPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(lookForBalance);
  await page.goto(link);
  await page.waitForFunction(() => window.usableMs !== undefined);
  const times = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    usableMs: window.usableMs ?? Number.NaN,
  }));
  await page.getByText("Live", { exact: true }).waitFor();
  return { page, ...times };
}

/** Runs in the page before its own program. */
function lookForBalance(): void {
  const look = () => {
    if (document.querySelector(".figures .money") === null) requestAnimationFrame(look);
    else window.usableMs = performance.now();
  };
  requestAnimationFrame(look);
}
