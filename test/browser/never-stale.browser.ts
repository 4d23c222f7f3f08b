import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { factsText } from "../../ui/parts/facts.ts";
import { expectAccessible } from "./accessible.ts";
import { holdBack, openPage, openSaldo, show, startSaldo } from "./opened-page.ts";
import { en } from "./texts.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("what a rewind of another client has undone is no longer shown as if it were there", async () => {
  const { page, client } = await openSaldo({ at: "withdrawals", expectedErrors: [/404/] });
  const { position } = await client.clock.read();
  await button(page, en.withdrawals.open).click();
  await page.locator(".code-box").waitFor();
  await client.history.rewind({ position });
  await page.locator(".detail").getByText(en.problems.UNKNOWN).waitFor();
  expect(await page.locator(".code-box").count()).toBe(0);
});

test("a screen whose files are not there yet says so, and comes once they are", async () => {
  const { page } = await openSaldo({ expectedErrors: [/ERR_FAILED/] });
  await page.route("**/assets/reference-screen*", (route) => route.abort());
  await show(page, "reference");
  await page.locator("main").getByText(en.shell.unread).waitFor();
  await expectAccessible(page, "not loaded");
  await page.unroute("**/assets/reference-screen*");
  await page.locator(".list").getByRole("heading", { name: "Balance" }).waitFor();
});

