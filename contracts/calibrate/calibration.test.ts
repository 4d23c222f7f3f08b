import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documentWithOverlay, loadDocument } from "../../src/spec/document.ts";
import { parseOverlay } from "../../src/spec/overlay.ts";
import { clauses } from "../clauses/catalogue.ts";
import { startSandboxInProcess } from "../cli/target/sandbox-target.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { runSuite } from "../suite.ts";
import { calibrationFrom } from "./calibration.ts";
import { likenessOf } from "./likeness.ts";
import { overlayText } from "./overlay.ts";
import { replayed } from "./replay.ts";

const strange = readFileSync(new URL("testing/strange.overlay.yaml", import.meta.url), "utf8");
const description = new Description(loadDocument("interface").source);

async function sandboxWith(overlay: string) {
  return startSandboxInProcess(await documentWithOverlay("interface", parseOverlay(overlay)));
}

/** Those that take no real time. */
const stories = [
  "an account that is read",
  "odd requests about withdrawals",
  "the list of events",
  "webhooks that are told of events",
  "a withdrawal that is cancelled",
  "a withdrawal that is paid",
];

test("a sandbox responds as the strange one does that it was calibrated from", async () => {
  await using target = await sandboxWith(strange);
  const { trace } = await runSuite({
    target: { url: target.url, useControlPlane: true },
    description,
    clauses: clauses.filter(({ needs }) => needs.length > 0 && needs.every(({ name }) => stories.includes(name))),
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
  });
  const seen = seenIn(trace, description);
  const { overlay: actions, fixture } = calibrationFrom(seen, description);
  const overlay = overlayText(actions);
  await using calibrated = await sandboxWith(overlay);
  const likeness = likenessOf(await replayed(seen, calibrated.url, parse(fixture)), seen);
  expect(overlay).toMatch(/key:\s+type: string\s+x-value: secret/);
  expect(likeness.differences).toEqual([]);
  expect(likeness.alike).toBe(likeness.of);
  expect(parse(fixture).settings).toMatchObject({
    minimumWithdrawal: 101,
    withdrawalFee: 200,
    settlement: { delay: "PT10S" },
  });
});
