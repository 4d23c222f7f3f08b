import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { filled } from "../../ui/text/said.ts";
import { expectAccessible } from "./accessible.ts";
import { holdBack, openSaldo, show } from "./opened-page.ts";
import { en } from "./texts.ts";

const languages = ["en", "pt"] as const;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("an undo that would drop what others have done says what, and asks; also before the page has heard of it", async () => {
  const { page, client } = await openSaldo({ expectedErrors: [/ERR_FAILED/, /sandbox.rewind/] });
  // Nothing of what others do reaches the page.
  await page.route("**/sandbox/events/stream", (route) => route.abort());
  await page.reload();
  await page.getByText(en.connection.lost).waitFor();
  await page.keyboard.press("d");
  await button(page, "Undo the advance").waitFor();
  await client.charges.create({ total: 10_000, paid: true });
  // A closed one has no role before the page has heard of it.
  const dialog = page.locator("dialog");
  for (const ask of ["key", "button"]) {
    if (ask === "key") await page.keyboard.press("u");
    else await page.getByRole("button", { name: /before the advance|Undo/ }).click();
    await dialog.getByText(/This drops \d+ events: Charge created, Charge paid/).waitFor();
    await expectAccessible(page, ask);
    await button(page, en.list.keep).click();
    await dialog.waitFor({ state: "detached" });
  }
  await page.keyboard.press("u");
  await dialog.getByText("This drops 4 events").waitFor();
  await page.route("**/sandbox/rewind", async (route) => {
    await client.charges.create({ total: 10_000, paid: true });
    await route.continue();
  });
  const goBack = dialog.getByRole("button", { name: "Go back to before the advance" });
  await page.route("**/sandbox/rewind", (route) => route.abort(), { times: 1 });
  await goBack.click();
  await dialog.getByRole("button", { name: en.shell.dismiss }).click();
  await goBack.click();
  await dialog.getByText("This drops 8 events").waitFor();
  await page.unroute("**/sandbox/rewind");
  await goBack.click();
  await expect.poll(async () => (await client.clock.read()).now).toBe("2026-03-02T12:00:00.000Z");
});

test("an undo that is asked for twice before the world has answered is done once", async () => {
  const { page, client } = await openSaldo();
  await page.keyboard.press("d");
  await button(page, en.time.undo.advance).waitFor();
  const release = await holdBack(page, "**/sandbox/rewind");
  for (let i = 0; i < 2; i++) await page.keyboard.press("u");
  release();
  await button(page, en.time.undo.rewind).waitFor();
  const { events } = (await client.control.GET("/events")).data ?? { events: [] };
  expect(events.filter(({ type }) => type === "WorldRewound")).toHaveLength(1);
});

test("Escape leaves a field and keeps its text; the next one closes the drawer, and the text is there again", async () => {
  const { page } = await openSaldo({ at: "reference" });
  const body = page.getByRole("textbox", { name: "Body" });
  await page.getByRole("link", { name: /POST \/account-balance\/withdraw Initiate/ }).click();
  await body.fill('{ "value": 12345 }');
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("detail");
  expect(await body.inputValue()).toBe('{ "value": 12345 }');
  await page.keyboard.press("Escape");
  await body.waitFor({ state: "detached" });
  await page.getByRole("searchbox").fill("fee");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("searchbox").inputValue()).toBe("fee");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("link", { name: /POST \/account-balance\/withdraw Initiate/ }).click();
  expect(await body.inputValue()).toBe('{ "value": 12345 }');
  // Other screens are gone to and come back from without a loss, too.
  await page.getByRole("link", { name: "Worlds", exact: true }).click();
  await page.getByLabel(en.worlds.settingNames.otpLifetime).fill("7 min");
  await page.getByRole("link", { name: /^Mailbox/ }).click();
  await page.getByRole("link", { name: "Worlds", exact: true }).click();
  expect(await page.getByLabel(en.worlds.settingNames.otpLifetime).inputValue()).toBe("7 min");
});