test.each([
  ["the moment that an address names", "time?at=11", "**/sandbox/past/11", "position 11"],
  ["a call that changes nothing", "calls", "**/requests/stream", "/account-balance"],
])("%s is shown although its first read was lost", async (_, at, path, shown) => {
  const { page, client } = await openSaldo({ expectedErrors: [/ERR_FAILED/] });
  await client.charges.create({ total: 100 });
  // Without it the address would name the present.
  await page.locator(".event-row").getByText("R$ 1,00").waitFor();
  await page.route(path, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed");
  await show(page, at);
  await lost;
  const again = page.waitForResponse(path);
  await page.unroute(path);
  await again;
  await client.ask("GET", "/account-balance");
  await page.getByText(shown).filter({ visible: true }).first().waitFor();
});

test("the worlds of a server with an admin token can be seen and opened once it is typed, and a wrong one is told as that", async () => {
  const { page } = await openSaldo({
    at: "worlds",
    args: ["--admin-token", "a-token-of-some-length"],
    expectedErrors: [/401|403/],
  });
  const list = page.getByRole("region", { name: en.worlds.list });
  await list.getByText(en.problems.ADMIN_REQUIRED).waitFor();
  await list.getByRole("button", { name: en.session.tryAgain }).click();
  const token = page.getByLabel(en.session.adminToken);
  await token.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText(en.session.wrongToken).waitFor();
  await token.fill("a-token-of-some-length");
  await page.keyboard.press("Enter");
  await list.getByText(en.worlds.shown).waitFor();
  // What was made is to be kept, and made once.
  await list.getByLabel(en.words.name, { exact: true }).fill("Checkout tests");
  await button(page, en.worlds.create).click();
  await list.getByText(/Checkout tests.* · /).waitFor();
  expect(await list.getByLabel(en.words.name, { exact: true }).inputValue()).toBe("");
  await list.getByRole("listitem").getByRole("button", { name: en.copy.copy }).waitFor();
  const opened = page.context().waitForEvent("page");
  await list.getByRole("link", { name: en.worlds.openTab }).click();
  await (await opened).getByRole("banner").getByText("Checkout tests").waitFor();
  const isShown = (world: string) =>
    list.getByRole("row").filter({ hasText: world }).getByText(en.worlds.shown, { exact: true }).waitFor();
  await button(page, en.words.enter).click();
  await isShown("Checkout tests");
  await page.getByRole("banner").getByText("Checkout tests").waitFor();
  expect(await page.title()).toBe(factsText(en.screens.worlds, "Checkout tests"));
  await button(page, en.shell.preferences).click();
  await button(page, en.session.leave).click();
  await page.getByLabel(en.session.key).fill("sandbox-key");
  await button(page, en.words.enter).click();
  await isShown("default");
});

test("two futures that differ only in their time say that they do", async () => {
  const { page } = await openSaldo();
  await page.keyboard.press("d");
  await button(page, en.time.undo.advance).click();
  await button(page, en.branches.compare).click();
  await page.locator(".branches").getByText(en.branches.differs).first().waitFor();
});

test("the first screen needs no scrolling, and nothing moves after a move, or while a time is typed", async () => {
  const { link } = await startSaldo();
  const page = await openPage("about:blank");
  const release = await holdBack(page, "**/sandbox/timeline*");
  await page.goto(link);
  await page.getByText(en.connection.live, { exact: true }).waitFor();
  const top = () => page.locator(".history").evaluate((panel) => panel.getBoundingClientRect().top);
  const before = await top();
  release();
  await page.keyboard.press("d");
  await button(page, en.time.undo.advance).waitFor();
  await page.getByRole("textbox", { name: en.time.to }).fill("next friday");
  await page.locator("output", { hasText: "6 Mar 2026" }).waitFor();
  expect(await top()).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await expectAccessible(page, "a typed time");
});

test("equal steps are one, those that a rewind has undone are gone, and what is due says whose it is", async () => {
  const { page, client } = await openSaldo({ at: "withdrawals", expectedErrors: [/422/] });
  await button(page, en.withdrawals.open).click();
  await page.locator(".code-box").waitFor();
  const { position } = await client.clock.read();
  await button(page, en.withdrawals.wrongCodes(5)).click();
  await page.locator(".steps").getByText("5 × Wrong code").waitFor();
  await client.history.rewind({ position });
  await page.locator(".steps").getByText("5 × Wrong code").waitFor({ state: "detached" });
  await page.locator(".steps").getByText(en.events.OtpIssued).waitFor();
  const other = await client.addCompany({ name: "Padaria Nova", balance: 50_000 });
  await client.of(other.apiKey).ask("POST", "/account-balance/withdraw", { value: 10_000 });
  await show(page, "time");
  await page.getByRole("region", { name: en.time.due }).getByText("Padaria Nova").waitFor();
});

test("a company that a rewind has undone is told as that, with the way back; so is one of a link", async () => {
  const { page, client } = await openSaldo({ at: "charges", expectedErrors: [/400/] });
  const { position } = await client.clock.read();
  await client.addCompany({ name: "Padaria Nova", balance: 50_000 });
  await page.getByLabel("Company", { exact: true }).selectOption({ label: "Padaria Nova" });
  await page.locator(".figures").getByText("R$ 500,00").waitFor();
  await client.history.rewind({ position });
  await page.getByText(en.session.noCompany).waitFor();
  await expect.poll(() => page.locator(".figures").innerText()).not.toContain("500,00");
  await page.reload();
  await page.getByText(en.session.noCompany).waitFor();
  await expectAccessible(page, "no company");
  await button(page, en.session.ownCompany).click();
  await page.locator(".figures").getByText("R$ 1.500,00").waitFor();
  expect(await page.getByText(en.session.noCompany).count()).toBe(0);
});

test("Space lets the clock run after a click on a link, too", async () => {
  const { page } = await openSaldo({ at: "charges" });
  await page.getByRole("navigation").getByRole("link", { name: en.screens.time }).click();
  await page.keyboard.press(" ");
  await page.locator(".clock").getByText(en.clock.running).waitFor();
});

test("a key whose company a reset has undone says so, and the reset can be undone", async () => {
  const { client, link } = await startSaldo();
  const { apiKey } = await client.addCompany({ name: "Padaria Nova", balance: 50_000 });
  const page = await openPage(link.replace("sandbox-key", apiKey), { expectedErrors: [/401/] });
  await page.locator(".figures").getByText("R$ 500,00").waitFor();
  await show(page, "worlds");
  await button(page, en.worlds.reset).click();
  await page.getByText(en.session.noCompany).waitFor();
  await button(page, en.time.undo.reset).click();
  await page.locator(".figures").getByText("R$ 500,00").waitFor();
});

test("a link to what is not there says so", async () => {
  const { page } = await openSaldo({ at: "mailbox/msg_gone" });
  const places = [
    "webhooks/whk_gone",
    "webhooks?delivery=dlv_gone",
    "calls/99999",
    "reference/gone",
    "mailbox/msg_gone",
  ];
  for (const place of places) {
    await show(page, place);
    await page.locator(".detail").getByText(en.list.unfound).waitFor();
    await button(page, en.list.close).click();
    await page.locator(".detail").waitFor({ state: "detached" });
  }
});
