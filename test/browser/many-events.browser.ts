import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSaldo } from "../running-saldo.ts";
import { eventShown, subscribeCustomers } from "./daily-payments.ts";
import { measurePage } from "./measured-page.ts";
import { openPage, startSaldo } from "./opened-page.ts";
import { scrollList } from "./scroll-list.ts";

const MB = 1024 * 1024;

async function openMeasured(...args: readonly string[]) {
  const { client, link } = await startSaldo(...args);
  const page = await openPage("about:blank");
  const measured = await measurePage(page);
  await page.goto(link);
  await page.getByText("Live", { exact: true }).waitFor();
  return { page, measured, client };
}

// To make so long a history takes longer than to look at it.
test("of a history of 100,000 events the page has only what is in view", { timeout: 240_000 }, async () => {
  const manyCharges = join(mkdtempSync(join(tmpdir(), "saldo-many-events-")), "many.yaml");
  await runSaldo(["fixture", "--charges", "25000", "--seed", "many", "--output", manyCharges]);
  const { page, measured, client } = await openMeasured("--fixture", manyCharges);
  expect((await client.clock.read()).position).toBeGreaterThan(100_000);
  await page.locator(".event-row .position").first().waitFor();
  const before = await measured.heapBytes();
  await scrollList(page, [1]);
  expect(await page.locator(".history .row").last().locator(".position").innerText()).toBe("1");
  expect(await page.locator(".history .row").count()).toBeLessThanOrEqual(60);
  await scrollList(
    page,
    Array.from({ length: 41 }, (_, i) => 1 - i / 40),
  );
  expect(((await measured.heapBytes()) - before) / MB, "MB held for the list").toBeLessThanOrEqual(5);
});

test("the page follows thousands of events, and a burst of them, without a gap", { timeout: 240_000 }, async () => {
  const { page, measured, client } = await openMeasured();
  await subscribeCustomers(client);
  const { position: first } = await client.clock.read();
  let last = first;
  while (last - first < 12_000) ({ position: last } = await client.clock.advance({ by: "P4D" }));
  await eventShown(page, last);
  const { position } = await client.clock.advance({ by: "P260D" });
  expect(position - last).toBeGreaterThan(20_000);
  await eventShown(page, position);
  expect((await measured.heapBytes()) / MB, "MB of the heap").toBeLessThanOrEqual(150);
  // The list may know of an event before the stream has brought it.
  await expect.poll(() => measured.missedPositions(first, position), { timeout: 60_000 }).toEqual([]);
});
