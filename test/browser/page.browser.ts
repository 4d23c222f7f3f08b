import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "./browser.ts";
import { openPage, startSaldo } from "./opened-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test("the link of the banner shows the balance, and the key leaves the address bar", async () => {
  const saldo = await startSaldo();
  const page = await openPage(browser, saldo.link);
  const figures = page.locator(".figures");
  await figures.getByText("R$ 1.500,00").waitFor();
  expect(page.url()).toBe(saldo.link.replace(/#.*/, ""));
  await page.reload();
  await figures.getByText("R$ 1.500,00").waitFor();
});

test("what happens elsewhere is shown without a reload", async () => {
  const saldo = await startSaldo();
  const page = await openPage(browser, saldo.link);
  await page.getByText("Live", { exact: true }).waitFor();
  const headers = { "x-api-key": "sandbox-key", "content-type": "application/json" };
  const charge = { method: "POST", headers, body: JSON.stringify({ total: 2_345, paid: true }) };
  expect((await fetch(`${await saldo.address()}/sandbox/charges`, charge)).status).toBe(201);
  await page.locator(".figures").getByText("R$ 1.523,45").waitFor();
});

test("without a key the page asks for one", async () => {
  const saldo = await startSaldo();
  const page = await openPage(browser, saldo.link.replace(/#.*/, ""));
  await page.getByLabel("API key").fill("sandbox-key");
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".figures").getByText("R$ 1.500,00").waitFor();
});
