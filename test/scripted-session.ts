import { hash } from "node:crypto";
import { otpCode } from "../src/domain/otp.ts";
import { existing } from "../src/domain/world.ts";
import { advance } from "../src/engine/advance.ts";
import { readNamedFixture } from "../src/engine/beginning/fixture/fixture-files.ts";
import type { LiveWorld } from "../src/engine/world/live-world.ts";
import type { Transaction } from "../src/engine/world/moment.ts";
import { Worlds } from "../src/engine/worlds.ts";
import { wireOf } from "../src/http/view/wire.ts";
import { Courier } from "../src/outbound/courier.ts";
import { loadDocument } from "../src/spec/document.ts";
import { MemoryStore } from "../src/store/memory-store.ts";

/**
 * `node scripted-session.ts <fixture> <seed>`: makes a world, lives through the same commands every time, and prints
 * the digest of its history, then the history itself, a commit a line, without what was measured in the real world.
 */
const [, , fixtureName = "default", seed = "1"] = process.argv;

const store = new MemoryStore();
const world = await newWorld();
await begin(world);
await advanced(world, { by: "PT3M" });
await goOn(world);
await advanced(world, { toNext: true });
await advanced(world, { by: "P1Y" });
await world.transact((transaction) => withdraw(transaction));
await advanced(world, { by: "PT10S" });

const lines: string[] = [];
for await (const { first, at, events } of world.history(0)) lines.push(JSON.stringify({ first, at, events }));
await world.close();
const history = lines.join("\n");
process.stdout.write(`${hash("sha256", history)}\n${history}`);

async function newWorld(): Promise<LiveWorld> {
  const wire = wireOf(loadDocument("interface"));
  const onTrouble = (_id: string, error: unknown) => {
    throw error;
  };
  const worlds = await Worlds.open({
    store,
    wire,
    wallClock: Date.now,
    courier: new Courier({ egress: "routes" }),
    onTrouble,
  });
  const fixture = await readNamedFixture(fixtureName);
  if (!("fixture" in fixture)) throw new Error(`no fixture ${fixtureName}`);
  const startAt = Date.parse("2026-03-02T12:00:00.000Z");
  const created = await worlds.create({ fixtureName, fixture, seed, startAt, clock: { mode: "frozen" } });
  if ("problems" in created) throw new Error(JSON.stringify(created.problems));
  return created.world;
}

/** Money comes in, in every way; a code is guessed wrongly and then right. */
async function begin(live: LiveWorld): Promise<void> {
  return live.transact((transaction) => {
    const { run, world } = transaction;
    for (const { companyId } of world.companies.values()) {
      for (let total = 100; total <= 1_000; total += 100) {
        run({ type: "create-charge", companyId, total, expiresIn: "P2D", paid: total % 300 === 0 });
      }
      run({ type: "create-subscription", companyId, amountCents: 4_990, interval: "P1M" });
      run({ type: "change-company", companyId, patch: { automaticWithdrawal: { at: "06:30" } } });
    }
    run({ type: "change-settings", patch: { withdrawalFee: 150, settlement: { delay: "PT30S" } } });
    withdraw(transaction);
  });
}

/** Subscriptions are authorized, payments go back, another company comes. */
async function goOn(live: LiveWorld): Promise<void> {
  return live.transact(({ run, world }) => {
    for (const { subscriptionId, companyId } of world.subscriptions.values()) {
      run({ type: "authorize-subscription", companyId, subscriptionId });
    }
    const paid = [...world.charges.values()].filter(({ paymentStatus }) => paymentStatus === "PAID");
    for (const [i, { chargeId, companyId }] of paid.slice(-3).entries()) {
      run({ type: i % 2 === 0 ? "refund-charge" : "chargeback-charge", companyId, chargeId });
    }
    const [company] = world.companies.values();
    if (company !== undefined) run({ type: "add-company", profile: { ...company.profile, name: "Another" } });
  });
}

/** The first company withdraws what it can, after one wrong code. */
function withdraw({ run, world }: Transaction): void {
  const [company] = world.companies.values();
  if (company === undefined) throw new Error("a world has a company");
  const { companyId, openWithdrawalId } = company;
  if (openWithdrawalId !== null) run({ type: "cancel-withdrawal", companyId, withdrawId: openWithdrawalId });
  const initiated = run({ type: "initiate-withdrawal", companyId, value: company.ledger.available });
  if (initiated.type !== "initiated" || !("withdrawId" in initiated)) return;
  const { withdrawId } = initiated;
  const right = otpCode(world.seed, withdrawId, existing(world.withdrawals, withdrawId).otp ?? { issue: 1 });
  const wrong = right === "000000" ? "000001" : "000000";
  for (const code of [wrong, right]) run({ type: "confirm-withdrawal", companyId, withdrawId, otpCode: code });
}

async function advanced(live: LiveWorld, target: Parameters<typeof advance>[1]): Promise<void> {
  const { type } = await advance(live, target);
  if (type !== "clock-advanced") throw new Error(type);
}
