import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { runSaldo } from "../running-saldo.ts";
import { startBrowser } from "./browser.ts";
import { measurePage, traceTasks } from "./measured-page.ts";
import { openPage, startSaldo } from "./opened-page.ts";

/** Other programs run on the same machine, so only twice the limit is a failure. */
const MS_TOLERANCE = 2;

const MB = 1024 * 1024;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Tells a figure and compares it with its limit in milliseconds. */
function expectMs(what: string, ms: number, limitMs: number): void {
  console.info(`${what}: ${ms.toFixed(0)} ms of ${limitMs} ms`);
  expect(ms, what).toBeLessThan(limitMs * MS_TOLERANCE);
}

/** Tells a figure and compares it with its limit, which does not depend on the machine. */
function expectAtMost(what: string, figure: number, limit: number, unit: string): void {
  console.info(`${what}: ${figure.toFixed(1)} ${unit} of ${limit} ${unit}`);
  expect(figure, what).toBeLessThanOrEqual(limit);
}

/** Opens the page in a context of its own, which has nothing in its cache. */
async function opening(link: string) {
  const page = await openPage(browser, "about:blank");
  const measured = await measurePage(page);
  await page.goto(link);
  return { page, measured, ...(await measured.opening()) };
}

async function openMeasured(...args: readonly string[]) {
  const saldo = await startSaldo(...args);
  const opened = await opening(saldo.link);
  await opened.page.getByText("Live", { exact: true }).waitFor();
  return { ...opened, client: new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" }) };
}

test("the page of a small world paints and can be used at once", async () => {
  // What else the machine does only makes it slower, so the fastest of some openings is the page's own time.
  const saldo = await startSaldo();
  const openings = [];
  for (let i = 0; i < 4; i++) openings.push(await opening(saldo.link));
  expectMs("first paint", Math.min(...openings.map(({ paintMs }) => paintMs)), 300);
  expectMs("usable", Math.min(...openings.map(({ usableMs }) => usableMs)), 500);
});

// To make so long a history takes longer than to look at it.
test("a history of 100,000 events is read to its end and looked at closely", { timeout: 120_000 }, async () => {
  const manyCharges = join(mkdtempSync(join(tmpdir(), "saldo-budgets-")), "many.yaml");
  await runSaldo(["fixture", "--charges", "25000", "--seed", "budgets", "--output", manyCharges]);
  const { page, measured, usableMs, client } = await openMeasured("--fixture", manyCharges);
  const { position } = await client.clock.read();
  expect(position).toBeGreaterThan(100_000);
  expectMs(`usable with ${position} events`, usableMs, 1_000);
  await page.locator(".event-row .position").first().waitFor();
  const before = await measured.heapBytes();
  const jumpMs = await jumpToEnd(page);
  expectMs("to the other end of the list", jumpMs, 200);
  expectAtMost("rows of the list in the document", await page.locator(".history .row").count(), 60, "rows");
  await scrollList(
    page,
    Array.from({ length: 41 }, (_, i) => 1 - i / 40),
  );
  expectAtMost("held for the list", ((await measured.heapBytes()) - before) / MB, 5, "MB");
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  await page.waitForFunction(() => (document.querySelector(".rail-axis")?.clientWidth ?? 0) > 10_000);
  expectMs("95 of 100 frames while the rail is scrolled", await panP95(page), 33);
});

/** Scrolls to the oldest event and returns how long it takes until that is shown. */
async function jumpToEnd(page: Page): Promise<number> {
  const times = await scrollList(page, [1]);
  expect(await page.locator(".history .row").last().locator(".position").innerText()).toBe("1");
  return times[0] ?? Number.NaN;
}

/** Scrolls the list to these shares of its length, and returns how long it takes until every row in view is read. */
function scrollList(page: Page, shares: readonly number[]): Promise<readonly number[]> {
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

/** Scrolls the rail for two seconds and returns the time that 95 of 100 frames stay below. */
function panP95(page: Page): Promise<number> {
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
    return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
  });
}

/** Customers that pay every day: an advance by a day makes two events for each. */
const SUBSCRIPTIONS = 40;
const EVENTS_PER_SECOND = 2_000;
const STREAMED = 12_000;

test("thousands of events a second and a burst of them are followed without a gap", async () => {
  const { page, measured, client } = await openMeasured();
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    const { subscriptionId } = await client.subscriptions.create({ amountCents: 100, interval: "P1D" });
    await client.subscriptions.authorize(subscriptionId);
  }
  const trace = await traceTasks(browser, page);
  const streamed = await stream(client);
  expectMs("behind the world", await untilShown(page, streamed.position), 1_000);
  expectMs("longest task of the page's thread", await trace.longestTaskMs(), 100);
  const { position } = await client.clock.advance({ by: "P260D" });
  expect(position - streamed.position).toBeGreaterThan(20_000);
  await untilShown(page, position);
  expectAtMost("heap after the stream", (await measured.heapBytes()) / MB, 150, "MB");
  // The list may know of an event before the stream has brought it.
  await expect.poll(() => measured.missedPositions(streamed.from, position), { timeout: 10_000 }).toEqual([]);
});

/** Makes events at the rate of the budget, or as fast as the machine can. */
async function stream(client: SaldoClient) {
  const from = (await client.clock.read()).position;
  const begin = performance.now();
  let position = from;
  while (position - from < STREAMED) {
    ({ position } = await client.clock.advance({ by: "P4D" }));
    const aheadMs = ((position - from) / EVENTS_PER_SECOND) * 1_000 - (performance.now() - begin);
    if (aheadMs > 0) await setTimeout(aheadMs);
  }
  const rate = (position - from) / ((performance.now() - begin) / 1_000);
  console.info(`streamed: ${position - from} events, ${rate.toFixed(0)} a second of ${EVENTS_PER_SECOND} a second`);
  return { from, position };
}

/** Returns how long it takes until the list shows this position. */
async function untilShown(page: Page, position: number): Promise<number> {
  const begin = performance.now();
  await page.locator(".event-row .position").getByText(String(position), { exact: true }).waitFor();
  return performance.now() - begin;
}
