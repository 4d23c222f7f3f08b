import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { startBrowser } from "./browser.ts";
import { openPage, startSaldo } from "./opened-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

test("the consequences of a move stay those of the move, and what came after it is not dropped unsaid", async () => {
  const saldo = await startSaldo();
  const client = new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" });
  const page = await openPage(browser, saldo.link);
  const told = page.getByRole("region", { name: "Consequences of the last move" });
  await page.getByRole("button", { name: "Next due" }).click();
  await told.getByText("+R$ 250,00").waitFor();
  await page.getByRole("button", { name: "Undo the advance" }).waitFor();
  await client.charges.create({ total: 10_000, paid: true });
  await page.locator(".figures").getByText("R$ 1.850,00", { exact: true }).waitFor();
  await page.getByText(/^drops \d+ events: Charge created, Charge paid/).waitFor();
  expect(await told.innerText()).toMatch(/1\.500,00 → R\$\s1\.750,00 \+R\$\s250,00/);
  expect(await page.getByRole("button", { name: "Undo the advance" }).count()).toBe(0);
  const { position } = await client.clock.read();
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Go back to before the advance" }).click();
  await page.locator(".figures").getByText("R$ 1.500,00", { exact: true }).waitFor();
  expect((await client.clock.read()).position).toBe(position + 1);
});
