import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { effort } from "../../test/effort.ts";
import { clauses } from "../clauses/catalogue.ts";
import { description } from "../judge/testing/described.ts";
import { runSuite } from "../suite.ts";
import { isSuccess, type TraceEntry } from "../trace/trace.ts";
import { recordingOf } from "./har.ts";
import { harOf } from "./har-writer.ts";
import { judgeTrace } from "./judge-trace.ts";
import { withCodes } from "./recorded-codes.ts";
import { recordingOfTrace } from "./trace-recording.ts";

/** These take long, or bring much of the same. */
const leftOut = /fail and then|deactivated|odd requests|hold|minimum|daily/;

/** What a recording has of a correct run: requests and deliveries of several companies at the same time. */
let recorded: readonly TraceEntry[] = [];
beforeAll(async () => {
  await using sandbox = await startSandbox();
  const { trace } = await runSuite({
    target: { url: sandbox.url, useControlPlane: true },
    description,
    clauses: clauses.filter(({ needs }) => !needs.some(({ name }) => leftOut.test(name))),
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
  });
  recorded = trace.filter(({ kind }) => kind === "call" || kind === "arrival");
}, 60_000);

function verdictsOf(entries: readonly TraceEntry[]) {
  const { findings } = judgeTrace(withCodes(entries), description, clauses);
  const those = (...kinds: readonly string[]) => findings.filter(({ kind }) => kinds.includes(kind));
  return { passed: those("passed"), wrong: those("broken", "suite-error").map(({ clause }) => clause.id) };
}

test("a run that is written as HAR and read again tells the same accounts, and breaks no clause", () => {
  const recording = recordingOfTrace(recorded, description, "http://127.0.0.1:4400");
  const written = [...harOf(recording, description, "1.0.0")].join("");
  const { trace, url } = recordingOf(written, { description });
  expect(url).toBe("http://127.0.0.1:4400");
  const { passed, wrong } = verdictsOf(trace);
  expect(wrong).toEqual([]);
  expect(passed.length).toBeGreaterThan(40);
  expect(accountsOf(trace)).toBe(accountsOf(recorded));
  expect(written).not.toMatch(/whsec_|sk_sandbox_/);
});

/** How many companies have sent requests that were accepted: a reader knows keys by that. */
function accountsOf(entries: readonly TraceEntry[]): number {
  const accepted = entries.filter((entry) => entry.kind === "call" && entry.credential === "own" && isSuccess(entry));
  return new Set(accepted.map(({ account }) => account)).size;
}

test("a recording of a correct run breaks no clause, wherever it begins and whatever is missing", () => {
  const { passed, wrong } = verdictsOf(recorded);
  expect([passed.length > 150, wrong]).toEqual([true, []]);
  const accounts = [...new Set(recorded.map(({ account }) => account))];
  // By their places in the recording, so that a counterexample can be read.
  const parts = fc.subarray(accounts, { minLength: 1, maxLength: 4 }).chain((chosen) => {
    const own = [...recorded.keys()].filter((at) => chosen.includes(recorded[at]?.account ?? ""));
    const place = fc.nat(own.length);
    const window = fc.tuple(place, place).map(([one, other]) => own.slice(Math.min(one, other), Math.max(one, other)));
    const few = fc.uniqueArray(place, { maxLength: 8 }).map((gone) => own.filter((_, nth) => !gone.includes(nth)));
    return fc.oneof(few, window, fc.subarray(own));
  });
  const isRight = (part: readonly number[]) => {
    expect(verdictsOf(recorded.filter((_, at) => part.includes(at))).wrong).toEqual([]);
  };
  fc.assert(fc.property(parts, isRight), { numRuns: 15 * effort, interruptAfterTimeLimit: 1_500 * effort });
});

test.each([-365, 365])("the clock of the recording may differ from the target's by %i days", (days) => {
  const by = days * 24 * 60 * 60_000;
  const moved = recorded.map((entry) => {
    if (entry.kind !== "call") return { ...entry, at: entry.at + by };
    return { ...entry, askedAt: entry.askedAt + by, answeredAt: entry.answeredAt + by };
  });
  expect(verdictsOf(moved).wrong).toEqual([]);
});

test("a defect is found in the middle of a recording", () => {
  const isRead = (entry: TraceEntry) => entry.kind === "call" && entry.operationId === "getBalance";
  const from = recorded.findIndex(isRead);
  const text = '{"status":200,"message":"","data":{"balance":"100","currency":"BRL"}}';
  const changed = recorded.slice(from).map((entry) => {
    if (entry.kind !== "call" || !isRead(entry) || entry.response?.status !== 200) return entry;
    return { ...entry, response: { ...entry.response, text, json: JSON.parse(text) } };
  });
  expect(verdictsOf(changed).wrong).toEqual(["balance.available", "balance.reserved", "balance.holds"]);
});
