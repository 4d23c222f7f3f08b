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

test("a link to a moment opens that world, company, screen, selection and moment, and no other", async () => {
  const saldo = await startSaldo();
  const client = new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" });
  const other = client.of((await client.addCompany({ name: "Padaria Nova", balance: 50_000 })).apiKey);
  await client.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  const at = (await client.clock.read()).position;
  await other.ask("POST", "/account-balance/withdraw", { value: 20_000 });
  const page = await openPage(browser, saldo.link, { permissions: ["clipboard-read", "clipboard-write"] });
  const company = page.getByLabel("Company", { exact: true });
  const money = (reais: string) => page.locator(".figures").getByText(reais, { exact: true }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page
    .locator(".event-row")
    .getByRole("button", { name: String(at), exact: true })
    .click();
  await page.getByText(`position ${at}`).waitFor();
  // A click on a withdrawal of another company shows it, and goes on acting as the first one.
  await page.getByRole("link", { name: /^Withdrawals/ }).click();
  await page.locator(".items a").getByText("Padaria Nova").click();
  await page.locator(".detail").getByText("R$ 200,00", { exact: true }).first().waitFor();
  await money("R$ 1.400,00");
  await page.locator(".items a").last().click();
  await page.locator(".detail").getByText("R$ 100,00", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Copy link to this moment" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`at=${at}`);
  expect(link).not.toContain("sandbox-key");
  await company.selectOption({ label: "Padaria Nova" });
  await money("R$ 300,00");
  await page.goBack();
  await money("R$ 1.400,00");
  const colleague = await openPage(browser, link, { expectedErrors: [/401/] });
  await colleague.getByLabel("API key").fill("sandbox-key");
  await colleague.getByRole("button", { name: "Open" }).click();
  await colleague.getByText(`position ${at}`).waitFor();
  await colleague.locator(".detail").getByText("R$ 100,00", { exact: true }).first().waitFor();
  const world = await client.world();
  const stranger = await openPage(browser, saldo.link.replace("sandbox-key", world.apiKey));
  await stranger.getByText("Live", { exact: true }).waitFor();
  await stranger.goto(link);
  await stranger.getByText("This link is about the world").waitFor();
});
