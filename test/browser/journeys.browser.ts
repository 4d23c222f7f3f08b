import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { eventShown } from "./daily-payments.ts";
import { openSaldo } from "./opened-page.ts";
import { tabTo } from "./tab-to.ts";

const figures = (page: Page, text: string) => page.locator(".figures").getByText(text, { exact: true }).waitFor();
/** The rail is read by itself, a moment after the figures. */
const railNow = (page: Page, reais: string) => page.locator(`[role=slider][aria-valuetext*="${reais}"]`).waitFor();
const position = async (client: SaldoClient) => (await client.clock.read()).position;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a withdrawal is opened, confirmed with its code, and paid by the next step of the clock", async () => {
  const { page, client } = await openSaldo();
  await page.getByRole("link", { name: "Withdrawals", exact: true }).click();
  await page.getByLabel("Amount").fill("500,00");
  await page.getByRole("button", { name: "Open a withdrawal" }).click();
  await page.getByText("Valid for 5 min").waitFor();
  await page.locator(".code", { hasText: await client.inbox.latestCode() }).waitFor();
  await page.getByRole("button", { name: "Confirm with this code" }).click();
  await page.locator(".detail").getByText("Waits for the bank").waitFor();
  await figures(page, "R$ 1.000,00");
  await page.getByRole("link", { name: "Mailbox", exact: true }).click();
  await page.locator("code.unusable").waitFor();
  await page.goBack();
  await page.keyboard.press("n");
  await page.locator(".detail").getByText("Paid", { exact: true }).waitFor();
  const [withdrawal] = (await client.api.GET("/account-balance/withdrawals")).data?.data ?? [];
  expect(withdrawal?.status).toBe("CONFIRMED");
});

test("a hold is released, a rewind to a bookmark and another future leave the first one to be seen and returned to", async () => {
  const { page, client } = await openSaldo();
  await page.getByLabel("Name of the bookmark").fill("before");
  await page.getByRole("button", { name: "Bookmark", exact: true }).click();
  await page.getByRole("button", { name: "Rewind to it" }).waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Next due" }).click();
  await figures(page, "R$ 1.750,00");
  await page.getByText("Advanced by 30 d").waitFor();
  const released = await position(client);
  await client.ask("POST", "/webhook", { url: "https://a.dev/saldo", name: "A", events: ["charge.paid"] });
  const call = page.locator(".rail-mark title", { hasText: "POST /webhook" });
  await call.waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Rewind to it" }).click();
  await call.waitFor({ state: "detached" });
  await figures(page, "R$ 1.500,00");
  await client.charges.create({ total: 100, paid: true });
  await figures(page, "R$ 1.501,00");
  await page.getByRole("button", { name: "Next due" }).click();
  await figures(page, "R$ 1.751,00");
  await page.locator(".left-branch").waitFor();
  await page.locator(".event-row.left .position", { hasText: String(released) }).click();
  await page.locator(".playhead-bar").getByText("R$ 1.750,00").waitFor();
  await figures(page, "R$ 1.751,00");
  await page.keyboard.press("Enter");
  await figures(page, "R$ 1.750,00");
  await page.getByRole("button", { name: "Undo the rewind" }).click();
  await figures(page, "R$ 1.751,00");
});

test("a hundred looks at the past and the future change nothing, by mouse and by keyboard", async () => {
  const { page, client } = await openSaldo();
  for (const total of [100, 200, 300]) {
    await client.charges.create({ total, paid: true });
    await client.clock.advance({ by: "PT1H" });
  }
  const before = await position(client);
  await railNow(page, "1.506,00");
  const slider = page.getByRole("slider");
  await slider.focus();
  for (let i = 0; i < 48; i++) await page.keyboard.press(["ArrowLeft", "Shift+ArrowRight", "Home", "End"][i % 4] ?? "");
  const plot = await page.locator(".rail-plot").boundingBox();
  if (plot === null) throw new Error("the rail is not there");
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 60);
  await page.mouse.down();
  for (let i = 0; i <= 50; i++) await page.mouse.move(plot.x + (plot.width * i) / 50, plot.y + 60);
  await page.mouse.up();
  await page.keyboard.press("Home");
  await page.getByText("Nothing changes.").waitFor();
  expect(await position(client)).toBe(before);
  await page.keyboard.press("Escape");
  expect(await page.getByText("Nothing changes.").count()).toBe(0);
});

