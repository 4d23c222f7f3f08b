/**
 * `npm run screenshots`: starts a Saldo, lives through a small story, and writes docs/pictures, light and dark. Run it
 * after a change of the page; it needs a Chromium, as `npm run test:browser` does.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { startBrowser } from "./browser.ts";

const pictures = new URL("../../docs/pictures/", import.meta.url);
/** What is clicked on each screen before its picture is taken, and what is shown then. The clock moves last. */
const clicks: readonly (readonly [screen: string, role: "link" | "button", name: RegExp, shown: RegExp])[] = [
  ["withdrawals", "link", /Waits for the code/, /Valid for/],
  ["webhooks", "link", /Failed/, /503/],
  ["time", "button", /Next due/, /\+R/],
];

/** A month of a company: payments with a reserve, a payout, a rejected one, a receiver that is down for a while. */
async function live(client: SaldoClient): Promise<void> {
  await using receiver = await startReceiver({ status: 204 });
  await using broken = await startReceiver({ status: 503 });
  await client.settings.change({ retention: { percent: 10, holdFor: "P14D" } });
  await client.routes.set({ "hooks.acme.dev": receiver.url, "old.acme.dev": broken.url });
  const events = ["charge.paid", "withdraw.completed"];
  await client.ask("POST", "/webhook", { url: "https://hooks.acme.dev/saldo", name: "Payouts", events });
  await client.ask("POST", "/webhook", { url: "https://old.acme.dev/pix", name: "Legacy", events: ["charge.paid"] });
  for (const total of [80_000, 45_990, 12_000, 150_000]) {
    await client.charges.create({ total, paid: true });
    await client.clock.advance({ by: "P2DT5H" });
  }
  await withdraw(client, 60_000);
  await client.history.bookmark("before the payout");
  await client.clock.advance({ by: "P3D" });
  await client.settings.change({ settlement: { outcome: "FAILED", reason: "The bank refused the key." } });
  await withdraw(client, 25_000);
  await client.clock.advance({ by: "P1DT3H" });
  await client.settings.change({ settlement: { outcome: "CONFIRMED" } });
  await client.charges.create({ total: 99_900, paid: true });
  await client.clock.advance({ by: "PT6H" });
  await client.ask("POST", "/account-balance/withdraw", { value: 120_000 });
}

async function withdraw(client: SaldoClient, value: number): Promise<void> {
  await client.ask("POST", "/account-balance/withdraw", { value });
  const [message] = await client.inbox.messages();
  if (message === undefined) throw new Error("no code was sent");
  const { withdrawId, otpCode } = message;
  await client.ask("POST", "/account-balance/withdraw/confirm", { withdrawId, otpCode });
  await client.clock.advance({ by: "PT1H" });
}

async function take(
  { browser, link, colorScheme }: { browser: Browser; link: string; colorScheme: "light" | "dark" },
  [screen, role, name, shown]: (typeof clicks)[number],
): Promise<void> {
  const viewport = { width: 1_280, height: 760 };
  const page = await browser.newPage({ colorScheme, viewport, locale: "en-GB", timezoneId: "America/Sao_Paulo" });
  await page.goto(link);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.goto(`${link.replace(/#.*/, "")}#/${screen}`);
  const main = page.locator("main");
  const time = await page.locator(".clock-time").innerText();
  await main.getByRole(role, { name }).click();
  await main.getByText(shown).first().waitFor();
  await page.locator('main:not(:has-text("Reading…"))').waitFor();
  // After a move the header follows, and what is due.
  if (screen === "time") await page.locator(".clock-time").getByText(time).waitFor({ state: "detached" });
  await main.getByText("0 s", { exact: true }).waitFor({ state: "detached" });
  await page.screenshot({ path: fileURLToPath(new URL(`${screen}-${colorScheme}.png`, pictures)) });
  await page.close();
}

await mkdir(pictures, { recursive: true });
const begins = ["--clock", "frozen", "--start-at", "2026-03-02T12:00:00Z", "--seed", "pictures"];
const saldo = new RunningSaldo(begins);
const browser = await startBrowser();
try {
  const url = await saldo.address();
  const client = new SaldoClient({ url, apiKey: "sandbox-key" });
  await live(client);
  const link = await saldo.shows(/page +(http:\S+)/);
  for (const click of clicks) {
    // The code expires first; the holds that are due next move money.
    if (click[0] === "time") await client.clock.advance({ by: "PT10M" });
    await take({ browser, link, colorScheme: "light" }, click);
    await take({ browser, link, colorScheme: "dark" }, click);
  }
} finally {
  await browser.close();
  await saldo[Symbol.asyncDispose]();
}