test("what has the focus when it goes away or can be used no more leaves it there, and never at the beginning of the page", async () => {
  const { page, client } = await openSaldo();
  const press = async (name: string) => {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
  };
  const hasFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
  await page.getByLabel(en.time.bookmarkName).fill("before");
  await press(en.time.bookmark);
  await hasFocus('button[aria-disabled="true"]');
  await press(en.words.remove);
  await hasFocus(`section[aria-label="${en.rail.lanes.bookmarks}"]`);
  const { chargeId } = await client.charges.create({ total: 10_000 });
  await show(page, `charges/${chargeId}`);
  await press(en.words.pay);
  await button(page, en.charges.refund).waitFor();
  await hasFocus(".detail");
  await client.settings.change({ webhookUrls: "any" });
  await show(page, "webhooks?show=new");
  await page.getByLabel(en.webhooks.url).fill("http://127.0.0.1:9/hooks");
  await press(en.webhooks.create);
  await page.locator(".detail:focus").getByRole("heading", { name: "Receiver" }).waitFor();
  await press(en.words.delete);
  await hasFocus("main");
  await press(en.shell.preferences);
  await press(en.help.title);
  await page.getByRole("dialog", { name: en.help.title }).waitFor();
  expect(await page.locator(":popover-open").count()).toBe(0);
  await press(en.help.close);
  await hasFocus(`[aria-label="${en.shell.preferences}"]`);
});

test("a route is added to those that are there, also before they are read, and the next one can be typed meanwhile", async () => {
  const { page, client } = await openSaldo();
  await client.routes.set({ "old.acme.dev": "http://127.0.0.1:3000" });
  const read = await holdBack(page, "**/sandbox/routes", "GET");
  const set = await holdBack(page, "**/sandbox/routes", "PUT");
  await show(page, "webhooks?show=new");
  const host = page.getByLabel(en.webhooks.routeHost);
  await host.fill("new.acme.dev");
  await page.getByLabel(en.webhooks.routeTarget).fill("http://127.0.0.1:4000");
  expect(await button(page, en.webhooks.addRoute).isEnabled()).toBe(false);
  read();
  await button(page, en.webhooks.addRoute).click();
  await host.fill("next.acme.dev");
  set();
  await page.getByText("new.acme.dev → ").waitFor();
  await page.getByText("old.acme.dev → ").waitFor();
  await expect.poll(() => page.getByLabel(en.webhooks.routeTarget).inputValue()).toBe("");
  expect(await host.inputValue()).toBe("next.acme.dev");
});

test.each(languages)("an amount is read as it is typed, or refused with an example (%s)", async (language) => {
  const { page, t } = await openSaldo({ at: "charges", language });
  const amount = page.getByLabel(t.charges.total);
  await amount.fill("1,000.50");
  await button(page, t.charges.create).click();
  await page.locator(".detail").getByText("R$ 1.000,50").first().waitFor();
  await amount.fill("1,000");
  await page.getByText(t.words.write("1.234,56")).waitFor();
  expect(await amount.getAttribute("aria-describedby")).not.toBeNull();
  await expectAccessible(page, language);
});

test.each(languages)("what Saldo refuses is told in the language of the page (%s)", async (language) => {
  const { page, t } = await openSaldo({ at: "withdrawals", language, expectedErrors: [/40\d|42\d/] });
  const toast = page.locator(".toast");
  await page.getByLabel(t.words.amount).fill("99999");
  await button(page, t.withdrawals.open).click();
  await toast.getByText("R$ 1.500,00").waitFor();
  expect(await toast.innerText()).not.toMatch(/cents/);
  await page.getByLabel(t.words.amount).fill("100");
  await button(page, t.withdrawals.open).click();
  await page.locator(".code-box").waitFor();
  await button(page, t.withdrawals.open).click();
  await toast.getByText(t.problems.WITHDRAWAL_ALREADY_OPEN).waitFor();
  await page.getByLabel(t.withdrawals.typeCode).fill("999999");
  await button(page, t.withdrawals.sendCode).click();
  await toast.getByText(filled(t.problems.OTP_INCORRECT, { attemptsLeft: 4 })).waitFor();
});

test("the operations of the reference stand below their tags, in any order", async () => {
  const { page } = await openSaldo({ at: "reference" });
  const headings = page.locator(".list").getByRole("heading");
  await headings.first().waitFor();
  expect(await headings.allInnerTexts()).toEqual(expect.arrayContaining(["Balance", "Withdrawals", "Webhooks"]));
  const first = page.locator(".list .row").nth(1);
  expect(await first.innerText()).toMatch(/GET\s+\/account-balance/);
  await page.getByRole("columnheader", { name: "Path" }).getByRole("button").click();
  expect(await headings.first().innerText()).toBe("Balance");
  await expectAccessible(page, "tags");
});
