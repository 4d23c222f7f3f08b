import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { freePort } from "../free-port.ts";
import { expectAccessible } from "./accessible.ts";
import { openSaldo, show } from "./opened-page.ts";
import { tabTo } from "./tab-to.ts";
import { en } from "./texts.ts";

const languages = [
  ["en", 1_280],
  ["pt", 390],
] as const;
const column = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const firstAmount = async (page: Page) => (await page.locator(".item .money").first().innerText()).replace(/\s/g, " ");

test.each(languages)(
  "a list is sorted by pointer and by keyboard, and its address has the order (%s, %i)",
  async (language, width) => {
    const { page, client, t } = await openSaldo({ language, width });
    for (const total of [800_000, 900_000, 700]) await client.charges.create({ total, paid: true });
    await show(page, "charges");
    const amount = column(page, t.charges.total);
    const created = column(page, t.charges.created);
    await amount.waitFor();
    expect(await created.getAttribute("aria-sort")).toBe("descending");
    await amount.getByRole("button").click();
    await expect.poll(() => firstAmount(page)).toBe("R$ 9.000,00");
    expect(await amount.getAttribute("aria-sort")).toBe("descending");
    expect(await created.getAttribute("aria-sort")).toBeNull();
    expect(page.url()).toContain("sort=-amount");
    await tabTo(page, amount.getByRole("button"));
    await page.keyboard.press("Enter");
    await expect.poll(() => firstAmount(page)).not.toBe("R$ 9.000,00");
    expect(await amount.getAttribute("aria-sort")).toBe("ascending");
    // A detail that is opened and closed leaves the order, and a colleague who has the address sees the same.
    await page.locator(".item").first().click();
    await page.getByRole("button", { name: t.list.close }).click();
    expect(page.url()).toMatch(/charges\?sort=amount$/);
    const sorted = await page.locator(".item").allInnerTexts();
    await page.reload();
    await amount.waitFor();
    await expect.poll(() => page.locator(".item").allInnerTexts()).toEqual(sorted);
    await amount.getByRole("button").click();
    expect(page.url()).not.toContain("sort=");
    expect(await created.getAttribute("aria-sort")).toBe("descending");
  },
);

const screens = ["withdrawals", "webhooks", "calls", "mailbox", "worlds", "reference", "faults"];

test.each(screens)("%s are sorted by each column", async (screen) => {
  const { page, client } = await openSaldo();
  await client.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  await client.ask("POST", "/webhook", { url: "https://a.dev/saldo", name: "A", events: ["charge.paid"] });
  await client.charges.create({ total: 100, paid: true });
  await client.faults.add({ kind: "latency", operationId: "confirmWithdrawal", delay: "PT5S" });
  await show(page, screen);
  const columns = page.getByRole("columnheader");
  await columns.first().waitFor();
  // A second list comes before or after the first one.
  await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
  for (let i = 0; i < (await columns.count()); i++) {
    await columns.nth(i).getByRole("button").click();
    await expect.poll(() => columns.nth(i).getAttribute("aria-sort")).toMatch(/ascending|descending/);
  }
  await expectAccessible(page, screen);
});

test("a long list is searched and sorted as a whole, and says where only a part of it was read", async () => {
  const { page, client } = await openSaldo();
  await client.charges.create({ total: 1_000, externalId: "pedido-1", paid: true });
  for (let i = 1; i < 120; i++) await client.charges.create({ total: 1_000 + i, paid: true });
  await show(page, "charges");
  await page.locator(".item").first().waitFor();
  // The first of them is not among the hundred that are read at first.
  await page.getByRole("searchbox").fill("PEDIDO-1");
  await expect.poll(() => page.locator(".item").allInnerTexts()).toEqual([expect.stringContaining("pedido-1")]);
  // As the row shows it.
  await page.getByRole("searchbox").fill("R$ 10,19");
  await expect.poll(() => firstAmount(page)).toBe("R$ 10,19");
  await page.getByRole("searchbox").fill("");
  await column(page, "Total").getByRole("button").click();
  await column(page, "Total").getByRole("button").click();
  await expect.poll(() => firstAmount(page)).toBe("R$ 10,00");
  expect(await page.getByText("there may be older ones").count()).toBe(0);
  await page.route("**/sandbox/charges?limit=1000", async (route) => {
    const { charges } = await (await route.fetch()).json();
    const many = Array.from({ length: 1_000 }, (_, i) => ({ ...charges[0], chargeId: `chg_${i}` }));
    await route.fulfill({ json: { charges: many } });
  });
  await client.charges.create({ total: 5, paid: true });
  await page.getByText(en.list.newestOnly).waitFor();
});

