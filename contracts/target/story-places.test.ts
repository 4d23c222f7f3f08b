import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { Gate } from "./gate.ts";
import { Routes } from "./routes.ts";
import { deploymentPlaces } from "./story-places.ts";

const description = new Description(loadDocument("interface").source);
const keys = ["own-key", "other-key"];

/** Two companies, whose withdrawals carry their key; neither can cancel what the other has opened. */
const companies = createServer(async (asked, answered) => {
  const key = String(asked.headers["x-api-key"]);
  const body = await text(asked);
  const reply = (status: number, data: object) => answered.writeHead(status).end(JSON.stringify({ data }));
  if (asked.url?.endsWith("/withdraw") === true) return reply(201, { withdrawId: `wdr_of_${key}` });
  if (asked.url?.endsWith("/cancel") === true) return reply(body.includes(key) ? 200 : 404, {});
  reply(200, {});
});

test("what a story has left open is cancelled with the key that opened it, and the trace tells so", async ({
  signal,
}) => {
  await once(companies.listen(0, "127.0.0.1"), "listening");
  const address = companies.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const permissions = { open: true, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
  const [routes, trace, [apiKey = ""]]: [Routes, TraceEntry[], string[]] = [new Routes(""), [], keys];
  const gate = new Gate({ url, description, permissions, apiKey, isSandbox: false, patienceMs: 1_000, signal, routes });
  const driver = { capabilities: new Set<never>(), act: async () => ({}) };
  const parts = { gate, description, routes, trace, signal, apiKey, driverFor: () => driver, codes: undefined };
  const { account, end } = await deploymentPlaces(parts)("a story", () => {});
  for (const key of keys) await account.withKey(key).initiate(500);
  await end();
  await gate.close();
  companies.close();
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
