import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holdBack, openPage, openSaldo, show, startSaldo } from "./opened-page.ts";

test("the consequences of a move stay those of the move, and what came after it is not dropped unsaid", async () => {
  const { page, client } = await openSaldo({ expectedErrors: [/sandbox.rewind/] });
  const told = page.getByRole("region", { name: "Consequences of the last move" });
  const other = client.of((await client.addCompany({ name: "Padaria Nova" })).apiKey);
  await other.charges.create({ total: 900, paid: true, retention: { percent: 100, holdFor: "P30D" } });
  await page.locator(".due").getByText("Padaria Nova").waitFor();
  await expect.poll(() => page.locator(".due-item").count()).toBe(1);
  await page.getByRole("button", { name: "Next due" }).click();
  await told.getByText("+R$ 250,00").waitFor();
  await told.getByText(/1 × .?Hold released.? · .?Padaria Nova/).waitFor();
  await page.getByRole("button", { name: "Undo the advance" }).waitFor();
  await client.charges.create({ total: 10_000, paid: true });
  await page.locator(".figures").getByText("R$ 1.850,00", { exact: true }).waitFor();
  expect(await told.innerText()).toMatch(/1\.500,00 → R\$\s1\.750,00 \+R\$\s250,00/);
  expect(await page.getByRole("button", { name: "Undo the advance" }).count()).toBe(0);
  await page.getByRole("button", { name: "Go back to before the advance" }).click();
  await page.locator("dialog", { hasText: /This drops \d+ events: Charge created, Charge paid/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Go back to before the advance" }).and(page.locator(":focus")).waitFor();
  // An answer has the first thousand events of a long move.
  await page.route("**/clock/advance", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), firedTotal: 2_034 } });
  });
  await page.keyboard.press("d");
  await told.getByText(/^Of 2034 events the first \d+ are:$/).waitFor();
});

