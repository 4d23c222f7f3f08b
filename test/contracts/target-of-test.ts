import { onTestFinished } from "vitest";
import { description } from "../../contracts/judge/testing/described.ts";
import { Gate } from "../../contracts/target/gate.ts";
import type { Permissions } from "../../contracts/target/permissions.ts";
import { Routes } from "../../contracts/target/routes.ts";
import { deploymentPlaces } from "../../contracts/target/story-places.ts";
import type { TraceEntry } from "../../contracts/trace/trace.ts";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";

/** A target that answers as `behaviour` says, and the gate and the places of a run in it. They end with the test. */
export async function targetOfTest(
  behaviour: Parameters<typeof startReceiver>[0],
  allowed: Partial<Permissions>,
  signal: AbortSignal,
) {
  const receiver: Receiver = await startReceiver(behaviour);
  const permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false, ...allowed };
  const common = { description, apiKey: "own-key", routes: new Routes("") };
  const gate = new Gate({ ...common, url: receiver.url, permissions, isSandbox: false, patienceMs: 1_000, signal });
  onTestFinished(async () => {
    await gate.close();
    await receiver[Symbol.asyncDispose]();
  });
  const trace: TraceEntry[] = [];
  const driver = { capabilities: new Set<never>(), act: async () => ({}) };
  const places = deploymentPlaces({ ...common, gate, trace, signal, driverFor: () => driver, codes: undefined });
  return { gate, trace, places };
}
