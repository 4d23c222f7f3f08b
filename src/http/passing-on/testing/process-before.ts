import { digestOf } from "../../../engine/api-key.ts";
import type { Peer } from "../../../store/sharing.ts";
import type { TestSandboxOptions } from "../../../testing/start-sandbox.ts";
import { SharedWorlds } from "./sharing-store.ts";
import { startProcess } from "./two-sandboxes.ts";

export const ELSEWHERE = { apiKey: "key-of-a-world-elsewhere", worldId: "wld-elsewhere" };

/** Starts a process with which others share worlds; the one of `ELSEWHERE` belongs to these peers, one after the other. */
export async function startBefore(peers: readonly Peer[], options: TestSandboxOptions = {}) {
  const shared = new SharedWorlds();
  const entry = { worldId: ELSEWHERE.worldId, fixture: "default", createdAt: 0, beginning: 0 };
  shared.keys.set(digestOf(ELSEWHERE.apiKey), { entry, companyId: "com_elsewhere" });
  const process = await startProcess(shared, options);
  const { store, saldo } = process;
  store.others = peers;
  store.owner = () => peers[Math.min(store.looks, peers.length) - 1] ?? null;
  return { ...process, shared, ask: saldo.as(ELSEWHERE.apiKey), [Symbol.asyncDispose]: () => saldo.stop() };
}
