import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { MAX_WAIT_MS, openPage, openSaldo, startSaldo } from "./opened-page.ts";

const screen = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }).click();

test("a webhook whose receiver fails five times is deactivated, reactivated, and gets the delivery again", async () => {
  const { page, client } = await openSaldo({ args: ["--webhook-urls", "any"] });
  const answer = "<script>alert('from the receiver')</script>";
  await using receiver = await startReceiver({ status: 500, body: answer });
  await screen(page, "Webhooks");
  await page.getByRole("link", { name: "Create a webhook" }).click();
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/hooks`);
  await page.getByRole("button", { name: "Create a webhook" }).click();
  await page.locator(".webhooks").getByText("Active", { exact: true }).waitFor();
  await client.charges.create({ total: 100, paid: true });
  await client.clock.advance({ by: "P1D" });
  await page.locator(".webhooks").getByText("Deactivated", { exact: true }).waitFor();
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link").first().click();
  await page.getByText("Attempt 5").waitFor();
  await page.locator(".attempt summary").first().click();
  await page.getByText("The signature fits the body").first().waitFor();
  await page.getByText(answer).first().waitFor();
  await page.getByRole("button", { name: "Deliver failed ones again" }).click();
  await page.getByRole("status").getByText("0 sent, 1 skipped.").waitFor();
  await page.getByRole("status").getByRole("button", { name: "Reactivate" }).click();
  await page.locator(".webhooks").getByText("Active", { exact: true }).waitFor();
  receiver.behave(204);
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Deliver again" }).click();
  await page.locator(".detail-head").getByText("Delivered").waitFor();
  await page.getByRole("link", { name: "All webhooks" }).click();
  await page.getByText("0 sent, 1 skipped.").waitFor({ state: "detached" });
});

test("the review sees withdrawals of all companies, and acts as theirs without switching to them", async () => {
  const { client, link } = await startSaldo();
  await client.settings.change({ manualApproval: true });
  const { apiKey } = await client.addCompany({ name: "Padaria Nova", balance: 50_000 });
  const other = client.of(apiKey);
  await other.ask("POST", "/account-balance/withdraw", { value: 20_000 });
  const [{ withdrawId, otpCode } = { withdrawId: "", otpCode: "" }] = await other.inbox.messages();
  await other.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
  const page = await openPage(link);
  await screen(page, "Withdrawals");
  await page.locator(".item").getByText("Padaria Nova").click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.locator(".detail").getByText("Cancelled").waitFor();
  await page.locator(".figures").getByText("R$ 1.500,00", { exact: true }).waitFor();
  expect((await other.withdrawals.get(withdrawId)).status).toBe("CANCELLED");
});

test("a call that changes nothing is seen as soon as it has ended", async () => {
  const { page, client } = await openSaldo();
  await screen(page, "Calls");
  await page.getByText("No call").waitFor();
  await client.ask("GET", "/account-balance");
  await page.locator(".item").getByText("/account-balance").waitFor();
});

test("a rejected call is listed with its reason", async () => {
  const { page, client } = await openSaldo();
  await client.ask("POST", "/account-balance/withdraw", { value: 1 });
  const reason = "R$ 0,01 is less than the smallest withdrawal: R$ 3,01, with the fee of R$ 2,00.";
  await screen(page, "Calls");
  await page.locator(".item").getByText(reason).click();
  await page.locator(".detail dd").getByText(reason).waitFor();
});

test("a fault is added with a click, applied to the next call or delivery, and leads to it", async () => {
  const { page, client } = await openSaldo({ args: ["--webhook-urls", "any"] });
  const applied = page.getByRole("region", { name: "What went wrong" });
  await screen(page, "Faults");
  await page.getByRole("button", { name: "Add" }).first().click();
  await page.getByText("1 of 1").waitFor();
  await expect(client.ask("POST", "/account-balance/withdraw", { value: 10_000 })).rejects.toThrow();
  await page.reload();
  await applied.getByRole("link").click();
  await page.locator(".item").getByText("Answer lost").waitFor();
  await client.ask("POST", "/webhook", { name: "ERP", url: "http://127.0.0.1:9/hooks", events: ["charge.paid"] });
  await screen(page, "Faults");
  await page.getByRole("listitem").filter({ hasText: "charge.paid twice" }).getByRole("button").click();
  await page.getByText("Delivered twice").waitFor();
  await client.charges.create({ total: 10_000, paid: true });
  await applied.getByRole("listitem").filter({ hasText: "Delivered twice" }).getByRole("link").click();
  await page.locator(".detail").getByRole("heading", { name: "charge.paid" }).waitFor();
});

test("after a killed server comes back, the page goes on by itself, and misses nothing", async () => {
  const data = mkdtempSync(join(tmpdir(), "saldo-page-"));
  const saldo = await startSaldo("--store", "lowdb", "--data", data);
  const { client, link } = saldo;
  const page = await openPage(link, {
    // A request may be under way when the server is killed.
    expectedErrors: [/ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_(EMPTY|INCOMPLETE|SOCKET_NOT_CONNECTED)/],
  });
  await client.charges.create({ total: 100, paid: true });
  await page.locator(".figures").getByText("R$ 1.501,00").waitFor();
  await saldo.stop("SIGKILL");
  await page.getByText("No connection; trying again").waitFor();
  await startSaldo("--store", "lowdb", "--data", data, "--port", new URL(link).port);
  await client.charges.create({ total: 200, paid: true });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator(".figures").getByText("R$ 1.503,00").waitFor();
  const { events } = await client.history.events({ limit: 1_000 });
  const newest = events.map(({ position }) => String(position)).toReversed();
  const shown = await page.locator(".event-row .position").allInnerTexts();
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(newest.slice(0, shown.length));
});

test("each of eight tabs answers a click, although a browser opens six connections to a server", async () => {
  const { link } = await startSaldo();
  const first = await openPage(link);
  const pages = [first];
  for (let i = 1; i < 8; i++) {
    const page = await first.context().newPage();
    page.setDefaultTimeout(MAX_WAIT_MS);
    await page.goto(link);
    pages.push(page);
  }
  for (const [i, page] of pages.entries()) {
    // Browsers draw tabs in the background rarely.
    await page.bringToFront();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByLabel("Name of the bookmark").fill(`tab ${i}`);
    await page.getByRole("button", { name: "Bookmark", exact: true }).click();
    await page.locator(".bookmarks").getByText(`tab ${i}`).waitFor();
  }
});

test("a history that has been forgotten since is begun anew", async () => {
  const { client, link } = await startSaldo();
  const page = await openPage("about:blank", { expectedErrors: [/410/] });
  await page.route("**/events/stream", (route) => route.fulfill({ status: 410, body: "{}" }), { times: 1 });
  await page.goto(link);
  await page.getByText("Live", { exact: true }).waitFor();
  await client.charges.create({ total: 100, paid: true });
  await page.locator(".figures").getByText("R$ 1.501,00").waitFor();
});
