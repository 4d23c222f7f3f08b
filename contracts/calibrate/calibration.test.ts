import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { documentWithOverlay } from "../../src/spec/document.ts";
import { parseOverlay } from "../../src/spec/overlay.ts";
import { clauses } from "../clauses/catalogue.ts";
import { startSandboxInProcess } from "../cli/target/sandbox-target.ts";
import { description } from "../judge/testing/described.ts";
import { seenIn } from "../model/seen.ts";
import { runSuite } from "../suite.ts";
import { recordingOf } from "../traffic/har.ts";
import { harOf } from "../traffic/har-writer.ts";
import { recordingOfTrace } from "../traffic/trace-recording.ts";
import { likenessOf } from "./likeness.ts";
import { overlayFrom, overlayText } from "./overlay.ts";
import { replayed } from "./replay.ts";
import { fixtureFrom } from "./settings.ts";

const strange = readFileSync(new URL("testing/strange.overlay.yaml", import.meta.url), "utf8");

async function sandboxWith(overlay: string) {
  return startSandboxInProcess(await documentWithOverlay("interface", parseOverlay(overlay)));
}

const reading = ["an account that is read", "odd requests that read", "the list of events"];
const opening = ["odd requests about withdrawals", "a withdrawal that is cancelled"];

/** Plays these stories on the strange sandbox, which take no real time. */
async function playedOn(url: string, stories: readonly string[]) {
  const { trace } = await runSuite({
    target: { url, useControlPlane: true },
    description,
    clauses: clauses.filter(({ needs }) => needs.length > 0 && needs.every(({ name }) => stories.includes(name))),
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
  });
  return trace;
}

/** Starts what was written, and compares it with what it was written from. */
async function tried(seen: ReturnType<typeof seenIn>) {
  const [overlay, fixture] = [overlayFrom(seen, description), fixtureFrom(seen)];
  await using calibrated = await sandboxWith(overlayText(overlay));
  const likeness = likenessOf(await replayed(seen, calibrated.url, parse(fixture)), seen);
  return { ...likeness, text: overlayText(overlay), settings: parse(fixture).settings };
}

const LIMIT_MS = 120_000;

test("a sandbox responds as the strange one does that it was calibrated from", { timeout: LIMIT_MS }, async () => {
  await using target = await sandboxWith(strange);
  const hooks = ["webhooks that are told of events", "a withdrawal that is paid"];
  const trace = await playedOn(target.url, ["an account that is read", "the list of events", ...opening, ...hooks]);
  const { text, settings, differences, alike, of } = await tried(seenIn(trace, description));
  expect(text).toMatch(/key:\s+type: string\s+x-value: secret/);
  expect(text).toContain("application/problem+json");
  expect(text).toMatch(/endpoint:[^:]+:[^:]+:[^:]+:[^:]+x-value: url/);
  expect(differences).toEqual([]);
  expect(alike).toBe(of);
  expect(settings).toMatchObject({ minimumWithdrawal: 101, withdrawalFee: 200, settlement: { delay: "PT10S" } });
});

test.for([
  ["reading only", reading],
  ["opening", [...reading, ...opening]],
] as const)("what is written from %s starts, and differs in nothing that was seen", async ([, stories]) => {
  await using target = await sandboxWith(strange);
  const { differences } = await tried(seenIn(await playedOn(target.url, stories), description));
  expect(differences).toEqual([]);
});

test("what is written from a recording of the same starts, and names media types and texts", async () => {
  await using target = await sandboxWith(strange);
  const trace = await playedOn(target.url, [...reading, ...opening]);
  const har = harOf(recordingOfTrace(trace, description, target.url), description, "1.0.0");
  const recorded = recordingOf([...har].join(""), { description, url: target.url });
  const { alike, of, text } = await tried(seenIn(recorded.trace, description, true));
  expect(text).toContain("sem permissao");
  expect(alike / of).toBeGreaterThan(0.85);
});
