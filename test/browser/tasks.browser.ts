import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { openSaldo } from "./opened-page.ts";

test.each([
  ["en", "Advance to", "next friday", "6 Mar 2026 00:00:00", "Code expires"],
  ["pt", "Avançar até", "sexta", "6 mar 2026 00:00:00", "Código expira"],
] as const)("one field reads times as people write them (%s), and a code that expires is due", async (...given) => {
  const [language, label, typed, instant, expires] = given;
  const { page, client } = await openSaldo({ language });
  await client.ask("POST", "/account-balance/withdraw", { value: 50_000 });
  await page.locator(".due").getByText(expires).waitFor();
  await page.keyboard.press("n");
  await page.locator(".clock").getByText("09:05:00").waitFor();
  await page.getByLabel(label).fill(typed);
  await page.locator("output").getByText(instant).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".clock").getByText("00:00:00").waitFor();
  await page.locator(".clock").getByText("São Paulo").waitFor();
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe("");
  expect((await client.clock.read()).now).toBe("2026-03-06T03:00:00.000Z");
});

test.each([1_280, 390])("one panel shows as code what has the focus or the pointer, in %i pixels", async (width) => {
  const { page } = await openSaldo({ width });
  // What is drawn above the buttons moves them, and the pointer rests on another place then.
  await page.getByText("As a table").waitFor();
  await page.getByRole("button", { name: "As code" }).click();
  const panel = page.getByRole("complementary", { name: "As code" });
  const shows = (text: string) => panel.getByText(text).waitFor();
  await shows("rest the pointer on it");
  await page.getByRole("button", { name: "+1 day" }).focus();
  await shows('await saldo.clock.advance({ by: "P1D" });');
  await page.getByRole("button", { name: "+1 month" }).hover();
  await shows('await saldo.clock.advance({ by: "P1M" });');
  const { x = -1, width: taken = width } = (await panel.boundingBox()) ?? {};
  expect(x >= 0 && x + taken <= width).toBe(true);
  await page.getByRole("button", { name: "+1 day" }).focus();
  await page.keyboard.press("c");
  await expect.poll(() => panel.count()).toBe(0);
});

test.each([
  ["en", 1_280, "Search and act", "5m", "Withdrawals", "Advance +1 day"],
  ["pt", 390, "Buscar e agir", "5m", "Saques", "Avançar +1 dia"],
] as const)("one field finds screens, identifiers and times (%s, %i pixels)", async (...given) => {
  const [language, width, label, duration, screen, day] = given;
  const { page, client } = await openSaldo({ language, width });
  await client.ask("POST", "/account-balance/withdraw", { value: 50_000 });
  const [{ withdrawId } = { withdrawId: "" }] = await client.inbox.messages();
  await page.getByRole("button", { name: label }).waitFor();
  const find = async (typed: string) => {
    await page.keyboard.press("Control+K");
    // What is typed at once goes to the field: "m" alone would advance the clock by a month.
    await page.keyboard.type(typed);
    const field = page.getByRole("combobox", { name: label });
    await expectAccessible(page, typed);
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
  };
  await find(screen.slice(0, 4));
  await page.getByRole("heading", { level: 1, name: screen }).waitFor({ state: "attached" });
  await find(withdrawId);
  await page.locator(".detail").getByText(withdrawId).waitFor();
  await find(duration);
  await page.locator(".clock").getByText("09:05:00").waitFor();
  expect((await client.clock.read()).now).toBe("2026-03-02T12:05:00.000Z");
  await find(day);
  await page.locator(".clock").getByText("3 ").waitFor();
});

test("after a rewind the two futures are compared, and the first difference is marked", async () => {
  const { page, client } = await openSaldo();
  const { position } = await client.clock.read();
  for (const total of [10_000, 20_000]) await client.ask("POST", "/sandbox/charges", { total, paid: true });
  await client.history.rewind({ position });
  for (const total of [10_000, 25_000]) await client.ask("POST", "/sandbox/charges", { total, paid: true });
  await page.getByRole("button", { name: "Compare with the branch left behind" }).click();
  for (const [side, amount] of [
    ["Left behind", "R$ 200,00"],
    ["Now", "R$ 250,00"],
  ] as const) {
    const differing = page.getByLabel(side, { exact: true }).locator(".differs");
    await expect.poll(() => differing.innerText()).toContain("first difference");
    expect((await differing.innerText()).replace(/\s/g, " ")).toContain(amount);
  }
});
