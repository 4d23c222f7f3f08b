import { expect, test } from "vitest";
import { documentWithOverlay } from "../src/spec/document.ts";
import { parseOverlay } from "../src/spec/overlay.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { overlayWarning } from "./overlay-in-use.ts";

test("warns of a sandbox that follows an overlay", async () => {
  const overlay = parseOverlay(
    '{overlay: 1.0.0, info: {title: Acme, version: "1"}, actions: [{target: $, update: {}}]}',
  );
  await using plain = await startSandbox();
  await using other = await startSandbox({ interfaceDocument: await documentWithOverlay("interface", overlay) });
  expect(await overlayWarning(plain.url)).toBeUndefined();
  expect(await overlayWarning(other.url)).toContain('follows the overlay "Acme", and scenarios do not');
});
