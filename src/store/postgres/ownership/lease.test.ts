import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Lease } from "./lease.ts";

test("a process that was buried has another id before it is registered again, so that what it takes with the old one is lost", async () => {
  let renew = () => {};
  const clock = {
    monotonicMs: () => 0,
    wallMs: () => 0,
    after: (_ms: number, callBack: () => void) => {
      renew = callBack;
      return () => {};
    },
  };
  const registered: string[] = [];
  const statements = {
    // The second registration has no answer yet.
    register: ({ processId }: { readonly processId: string }) =>
      registered.push(processId) === 1 ? Promise.resolve() : new Promise<void>(() => {}),
    renew: async () => false,
    unregister: async () => {},
  };
  const changes: string[] = [];
  const self = { processId: "buried", address: "", token: "t" };
  const lease: Lease = new Lease(statements, clock, self, () => changes.push(lease.processId));
  await lease.begin();
  renew();
  await nextTurn();
  expect(lease.isValid).toBe(false);
  expect(changes).toEqual([lease.processId]);
  expect(registered).toEqual(["buried", expect.not.stringMatching(`buried|${lease.processId}`)]);
});
