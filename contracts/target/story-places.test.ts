import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { Gate } from "./gate.ts";
import { Routes } from "./routes.ts";
import { deploymentPlaces } from "./story-places.ts";

const description = new Description(loadDocument("interface").source);
const keys = ["own-key", "other-key"];

/** Two companies, whose withdrawals carry their key; neither can cancel what the other has opened. */
function startCompanies() {
  return startReceiver(({ headers, path, body }, respond) => {
    const key = String(headers["x-api-key"]);
    const reply = (status: number, data: object) => respond({ status, body: JSON.stringify({ data }) });
    if (path.endsWith("/withdraw")) return reply(201, { withdrawId: `wdr_of_${key}` });
    if (path.endsWith("/cancel")) return reply(body.includes(key) ? 200 : 404, {});
    reply(200, {});
  });
}

test("what a story has left open is cancelled with the key that opened it, and the trace tells so", async ({
  signal,
}) => {
  await using companies = await startCompanies();
  const { url } = companies;
  const permissions = { open: true, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
  const [routes, trace, [apiKey = ""]]: [Routes, TraceEntry[], string[]] = [new Routes(""), [], keys];
  const gate = new Gate({ url, description, permissions, apiKey, isSandbox: false, patienceMs: 1_000, signal, routes });
  const driver = { capabilities: new Set<never>(), act: async () => ({}) };
  const parts = { gate, description, routes, trace, signal, apiKey, driverFor: () => driver, codes: undefined };
  const { account, end } = await deploymentPlaces(parts)("a story", () => {});
  for (const key of keys) await account.withKey(key).initiate(500);
  await end();
  await gate.close();
  const cancelled = trace.flatMap((entry) =>
    entry.kind === "call" && entry.operationId === "cancelWithdrawal"
      ? [[entry.account, entry.request.members.withdrawId, entry.response?.status]]
      : [],
  );
  expect(cancelled).toEqual([
    ["own", "wdr_of_own-key", 200],
    ["own, other company", "wdr_of_other-key", 200],
  ]);
  expect(gate.guard.leftBehind).toEqual([]);
});