test.each(languages)(
  "equal calls are one row that opens, by pointer and by keyboard (%s, %i)",
  async (language, width) => {
    const { page, client, t } = await openSaldo({ language, width });
    for (let i = 0; i < 14; i++) await client.ask("GET", "/account-balance");
    await client.ask("GET", "/webhook");
    await show(page, "calls");
    const run = page.getByRole("button", { name: /14 × GET \/account-balance/ });
    await run.waitFor();
    expect(await page.locator(".item").count()).toBe(2);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => run.evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".in-run").count()).toBe(14);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator(".detail h2", { hasText: "/account-balance" }).waitFor();
    // A link to a call inside a run opens the run, which stays open while others come before it.
    await page.reload();
    await page.locator(".item[aria-current]").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await client.ask("GET", "/account-balance");
    await page.locator(".item.in-run").first().waitFor();
    await run.click();
    await expect.poll(() => page.locator(".in-run").count()).toBe(0);
    expect(await run.getAttribute("aria-expanded")).toBe("false");
    await column(page, t.calls.sent).getByRole("button").click();
    await page.getByRole("button", { name: /15 × GET \/account-balance/ }).waitFor();
    // An application that asks for a wrong path has not met a rewind.
    await client.ask("GET", "/balance");
    await page.locator(".item").getByText("There is no GET /balance.").waitFor();
  },
);

test.each(languages)("equal deliveries and equal attempts are one row that opens (%s, %i)", async (language, width) => {
  const { page, client, t } = await openSaldo({ language, width, args: ["--webhook-urls", "any"] });
  await using shop = await startReceiver({ status: 204 });
  const erp = `http://127.0.0.1:${await freePort()}/hooks`;
  for (const [name, url] of [
    ["ERP", erp],
    ["Shop", shop.url],
  ])
    await client.ask("POST", "/webhook", { name, url, events: ["charge.paid"] });
  for (let i = 0; i < 3; i++) {
    await client.charges.create({ total: 100, paid: true });
    await client.clock.advance({ by: "P1D" });
  }
  await show(page, "webhooks?state=DELIVERED");
  const deliveries = page.getByRole("table", { name: t.webhooks.deliveries });
  const run = deliveries.getByRole("button", { name: /3 × charge\.paid/ });
  await run.click();
  await expect.poll(() => deliveries.locator(".in-run").count()).toBe(3);
  await run.click();
  await expect.poll(() => deliveries.locator(".in-run").count()).toBe(0);
  await show(page, "webhooks?state=FAILED");
  await run.waitFor({ state: "detached" });
  await deliveries.getByRole("link").click();
  const attempts = page.locator(".attempt-run > summary");
  await attempts.getByText(t.webhooks.attemptsFailed(4)).click();
  await page.getByText(t.webhooks.attempt(1), { exact: true }).waitFor();
  await expectAccessible(page, "a delivery");
});

test.each(languages)(
  "a detail is a drawer that takes the focus and gives it back to its row (%s, %i)",
  async (language, width) => {
    const { page, client, t } = await openSaldo({ language, width });
    for (const total of [20_000, 30_000]) await client.charges.create({ total, paid: true });
    await show(page, "charges");
    const row = page.locator(".item").nth(1);
    await row.waitFor();
    const whole = await page.locator(".list").evaluate((list) => list.clientWidth);
    expect(whole).toBeGreaterThan(width * 0.8 - 40);
    const drawer = page.getByRole("region", { name: t.list.details });
    for (const close of ["Escape", "button", "back"]) {
      await row.focus();
      await page.keyboard.press("Enter");
      await drawer.getByText("R$").first().waitFor();
      await expect.poll(() => drawer.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await row.isVisible()).toBe(width > 1_000);
      await expectAccessible(page, `open, ${close}`);
      if (close === "Escape") await page.keyboard.press("Escape");
      else if (close === "back") await page.goBack();
      else await drawer.getByRole("button", { name: t.list.close }).click();
      await drawer.waitFor({ state: "detached" });
      await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  },
);
