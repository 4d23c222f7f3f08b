import { expect, test } from "vitest";
import { sandboxOfTests } from "../test/sandbox-of-tests.ts";
import { clauses } from "./clauses/catalogue.ts";
import { description } from "./judge/testing/described.ts";
import type { SuiteOptions } from "./run/options.ts";
import { runSuite } from "./suite.ts";

const sandbox = await sandboxOfTests();

const otp = clauses.filter(({ id }) => id.startsWith("otp."));

function options(changes: Partial<SuiteOptions> = {}): SuiteOptions {
  return {
    target: { url: sandbox.url, useControlPlane: true },
    description,
    clauses: otp,
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
    ...changes,
  };
}

/** The sandbox as a deployment: its control plane is not used. */
const deployment = { url: sandbox.url, apiKey: sandbox.apiKey, useControlPlane: false };

test("a sandbox needs no permission, and keeps nothing of the run", async () => {
  const before = await sandbox.control.GET("/worlds");
  const { findings, payments, leftBehind, isSandbox } = await runSuite(options());
  expect(findings.filter(({ kind }) => kind === "broken" || kind === "suite-error")).toEqual([]);
  expect(findings.filter(({ kind }) => kind === "passed").length).toBeGreaterThan(10);
  expect([isSandbox, payments, leftBehind]).toEqual([true, [], []]);
  expect((await sandbox.control.GET("/worlds")).data).toEqual(before.data);
});

test("on an account nothing happens that was not allowed, and its clauses are opted out", async () => {
  const { findings, played } = await runSuite(options({ target: deployment }));
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(["opted-out"]));
  expect(findings[0]?.reason).toContain("--allow open");
  expect(played).toEqual([]);
});

test("an interrupted run closes what it has opened", async () => {
  const ending = new AbortController();
  const result = await runSuite(
    options({
      target: deployment,
      permissions: { open: true, settle: true, webhooks: false, budgetCents: 10_000, cancelOpen: false },
      patienceMs: 60_000,
      codes: {
        read: async () => {
          ending.abort(new Error("interrupted"));
          throw ending.signal.reason;
        },
      },
      signal: ending.signal,
    }),
  );
  expect(result.isInterrupted).toBe(true);
  expect(result.played.every(({ reason }) => reason === "the run was interrupted")).toBe(true);
  const withdrawals = (await sandbox.api.GET("/account-balance/withdrawals")).data?.data;
  expect(JSON.stringify(withdrawals)).toContain("CANCELLED");
  expect(JSON.stringify(withdrawals)).not.toContain("CREATED");
});
