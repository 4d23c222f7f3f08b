import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdBack, openPage, openSaldo, show, startSaldo } from "./opened-page.ts";

const screen = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }).click();

test("a time beyond all dates is told as none, and the page goes on", async () => {
  const { page } = await openSaldo();
  await page.getByRole("textbox", { name: "Advance to" }).fill("999999999d");
  await page.getByText(/^Write 5m, 2h 30m/).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("999999999d");
  await page.getByText("Nothing has this name.").waitFor();
});

test("a key, a button or a field that takes a held Enter, and a double click, do once what they do", async () => {
  const { page, client } = await openSaldo();
  const hold = async (key: string) => {
    for (let i = 0; i < 5; i++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  await hold("d");
  await page.getByText("Advanced by 1 d").waitFor();
  await page.getByRole("button", { name: "+1 month" }).focus();
  await hold("Enter");
  await page.getByText("Advanced by 31 d").waitFor();
  expect((await client.clock.read()).now).toBe("2026-04-03T12:00:00.000Z");
  await screen(page, "Charges");
  const { length: before } = (await client.control.GET("/charges")).data?.charges ?? [];
  // The answer to the first one is there before the double click.
  await page.getByLabel("Total").focus();
  await hold("Enter");
  await page.locator(".detail").waitFor();
  await page.getByRole("button", { name: "Create a charge" }).dblclick({ delay: 100 });
  await expect.poll(async () => (await client.control.GET("/charges")).data?.charges.length).toBe(before + 2);
  await page.getByRole("button", { name: "Refund" }).waitFor();
  expect((await client.control.GET("/charges")).data?.charges).toHaveLength(before + 2);
});

test("what cannot be read or sent is told, and can be tried again", async () => {
  const { client, link } = await startSaldo();
  await client.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal" });
  const page = await openPage(link, { expectedErrors: [/ERR_|409|503/] });
  await page.getByText("Live", { exact: true }).waitFor();
  const problem = { detail: "The database does not answer." };
  await page.route("**/sandbox/charges?*", (route) => route.fulfill({ status: 503, json: problem }), { times: 1 });
  await screen(page, "Charges");
  await page.locator(".list").getByText(problem.detail).waitFor();
  await page.locator(".item").first().waitFor();
  await screen(page, "API reference");
  await page.getByRole("link", { name: "/account-balance/withdraw", exact: false }).first().click();
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  await page.getByRole("alert").getByText("The answer was lost.").waitFor();
  // The browser does not repeat what may have been carried out.
  const { requests } = (await client.control.GET("/requests")).data ?? { requests: [] };
  expect(requests.filter(({ path }) => path === "/account-balance/withdraw")).toHaveLength(1);
  await send.click();
  await page.locator(".try-it b").getByText("409").waitFor();
  await screen(page, "Worlds");
  await page.route("**/save-file", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Export this world" }).click();
  await page.getByRole("alert").getByText("This could not be read").waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export this world" }).click();
  await saving;
  await page.getByRole("alert").getByText("This could not be read").waitFor({ state: "detached" });
});

test("a long list keeps the place of its reader and the focus of its filter while more of it is read", async () => {
  const { client, link } = await startSaldo();
  // Equal calls would be one row.
  for (let i = 0; i < 130; i++) await client.ask("GET", i % 2 === 0 ? "/account-balance" : "/webhook");
  const page = await openPage(link);
  await screen(page, "Calls");
  await page.locator("[data-filter]").focus();
  const rows = page.locator("main .rows");
  await page.locator("main [aria-rowcount='100']").waitFor();
  const end = await rows.evaluate((list) => {
    list.scrollTop = list.scrollHeight;
    return list.scrollTop;
  });
  await page.locator("main [aria-rowcount='130']").waitFor();
  expect(await rows.evaluate((list) => list.scrollTop)).toBe(end);
  await page.keyboard.type("d");
  expect(await page.locator("[data-filter]").inputValue()).toBe("d");
});

test("the money of a moment is shown while the rest of it is read", async () => {
  const { page, client } = await openSaldo();
  await client.charges.create({ total: 10_000, paid: true });
  const { position } = await client.clock.read();
  await client.clock.advance({ by: "P1D" });
  await page.locator(".clock").getByText("3 Mar").waitFor();
  await page.locator(".figures").getByText("R$ 1.600,00").waitFor();
  const release = await holdBack(page, "**/sandbox/past/*", "GET");
  const asked = page.waitForRequest("**/sandbox/past/*");
  // An arrow does nothing while the events around it are not read yet; what the table has is there.
  await page.getByText("As a table").click();
  await page
    .locator(".rail-table tr", { hasText: `Position ${position}` })
    .getByRole("button")
    .click();
  const told = page.locator(".playhead-bar");
  await told.getByText(`position ${position}`).waitFor();
  await asked;
  expect(await told.innerText()).toMatch(/Available R\$\s1\.600,00/);
  release();
  await told.getByText("1 hold").waitFor();
});

test("what is typed while an answer is under way stays", async () => {
  const { page } = await openSaldo();
  const name = page.getByLabel("Name of the bookmark");
  const setBookmark = await holdBack(page, "**/sandbox/bookmarks", "POST");
  await name.fill("one");
  await page.getByRole("button", { name: "Bookmark", exact: true }).click();
  await name.fill("two");
  setBookmark();
  await page.locator(".bookmarks").getByText("one").waitFor();
  expect(await name.inputValue()).toBe("two");
  await screen(page, "Worlds");
  const fee = page.getByLabel("Fee of a withdrawal");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const changeSettings = await holdBack(page, "**/sandbox/settings", "PATCH");
  await fee.fill("1,00");
  await save.click();
  await page.getByLabel("Smallest withdrawal").fill("7,00");
  changeSettings();
  await page.locator(".setting.changed").filter({ has: fee }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Smallest withdrawal").inputValue()).toBe("7,00");
  await save.click();
  await page.locator(".setting.changed").waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Smallest withdrawal").inputValue()).toBe("7,00");
});

test("a rate that could not be set is not shown as set", async () => {
  const { page } = await openSaldo({ expectedErrors: [/ERR_/] });
  await page.route("**/sandbox/clock", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  const rate = page.getByLabel("Rate");
  await rate.selectOption("3600");
  await page.getByRole("alert").getByText("The answer was lost.").waitFor();
  await expect.poll(() => rate.inputValue()).toBe("1");
});

test.each([
  ["shorter", 0],
  ["longer", 30],
])("after a start that has a new world with a %s history, nothing of the old one is offered", async (_how, charges) => {
  const { page, saldo } = await openSaldo({ expectedErrors: [/ERR_|422/] });
  const { port } = new URL(saldo.link);
  await page.getByRole("button", { name: "+1 day" }).click();
  await page.getByRole("button", { name: "Undo the advance" }).waitFor();
  await saldo.stop("SIGKILL");
  await page.getByText("No connection; trying again").waitFor();
  await page.context().setOffline(true);
  const { client } = await startSaldo("--seed", "another", "--port", port);
  for (let i = 0; i < charges; i++) await client.charges.create({ total: 100 });
  await client.history.bookmark("In the new one");
  const again = page.waitForEvent("load");
  await page.context().setOffline(false);
  // Before the page has loaded itself again it may have no buttons at all.
  await again;
  await page.getByRole("link", { name: "In the new one" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^(Undo|Go back to before)/ }).count()).toBe(0);
});

test.each([1_280, 320])("names of any length stay in their places, in %i pixels", async (width) => {
  const { client, link } = await startSaldo("--webhook-urls", "any");
  const name = `\u202E<b>${"N".repeat(90)}`;
  await client.history.bookmark(name);
  const url = `https://hooks.acme.dev/${"x".repeat(300)}`;
  await client.ask("POST", "/webhook", { url, name, events: ["charge.paid"] });
  await client.ask("GET", `/account-balance/${"p".repeat(500)}`);
  await client.addCompany({ name: name.slice(0, 77) });
  await client.world({ name });
  await client.charges.create({ total: 900_719_925_474_000, paid: true });
  await client.ask("POST", "/account-balance/withdraw", { value: 500_719_925_474_000 });
  const page = await openPage(link, { viewport: { width, height: 700 } });
  await page.getByText("Live", { exact: true }).waitFor();
  const told = await page.locator(".rail-mark title", { hasText: "NNNN" }).first().textContent();
  expect(told, "the time beside a name from right to left").toMatch(/^\u2068\u202E<b>N+\u2069 · \u2068.+\u2069$/);
  for (const [place, selected] of [
    ["time"],
    ["webhooks", ".webhooks .item"],
    ["calls", ".item"],
    ["worlds", "summary"],
  ]) {
    await show(page, `${place}`);
    if (selected !== undefined) await page.locator(selected).last().click();
    await page.locator("main :text-matches('NNNN|pppp') >> visible=true").first().waitFor();
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond, place).toBeLessThanOrEqual(0);
  }
  const beyond = await page
    .locator(".table-box")
    .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
  expect(beyond, "worlds beyond their tables").toEqual([0, 0]);
});

test("in Portuguese the city of the zone and the keys are written as people write them", async () => {
  const { page } = await openSaldo({ language: "pt" });
  await page.locator(".clock").getByText("São Paulo").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Espaço", { exact: true }).waitFor();
});

test("a screen that cannot be drawn says so, and the page around it goes on", async () => {
  const { page } = await openSaldo();
  await page.route("**/sandbox/charges?*", (route) => route.fulfill({ json: { charges: [{ totalCents: 1 }] } }), {
    times: 1,
  });
  await screen(page, "Charges");
  await page.getByRole("alert").getByText("This screen cannot be shown.").waitFor();
  await screen(page, "Mailbox");
  await page.getByText("This screen cannot be shown.").waitFor({ state: "detached" });
  await screen(page, "Charges");
  await page.getByRole("button", { name: "Create a charge" }).waitFor();
  await page.getByText("This screen cannot be shown.").waitFor({ state: "detached" });
});
