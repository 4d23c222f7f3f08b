import type { Page } from "playwright-core";
import { test } from "vitest";
import { openSaldo } from "./opened-page.ts";
import { tabTo } from "./tab-to.ts";

const figures = (page: Page, text: string) => page.locator(".figures").getByText(text, { exact: true }).waitFor();

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

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
