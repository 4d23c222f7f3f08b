import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Lost } from "../failure.ts";
import { Lease } from "./lease.ts";
import type { Process } from "./lease-database.ts";

const self = { processId: "buried", address: "", token: "t" };

/** A clock that stands still. */
function stoppedClock() {
  const clock = {
    monotonicMs: () => 0,
    wallMs: () => 0,
    passed: () => {},
    after: (_ms: number, callBack: () => void) => {
      clock.passed = callBack;
      return () => {};
    },
  };
  return clock;
}

test("a process that was buried has another id before it is registered again, so that what it takes with the old one is lost", async () => {
  const clock = stoppedClock();
  const registered: string[] = [];
  const statements = {
    // The second registration has no answer yet.
    register: ({ processId }: Process) =>
      registered.push(processId) === 1 ? Promise.resolve() : new Promise<void>(() => {}),
    renew: async () => false,
    unregister: async () => {},
  };
  const changes: string[] = [];
  const lease: Lease = new Lease(statements, clock, self, () => changes.push(lease.processId));
  await lease.begin();
  clock.passed();
  await nextTurn();
  expect(lease.isValid).toBe(false);
  expect(changes).toEqual([lease.processId]);
  expect(registered).toEqual(["buried", expect.not.stringMatching(`buried|${lease.processId}`)]);
});

test("an address is told with the next renewal if the database does not answer at once, and a start does not fail for it", async () => {
  const clock = stoppedClock();
  const told: string[] = [];
  const renew = async ({ address }: Process) => {
    if (told.push(address) === 1) throw new Lost("no answer");
    return true;
  };
  const statements = { register: async () => {}, renew, unregister: async () => {} };
  const lease = new Lease(statements, clock, self, () => {});
  await lease.begin();
  await lease.announce("http://10.0.0.8:1");
  clock.passed();
  await nextTurn();
  expect(told).toEqual(["http://10.0.0.8:1", "http://10.0.0.8:1"]);
});