test("wherever the arrow keys stop in the past, the world can be rewound to", async () => {
  const { page, client } = await openSaldo();
  await client.charges.create({ total: 100, paid: true });
  await client.clock.advance({ by: "PT1H" });
  await client.charges.create({ total: 200, paid: true });
  await railNow(page, "1.503,00");
  await page.getByRole("slider").focus();
  for (let i = 0; i < 12; i++) {
    const before = await position(client);
    for (let k = 0; k <= i % 4; k++) await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Rewind here" }).click();
    await page.getByRole("button", { name: "Undo the rewind" }).click();
    await eventShown(page, before + 2);
    await railNow(page, "1.503,00");
    await page.getByRole("slider").focus();
  }
  expect(await page.locator(".notice").count()).toBe(0);
});

test("who looks at the past before the answer of a rewind has come goes on looking at it", async () => {
  const { page, client } = await openSaldo();
  for (const total of [100, 200]) await client.charges.create({ total, paid: true });
  await railNow(page, "1.503,00");
  const before = await position(client);
  const answer = Promise.withResolvers<void>();
  await page.route("**/rewind", async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Rewind here" }).click();
  await eventShown(page, before + 1);
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  answer.resolve();
  await page.getByRole("button", { name: "Undo the rewind" }).waitFor();
  await page.getByRole("button", { name: "Rewind here" }).waitFor();
});

test("the next step of the clock goes to what became due a moment ago, before the page has read that", async () => {
  const { page, client } = await openSaldo({ args: ["--fixture", "pending-review"] });
  await page.getByRole("button", { name: "Nothing is due" }).waitFor();
  await page.route("**/sandbox/ledger?*", () => undefined);
  const [{ withdrawId } = { withdrawId: "" }] = (await client.api.GET("/account-balance/withdrawals")).data?.data ?? [];
  await client.withdrawals.approve(withdrawId);
  const answer = page.waitForResponse(/\/clock\/advance$/);
  await page.keyboard.press("n");
  await answer;
  expect((await client.withdrawals.get(withdrawId)).status).toBe("CONFIRMED");
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/sandbox/withdrawals?status=CREATED", async (route) => {
    const response = await route.fetch();
    const isFirst = (await response.json()).withdrawals.length > 0 && !isHeld;
    isHeld ||= isFirst;
    if (isFirst) held.resolve();
    else await route.fulfill({ response });
  });
  await client.ask("POST", "/account-balance/withdraw", { value: 1_000 });
  await held.promise;
  await page.keyboard.press("n");
  await expect.poll(async () => (await client.clock.read()).now).toBe("2026-03-02T12:05:10.000Z");
});

test("the rail shows less time and all of it again, and a place is the same in both", async () => {
  const { page, client } = await openSaldo();
  await client.charges.create({ total: 100, paid: true });
  await client.clock.advance({ by: "P9D" });
  await client.charges.create({ total: 200, paid: true });
  await figures(page, "R$ 1.503,00");
  const axisPx = async () => (await page.locator(".rail-axis").boundingBox())?.width ?? 0;
  const wholePx = await axisPx();
  await page.keyboard.press("+");
  await page.waitForFunction((px) => (document.querySelector(".rail-axis")?.clientWidth ?? 0) > px * 1.9, wholePx);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  const flag = await page.locator(".playhead-flag").innerText();
  await page.keyboard.press("0");
  await page.waitForFunction((px) => (document.querySelector(".rail-axis")?.clientWidth ?? 0) < px * 1.1, wholePx);
  expect(await page.locator(".playhead-flag").innerText()).toBe(flag);
});

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test("a hold is released, comes back by a rewind, and is released again by its undo, by keyboard alone", async () => {
  const { page } = await openSaldo();
  await figures(page, "R$ 1.500,00");
  await press(page, "b");
  await page.waitForFunction(() => document.activeElement?.matches(".line input") === true);
  await page.keyboard.type("before");
  await press(page, "Enter");
  await tabTo(page, button(page, "Rewind to it"));
  await press(page, "n");
  await figures(page, "R$ 1.750,00");
  await tabTo(page, button(page, "Rewind to it"));
  await press(page, "Enter");
  await figures(page, "R$ 1.500,00");
  await press(page, "d");
  await page.getByText("Advanced by 1 d").waitFor();
  await page.locator(".left-branch").waitFor();
  await tabTo(page, page.getByRole("slider"));
  await press(page, "ArrowLeft", "Enter");
  await page.getByText("Rewound", { exact: true }).waitFor();
  await press(page, "u");
  await figures(page, "R$ 1.500,00");
});