test("a link to a moment opens that world, company, screen, selection and moment, and no other", async () => {
  const { client, link } = await startSaldo();
  const other = client.of((await client.addCompany({ name: "Padaria Nova", balance: 50_000 })).apiKey);
  await client.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  const at = (await client.clock.read()).position;
  await other.ask("POST", "/account-balance/withdraw", { value: 20_000 });
  const page = await openPage(link, { permissions: ["clipboard-read", "clipboard-write"] });
  const company = page.getByLabel("Company", { exact: true });
  const money = (reais: string) => page.locator(".figures").getByText(reais, { exact: true }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator(".event-row button.position", { hasText: String(at) }).click();
  await page.getByText(`position ${at}`).waitFor();
  // A click on a withdrawal of another company shows it, and goes on acting as the first one.
  await page.getByRole("link", { name: /^Withdrawals/ }).click();
  await page.locator(".item").getByText("Padaria Nova").click();
  await page.locator(".detail").getByText("R$ 200,00", { exact: true }).first().waitFor();
  await money("R$ 1.400,00");
  await page.locator(".item").last().click();
  await page.locator(".detail").getByText("R$ 100,00", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Copy link to this moment" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`at=${at}`);
  expect(copied).not.toContain("sandbox-key");
  await company.focus();
  await company.selectOption({ label: "Padaria Nova" });
  await money("R$ 300,00");
  expect(await company.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.goBack();
  await money("R$ 1.400,00");
  const colleague = await openPage(copied, { expectedErrors: [/401/] });
  await colleague.getByLabel("API key").fill("sandbox-key");
  await colleague.getByRole("button", { name: "Open" }).click();
  await colleague.getByText(`position ${at}`).waitFor();
  await colleague.locator(".detail").getByText("R$ 100,00", { exact: true }).first().waitFor();
  const world = await client.world();
  const stranger = await openPage(link.replace("sandbox-key", world.apiKey));
  await stranger.getByText("Live", { exact: true }).waitFor();
  await stranger.goto(copied);
  await stranger.getByText("This link is about the world").waitFor();
});

test("a world that this tab has opened needs no key when the page goes back to it", async () => {
  const { page, t } = await openSaldo({ at: "w/default/time" });
  await show(page, "w/default/worlds");
  await page.getByRole("button", { name: t.worlds.create }).click();
  await page.getByRole("button", { name: t.words.enter }).click();
  await page.waitForURL(/#\/w\/(?!default)/);
  await page.goBack();
  await page.getByText(t.session.otherWorld("default")).waitFor();
  await page.getByRole("button", { name: t.words.enter }).click();
  await page.locator(".event-row").first().waitFor();
});

test("a world is deleted only once its name is typed, without the spaces around it, and worlds of others are listed apart", async () => {
  const { client, link } = await startSaldo();
  await client.world({ name: "  Checkout tests  " });
  const { worldId } = await client.world();
  const page = await openPage(link);
  await page.getByRole("link", { name: "Worlds" }).click();
  await page.getByText("Worlds of others: 2").click();
  await client.ask("DELETE", `/sandbox/worlds/${worldId}`);
  // As when its tab is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("Worlds of others: 1").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the world" });
  const confirm = dialog.getByRole("button", { name: "Delete for ever" });
  await dialog.getByText(/Its \d+ events are gone for ever/).waitFor();
  expect(await confirm.isEnabled()).toBe(false);
  await dialog.getByLabel("Type its name to delete it").fill("Checkout tests");
  await confirm.click();
  await page.locator("td b").getByText("Checkout tests").waitFor({ state: "detached" });
});

test("while something is read, nothing is claimed", async () => {
  const { link } = await startSaldo();
  const page = await openPage("about:blank");
  const release = await holdBack(page, /\/sandbox\/(?!ui)/);
  await page.goto(link);
  await page.getByText("Reading…").first().waitFor();
  expect(await page.locator("body").innerText()).not.toMatch(/Nothing has happened|Nothing is due|\d{4} d|1970/);
  release();
  await page.locator(".due").getByText("Hold is released").waitFor();
});

test("a failure is told with its reason, goes when its cause goes, and what must fail is not offered", async () => {
  const { page } = await openSaldo({ expectedErrors: [/4\d\d/] });
  await page.getByRole("link", { name: "Withdrawals" }).click();
  await page.getByLabel("Amount").fill("9.000,00");
  const open = page.getByRole("button", { name: "Open a withdrawal" });
  const reason = page.getByRole("alert").getByText(/That did not work/);
  await open.click();
  await reason.waitFor();
  await page.getByLabel("Amount").fill("90,00");
  await open.click();
  await reason.waitFor({ state: "detached" });
  await page.getByLabel("Amount").fill("9.000,00");
  await open.click();
  await reason.waitFor();
  await page.getByRole("link", { name: "Charges" }).click();
  await reason.waitFor({ state: "detached" });
  await page.getByLabel("Paid at once").uncheck();
  await page.getByRole("button", { name: "Create a charge" }).click();
  await page.getByRole("button", { name: "Expire" }).waitFor();
  await page.getByRole("button", { name: "Process" }).click();
  await page.getByRole("button", { name: "Expire" }).waitFor({ state: "detached" });
});

test("the body of a webhook is shown and saved as it was sent, and openssl confirms its signature", async () => {
  const { client, link } = await startSaldo();
  const events = ["charge.paid"];
  await client.ask("POST", "/webhook", { url: "https://hooks.acme.dev/saldo", name: "A", events });
  await client.charges.create({ total: 10_000, paid: true });
  await client.clock.advance({ by: "PT1M" });
  const [delivery] = (await client.control.GET("/deliveries")).data?.deliveries ?? [];
  const page = await openPage(link, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link").click();
  await page.getByRole("button", { name: "As sent" }).last().click();
  expect(await page.locator(".body-text").last().innerText()).toBe(delivery?.body);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).last().click();
  const file = await saving;
  await file.saveAs(join(tmpdir(), file.suggestedFilename()));
  await page.locator(".attempt summary").first().click();
  await page.getByRole("button", { name: "Copy the openssl line" }).first().click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const printed = execFileSync("sh", ["-c", command], { cwd: tmpdir(), encoding: "utf8" });
  const signature = delivery?.attempts[0]?.headers["X-Webhook-Signature"];
  expect(`sha256=${printed.trim().split(" ").at(-1)}`).toBe(signature);
});

test("the history says of which company an event is, and shows what it is about without switching to it", async () => {
  const { client, link } = await startSaldo();
  const other = client.of((await client.addCompany({ name: "Padaria Nova", balance: 50_000 })).apiKey);
  await other.charges.create({ total: 20_000, paid: true });
  await other.ask("POST", "/account-balance/withdraw", { value: 10_000 });
  const page = await openPage(link);
  const detail = page.locator(".detail");
  for (const [event, reais, action] of [
    ["Charge paid", "R$ 200,00", "Refund"],
    ["Withdrawal initiated", "R$ 100,00", "Cancel the withdrawal"],
  ] as const) {
    await page.getByRole("link", { name: "Time", exact: true }).click();
    const row = page.locator(".event-row").filter({ hasText: event }).filter({ hasText: "Padaria Nova" });
    await row.filter({ hasText: reais }).getByRole("link").click();
    await detail.getByText("Padaria Nova").waitFor();
    await detail.getByText(reais).first().waitFor();
    await page.locator(".figures").getByText("R$ 1.500,00", { exact: true }).waitFor();
    if (action === "Cancel the withdrawal") {
      await detail.locator(".code").getByText(/\d{6}/).waitFor();
      // The mailbox that the page shows has no mail of it.
      expect(await detail.locator("[href*=mailbox]").count()).toBe(0);
    }
    await detail.getByRole("button", { name: action }).click();
    await detail.getByRole("button", { name: action }).waitFor({ state: "detached" });
  }
});
