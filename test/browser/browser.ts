import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Starts the Chromium of this machine, for which these host names are addresses of the loopback interface. */
export function startBrowser(loopbackNames: readonly string[] = []): Promise<Browser> {
  const rules = loopbackNames.map((name) => `MAP ${name} 127.0.0.1`).join(", ");
  const args = [`--host-resolver-rules=${rules}`];
  // As root, as in a container, it does not start with its sandbox.
  return chromium.launch({ executablePath: browserPath(), args, chromiumSandbox: process.getuid?.() !== 0 });
}

function browserPath(): string {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
  const path = process.env.SALDO_BROWSER ?? found;
  if (path !== undefined) return path;
  throw new Error(`there is no browser: install one of ${names.join(", ")}, or name one in SALDO_BROWSER`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
