import { beforeEach, expect, test } from "vitest";
import { sandboxOfTests } from "../../test/sandbox-of-tests.ts";
import { clauses } from "../clauses/catalogue.ts";
import { description } from "../judge/testing/described.ts";
import { runSuite } from "../suite.ts";
import type { Driver } from "../target/driver/driver.ts";
import type { TemplateValues } from "../target/driver/template.ts";

const sandbox = await sandboxOfTests();
beforeEach(() => sandbox.settings.change({ withdrawalFee: 275, minimumWithdrawal: 150 }));

const order: Driver["act"] = async (_, given) => ({ ...(await sandbox.settings.change(given)) });
const ofFloor = clauses.filter(({ id }) => /^initiation\.(below-)?floor/.test(id));

/** Judges the least amount on the sandbox as on an account whose settings a driver changes. */
function run(act: Driver["act"], readSettings?: Driver["readSettings"]) {
  return runSuite({
    target: { url: sandbox.url, apiKey: sandbox.apiKey, useControlPlane: false },
    description,
    clauses: ofFloor,
    permissions: { open: true, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
    driver: { capabilities: new Set(["change-settings"]), act, ...(readSettings !== undefined && { readSettings }) },
  });
}

test("what the run has set is put back", async () => {
  const { findings, leftBehind, trace } = await run(order);
  expect(findings.map(({ kind }) => kind)).not.toContain("broken");
  expect(trace.some((entry) => entry.kind === "act" && entry.given.withdrawalFee === 317)).toBe(true);
  expect(await sandbox.settings.read()).toMatchObject({ withdrawalFee: 275, minimumWithdrawal: 150 });
  expect(leftBehind).toEqual([]);
});

let told: TemplateValues = {};
beforeEach(() => {
  told = {};
});
test.each([
  ["and nothing says that it is so", undefined],
  ["though the driver reads what it was told", async () => told],
])("what the target shows to be otherwise is not believed, %s", async (_, readSettings) => {
  const { findings, trace } = await run(async (__, given) => {
    told = { ...told, ...given };
    return {};
  }, readSettings);
  expect(findings.map(({ kind }) => kind)).not.toContain("broken");
  const ordered = trace.filter((entry) => entry.kind === "act");
  expect(ordered.map(({ result }) => result.notShown)).toEqual([
    ["withdrawalFee"],
    ["minimumWithdrawal", "withdrawalFee"],
  ]);
});

test("what cannot be put back is left behind", async () => {
  const { leftBehind } = await run(async (capability, given) => {
    if (given.withdrawalFee === 275) throw new Error("not today");
    return order(capability, given);
  });
  expect(leftBehind).toEqual([
    "the account's withdrawalFee is 317 now, and was 275: change-settings did not put it back: Error: not today",
    "the account's minimumWithdrawal is 83 now, and was 150: change-settings did not put it back: Error: not today",
  ]);
});
