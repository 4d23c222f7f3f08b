import type { SaldoWorld } from "../../../client/saldo-client.ts";
import type { Peer } from "../../../store/sharing.ts";
import { startSandbox, type TestSandboxOptions } from "../../../testing/start-sandbox.ts";
import { SharedWorlds, SharingStore } from "./sharing-store.ts";

/** A process of several: its sandbox, and its store. */
export interface SharingProcess {
  readonly store: SharingStore;
  readonly saldo: SaldoWorld;
  /** How others reach it. */
  readonly peer: Peer;
}

/** Starts a process with a world of its own. */
export async function startProcess(shared: SharedWorlds, options: TestSandboxOptions = {}): Promise<SharingProcess> {
  const store = new SharingStore(shared);
  const saldo = await startSandbox({ ...options, store });
  return { store, saldo, peer: { address: saldo.url, token: store.sharing.token } };
}

/** Starts two processes. The first has its own world; all others belong to the second. `apiKey` is of a world of the second. */
export async function startTwo(options: TestSandboxOptions = {}) {
  const shared = new SharedWorlds();
  const first = await startProcess(shared, options);
  const second = await startProcess(shared, options);
  first.store.others = [second.peer];
  first.store.owner = () => second.peer;
  const { apiKey } = second.saldo;
  return {
    ...{ shared, first, second, apiKey },
    /** Asks the first process about the world of the second. */
    ask: first.saldo.as(apiKey),
    [Symbol.asyncDispose]: async () => {
      await first.saldo.stop();
      await second.saldo.stop();
    },
  };
}
