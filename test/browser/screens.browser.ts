import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { expectAccessible } from "./accessible.ts";
import { startBrowser } from "./browser.ts";
import { openPage, startSaldo } from "./opened-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test.each([
  ["light", 1_280],
  ["dark", 1_280],
  ["light", 390],
  ["dark", 390],
] as const)("every screen is accessible, %s, %i pixels wide, empty and full", async (colorScheme, width) => {
  const saldo = await startSaldo();
  const client = new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" });
  const page = await openPage(browser, saldo.link, { colorScheme, viewport: { width, height: 900 } });
  await page.getByText("Live", { exact: true }).waitFor();
  const addresses = await page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map(String));
  expect(addresses).not.toEqual([]);
  const visit = async (when: string) => {
    for (const address of addresses) {
      await page.goto(address);
      await page.locator("main").getByText("Reading…").waitFor({ state: "detached" });
      await expectAccessible(page, `${address}, ${when}`);
      // At 390 pixels it is also what a zoom of 200 % leaves on a small screen.
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${address}, ${when}: cut off or scrolled sideways`).toBeLessThanOrEqual(0);
    }
  };
  await visit("empty");
  await client.charges.create({ total: 10_000, paid: true });
  await client.ask("POST", "/webhook", { url: "https://hooks.acme.dev/saldo", name: "A", events: ["charge.paid"] });
  await client.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  await client.history.bookmark("here");
  await visit("full");
});
