import { describe, expect, test } from "vitest";
import { BrokenWorld } from "../../domain/invariants.ts";
import type { Wire } from "../../domain/notification.ts";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { acme, jsonWire } from "../../domain/testing/story.ts";
import { emptyWorld, must } from "../../domain/world.ts";
import { createWorld, hours, startAt } from "../testing/stage.ts";
import { Machine, type Step } from "./machine.ts";

function newMachine(wire: Wire = jsonWire) {
  const steps: Step[] = [];
  const machine = new Machine(emptyWorld(), 0, wire, (step) => steps.push(step));
  machine.run(createWorld, startAt);
  machine.run({ type: "add-company", profile: acme }, startAt);
  const companyId = [...machine.world.companies.keys()][0] ?? "";
  const charge = (total: number, expiresIn?: string, at = startAt) =>
    machine.run({ type: "create-charge", companyId, total, expiresIn }, at);
  return { machine, steps, companyId, charge };
}

describe("a command", () => {
  test("becomes one step: its facts together, one position each, at its time", () => {
    const { machine, steps, companyId } = newMachine();
    const before = machine.position;
    const outcome = machine.run({ type: "create-charge", companyId, total: 500, paid: true }, startAt + 5);
    expect(outcome).toMatchObject({ type: "charge-created", companyId });
    const step = steps.at(-1);
    const types = ["ChargeCreated", "NotificationRaised", "ChargePaid", "NotificationRaised"];
    expect(step?.events.map(({ type }) => type)).toEqual(types);
    expect(step).toMatchObject({ first: before + 1, at: startAt + 5 });
    expect(machine.position).toBe(before + types.length);
    expect(must(machine.world.companies, companyId).ledger.available).toBe(500);
  });

  test("that is refused makes no step, takes no position and changes nothing", () => {
    const { machine, steps, companyId } = newMachine();
    const before = [machine.position, steps.length, fingerprint(machine.world)];
    const outcome = machine.run({ type: "initiate-withdrawal", companyId, value: 1_000 }, startAt + 5);
    expect(outcome.type).toBe("insufficient-balance");
    expect([machine.position, steps.length, fingerprint(machine.world)]).toEqual(before);
  });

  test("positions continue from where the world was", () => {
    const { machine } = newMachine();
    const steps: Step[] = [];
    const resumed = new Machine(machine.world, 40, jsonWire, (step) => steps.push(step));
    resumed.run({ type: "reach-time" }, startAt + 1);
    expect(steps).toEqual([{ first: 41, at: startAt + 1, events: [{ type: "TimeReached" }], beside: {} }]);
  });
});

describe("what falls due", () => {
  test("happens one thing at a time, each at its own due time, in order, up to and including the limit", () => {
    const { machine, steps, charge } = newMachine();
    for (const [total, expiresIn] of [
      [3, "PT3H"],
      [1, "PT1H"],
      [2, "PT1H"],
      [4, "PT4H"],
    ] as const)
      charge(total, expiresIn);
    const before = steps.length;
    expect(machine.nextDueAt).toBe(startAt + hours);
    expect(machine.fireNext(startAt + hours - 1)).toBe(false);
    const limit = startAt + 3 * hours;
    expect([1, 2, 3, 4].map(() => machine.fireNext(limit))).toEqual([true, true, true, false]);
    const totals = [...machine.world.charges.values()].map(({ chargeId, total }) => [chargeId, total] as const);
    const fired = steps.slice(before).map(({ at, events: [event] }) => {
      return [at - startAt, event !== undefined && "chargeId" in event ? new Map(totals).get(event.chargeId) : null];
    });
    expect(fired).toEqual([
      [hours, 1],
      [hours, 2],
      [3 * hours, 3],
    ]);
    expect(machine.nextDueAt).toBe(startAt + 4 * hours);
  });

  test("what became moot on the way does not happen", () => {
    const { machine, companyId, charge } = newMachine();
    charge(10, "PT1H");
    const [chargeId = ""] = machine.world.charges.keys();
    machine.run({ type: "pay-charge", companyId, chargeId }, startAt + 1);
    expect(machine.nextDueAt).toBeNull();
    expect(machine.fireNext(startAt + 2 * hours)).toBe(false);
  });

  test("what was overdue already happens now, not in the past", () => {
    const { machine, steps, charge } = newMachine();
    charge(10, "PT1H");
    machine.run({ type: "reach-time" }, startAt + 2 * hours);
    machine.fireNext(startAt + 3 * hours);
    expect(steps.at(-1)).toMatchObject({ at: startAt + 2 * hours, events: [{ type: "ChargeExpired" }, {}] });
  });
});

describe("an impossible world", () => {
  test("books that do not balance", () => {
    const { machine, steps, companyId, charge } = newMachine();
    must(machine.world.companies, companyId).ledger.bank += 1;
    const before = steps.length;
    machine.run({ type: "reach-time" }, startAt);
    expect(() => machine.run({ type: "create-charge", companyId, total: 5, paid: true }, startAt)).toThrow(BrokenWorld);
    expect(() => charge(5)).toThrow(/sum to 1 cents/);
    expect(steps.length).toBe(before + 1);
  });

  test("a fact that cannot be applied", () => {
    const { machine, steps, companyId, charge } = newMachine();
    charge(5);
    const [chargeId = ""] = machine.world.charges.keys();
    const before = steps.length;
    // The due time cannot be written into a charge that nobody may change.
    Object.freeze(must(machine.world.charges, chargeId));
    expect(() => machine.run({ type: "pay-charge", companyId, chargeId }, startAt)).toThrow(BrokenWorld);
    expect(steps.length).toBe(before);
  });

  test("something due that cannot be done is no loss without a trace: it breaks the world", () => {
    let jam = false;
    const { machine, charge } = newMachine({
      body: () => {
        if (jam) throw new Error("the pen is dry");
        return "";
      },
    });
    charge(5, "PT1H");
    jam = true;
    expect(() => machine.fireNext(startAt + hours)).toThrow(BrokenWorld);
  });

  test("something due whose subject is in the wrong state breaks it too", () => {
    const { machine, charge } = newMachine();
    charge(5, "PT1H");
    const [only] = machine.world.charges.values();
    if (only !== undefined) only.paymentStatus = "PAID";
    expect(() => machine.fireNext(startAt + hours)).toThrow(BrokenWorld);
  });
});
