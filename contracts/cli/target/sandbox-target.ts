import { readFixture } from "../../../src/engine/beginning/fixture/fixture-files.ts";
import { Courier } from "../../../src/outbound/courier.ts";
import { createSandbox } from "../../../src/sandbox.ts";
import type { SpecDocument } from "../../../src/spec/document.ts";
import { MemoryStore } from "../../../src/store/memory-store.ts";
import { SimulatedTime } from "./simulated-time.ts";
import type { StartedTarget } from "./started-target.ts";

/** Starts a sandbox in this process, with worlds in memory, whose deliveries and their receiver simulate their time limits. */
export async function startSandboxInProcess(document: SpecDocument): Promise<StartedTarget> {
  const time = new SimulatedTime();
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    fixture: () => readFixture("default"),
    interfaceDocument: document,
    courier: new Courier({ egress: "routes", time }),
    requestLog: null,
  });
  const url = await sandbox.server.listen({ port: 0, host: "127.0.0.1" });
  return { place: "in process", url, receiver: { time }, [Symbol.asyncDispose]: () => sandbox.close() };
}
