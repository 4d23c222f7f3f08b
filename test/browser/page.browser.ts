import { expect, onTestFinished, test } from "vitest";
import { RoundRobin } from "../postgres/round-robin.ts";
import { RunningSaldo } from "../running-saldo.ts";
import { holdBack, openPage, openSaldo, startSaldo } from "./opened-page.ts";

test("the link of the banner shows the balance, and the key leaves the address bar", async () => {
  const { page } = await openSaldo();
  const figures = page.locator(".figures");
  await figures.getByText("R$ 1.500,00").waitFor();
  expect(page.url()).not.toContain("sandbox-key");
  await page.reload();
  await figures.getByText("R$ 1.500,00").waitFor();
});

test("what stays the same while the server runs is read once", async () => {
  const { page, client } = await openSaldo();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "Faults" }).click();
  await page.getByText("Lost answers").first().waitFor();
  for (const [total, balance] of [
    [100, "R$ 1.501,00"],
    [200, "R$ 1.503,00"],
  ] as const) {
    await client.charges.create({ total, paid: true });
    await page.locator(".figures").getByText(balance).waitFor();
  }
  expect(asked.filter((path) => path === "/sandbox/presets")).toHaveLength(1);
  expect(asked.filter((path) => path === "/sandbox/faults").length).toBeGreaterThan(1);
});

test("behind a gateway that strips a path the page works without an option", async () => {
  const saldo = await startSaldo();
  const gateway = await RoundRobin.over([await saldo.address()], "/saldo");
  // After the page, which is closed first.
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  const page = await openPage(`${gateway.url}/saldo/`);
  await page.getByLabel("API key").fill("sandbox-key");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "+1 day" }).click();
  await page.getByText("Advanced by 1 d").waitFor();
  expect(page.url()).toMatch(/:\d+\/saldo\/sandbox\/ui\/#/);
});

test("a key that is being typed is not mixed with the public one", async () => {
  const { link } = await startSaldo();
  const page = await openPage("about:blank");
  const answer = await holdBack(page, "**/sandbox/world");
  await page.goto(link.replace(/#.*/, ""));
  await page.getByLabel("API key").focus();
  const answered = page.waitForResponse("**/sandbox/world");
  answer();
  await answered;
  // Its answer comes after the one before.
  await page.evaluate(() => fetch("/sandbox/ready").then((answer) => answer.text()));
  await page.keyboard.insertText("another-key");
  expect(await page.getByLabel("API key").inputValue()).toBe("another-key");
});

test("without a key that the server knows, the page asks for one", async () => {
  const { link } = await startSaldo();
  const page = await openPage(link.replace(/#.*/, ""), { expectedErrors: [/401/] });
  await page.getByLabel("API key").waitFor();
  await page.getByText("Unless you chose another, it is sandbox-key.").waitFor();
  // What was painted before the program had loaded is gone.
  expect(await page.locator("header.top").count()).toBe(0);
  await page.waitForFunction(() => document.querySelector("input")?.value === "sandbox-key");
  await page.getByLabel("API key").fill("another-key");
  // As if a world had been opened with it before: "Open" must not offer it again.
  await page.evaluate(() => sessionStorage.setItem("saldo-key-of-a-world", "another-key"));
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("No world has this key.").waitFor();
  expect(await page.evaluate(() => Object.values(sessionStorage))).not.toContain("another-key");
  await page.getByLabel("API key").fill("sandbox-key");
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".figures").getByText("R$ 1.500,00").waitFor();
});

test("beside a screen the rail is a strip, which opens and stays as it was chosen", async () => {
  const { page } = await openSaldo();
  const marks = page.locator(".due-item");
  await page.getByRole("link", { name: "Withdrawals" }).click();
  await page.getByRole("button", { name: "Copy link to this moment" }).waitFor();
  expect(await marks.first().isVisible()).toBe(false);
  await page.getByRole("button", { name: "Show all lanes" }).click();
  await marks.first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Show the balance only" }).click();
  await marks.first().waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Time" }).click();
  await marks.first().waitFor();
});

test("on a phone the link of the screen that is shown is in view", async () => {
  const { page } = await openSaldo();
  await page.setViewportSize({ width: 390, height: 844 });
  const shown = page.locator("nav [aria-current=page]");
  for (const [screen, name] of [
    ["reference", "API reference"],
    ["time", "Time"],
  ] as const) {
    await page.evaluate((one) => {
      location.hash = `#/${one}`;
    }, screen);
    await shown.getByText(name).waitFor();
    const isInView = async () => {
      const { x, width } = (await shown.boundingBox()) ?? { x: -1, width: 0 };
      return x >= 0 && x + width <= 390;
    };
    await expect.poll(isInView).toBe(true);
  }
});

test("language and theme are chosen in one menu, and the font comes from Saldo", async () => {
  const { page } = await openSaldo();
  await page.getByRole("button", { name: "Language, theme and key" }).click();
  await page.getByRole("combobox", { name: /^Theme/ }).selectOption("dark");
  await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === "dark");
  await page.getByRole("combobox", { name: /^Language/ }).selectOption("pt");
  await page.getByRole("link", { name: "Saques" }).waitFor();
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === "loaded"));
});

test("SALDO_UI=off serves no page and prints no link", async () => {
  await using saldo = new RunningSaldo([], { SALDO_UI: "off" });
  const address = await saldo.address();
  await saldo.shows(/documents/);
  expect(saldo.output).not.toContain("/sandbox/ui/");
  const headers = { accept: "text/html" };
  expect((await fetch(`${address}/sandbox/ui/`, { headers })).status).toBe(404);
  expect((await fetch(address, { headers })).status).toBe(404);
});

test("the link has no key that is a secret", async () => {
  await using saldo = new RunningSaldo(["--api-key", "a-secret-of-somebody"]);
  expect(await saldo.shows(/page +(http:\S+)/)).toMatch(/\/sandbox\/ui\/$/);
  expect(saldo.output).not.toContain("a-secret");
});
