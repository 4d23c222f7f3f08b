import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { openPage, openSaldo, show, startSaldo } from "./opened-page.ts";

test.each([1_280, 390])(
  "the rows of every list hold what is in them, and nothing is beside its place, in %i pixels",
  async (width) => {
    const { client, link } = await startSaldo();
    const { apiKey } = await client.addCompany({ name: "Padaria Nova do Largo da Ordem LTDA", balance: 5_000_000 });
    await client.of(apiKey).ask("POST", "/account-balance/withdraw", { value: 2_000_000 });
    await client.ask("POST", "/account-balance/withdraw", { value: 100_000 });
    const events = ["charge.paid", "dispute.chargeback"];
    await client.ask("POST", "/webhook", { url: "https://hooks.acme.dev/saldo", name: "Payouts", events });
    const charge = await client.charges.create({ total: 9_999_999_999_900, paid: true });
    await client.ask("POST", `/sandbox/charges/${charge.chargeId}/chargeback`);
    const page = await openPage(link, { viewport: { width, height: 900 } });
    for (const screen of ["time", "withdrawals", "charges", "webhooks", "calls", "mailbox"]) {
      await show(page, screen);
      await page.locator(":is(.item, .event-row:has(time))").first().waitFor();
      expect(await page.evaluate(beyondTheirPlace), screen).toEqual([]);
    }
    // A phone that is turned has other rows at once.
    await page.setViewportSize({ width: width === 390 ? 844 : 390, height: 900 });
    await expect.poll(() => page.evaluate(beyondTheirPlace)).toEqual([]);
    await page.setViewportSize({ width, height: 900 });
    await page.locator(".item").first().click();
    await show(page, "time");
    await page.locator(".event-row button.position").first().click();
    await page.getByText(/Nothing changes/).waitFor();
  },
);

/** Runs in the page. Returns what reaches out of its row or the company's place; on a phone also paths that are cut. */
function beyondTheirPlace(): string[] {
  const places = [...document.querySelectorAll(".item, .event-row, .brand")];
  const beyond = places.flatMap((place) => {
    const { top, bottom, right } = place.getBoundingClientRect();
    return [...place.children].filter((part) => {
      const box = part.getBoundingClientRect();
      return box.height > 0 && (box.top < top - 1 || box.bottom > bottom + 1 || box.right > right + 1);
    });
  });
  // Events and paths, and no names of companies.
  const whole = '.item > .what:has(> :is([title*="."], [title*="/"]))';
  const cut = [
    ...document.querySelectorAll(`.item > :is(.state, .short, .money), .event-row > :is(.what, .money), ${whole}`),
  ].filter((part) => part.scrollWidth > part.clientWidth);
  return [...beyond, ...cut].map((part) => `${part.className} ${part.textContent}`);
}

test.each([
  ["light", 1_280],
  ["dark", 1_280],
  ["light", 390],
  ["dark", 390],
] as const)("every screen is accessible, %s, %i pixels wide, empty and full", async (colorScheme, width) => {
  const { page, client } = await openSaldo({ colorScheme, width });
  const addresses = await page.locator("nav a").evaluateAll((links) => links.map(String));
  expect(addresses).not.toEqual([]);
  const visit = async (when: string) => {
    for (const address of addresses) {
      await page.goto(address);
      // Several parts of a screen may be read at a time.
      await page.locator('main:not(:has-text("Reading…"))').waitFor();
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
  await client.faults.add({ kind: "status", operationId: "getBalance", status: 503 });
  // An event that is about nothing with a name.
  await client.faults.removeAll();
  await visit("full");
});
