import { describe, expect, test } from "vitest";
import { BrokenWorld } from "../../domain/invariants.ts";
import { acme, jsonWire } from "../../domain/testing/story.ts";
import { emptyWorld, existing } from "../../domain/world.ts";
import { hours, startAt } from "../testing/hand-clock.ts";
import { createWorld } from "../testing/stage.ts";
import { type CommandEvents, Machine } from "./machine.ts";

function newMachine() {
  const steps: CommandEvents[] = [];
  const machine = new Machine(emptyWorld(), 0, jsonWire, (step) => steps.push(step));
  machine.run(createWorld, startAt);
  machine.run({ type: "add-company", profile: acme }, startAt);
  const companyId = [...machine.world.companies.keys()][0] ?? "";
  const charge = (total: number, expiresIn?: string, at = startAt) =>
    machine.run({ type: "create-charge", companyId, total, expiresIn }, at);
  return { machine, steps, companyId, charge };
}

describe("an impossible world", () => {
  test("a fact that cannot be applied", () => {
    const { machine, steps, companyId, charge } = newMachine();
    charge(5);
    const [chargeId = ""] = machine.world.charges.keys();
    const before = steps.length;
    // The money cannot be added to a frozen ledger.
    Object.freeze(existing(machine.world.companies, companyId).ledger);
    expect(() => machine.run({ type: "pay-charge", companyId, chargeId }, startAt)).toThrow(BrokenWorld);
    expect(steps.length).toBe(before);
  });

  test("something due whose subject is in the wrong state breaks it too", () => {
    const { machine, charge } = newMachine();
    charge(5, "PT1H");
    const [only] = machine.world.charges.values();
    if (only !== undefined) machine.world.charges.set(only.chargeId, { ...only, paymentStatus: "PAID" });
    expect(() => machine.fireNext(startAt + hours)).toThrow(BrokenWorld);
  });
});
