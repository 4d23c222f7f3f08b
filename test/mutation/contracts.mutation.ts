import { afterAll, expect, test } from "vitest";
import { clauses } from "../../contracts/clauses/catalogue.ts";
import type { Clause } from "../../contracts/clauses/clause.ts";
import { description } from "../../contracts/judge/testing/described.ts";
import { runSuite } from "../../contracts/suite.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";

/**
 * For mutation testing the sandbox runs in the worker of the tests, where a mutant can be switched on and is seen to be
 * reached. Clauses that need the same stories are one test: it plays these stories and no others. Retries take ten seconds
 * of real time, so all that need them are one test.
 */

const sandbox = await startSandbox();
afterAll(() => sandbox[Symbol.asyncDispose]());

test.for([...byStories()])("%s", async ([, together]) => {
  const { findings } = await runSuite({
    target: { url: sandbox.url, useControlPlane: true },
    description,
    clauses: together,
    permissions: { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false },
    patienceMs: 0,
    receiver: { host: "127.0.0.1", port: 0 },
  });
  // A clause that could not be judged because of a mutant has noticed it, too.
  expect(findings.filter(({ kind }) => kind !== "passed").map(({ clause, reason }) => [clause.id, reason])).toEqual([]);
});

function byStories(): ReadonlyMap<string, readonly Clause[]> {
  const documented = clauses.filter(({ kind, needs }) => kind === "documented" && needs.length > 0);
  return Map.groupBy(documented, ({ needs }) =>
    needs.some((story) => story.needs.includes("waiting")) ? "retries" : needs.map(({ name }) => name).join(", "),
  );
}
