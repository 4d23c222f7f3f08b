import { expect, test } from "vitest";
import { type AdvanceLimits, type AdvanceOutcome, advance } from "./advance.ts";
import { type Actor, advanced } from "./testing/actor.ts";
import { HandClock, startAt } from "./testing/hand-clock.ts";
import { refused, ScriptedCourier } from "./testing/scripted-courier.ts";
import { enter, kept, onStage, openStage } from "./testing/stage.ts";
import { until } from "./testing/waiting.ts";

const year = "P365D" as const;

/** A world with daily billings at one instant, of which a webhook is told whose receiver never accepts anything. */
async function enterBusy() {
  const stage = await openStage({ courier: new ScriptedCourier(() => refused) });
  const subscription = { amountCents: 1_000, interval: "P1D", status: "AUTHORIZED" } as const;
  const actor = await enter(stage, { company: { subscriptions: [subscription, subscription, subscription] } });
  for (let i = 0; i < 3; i += 1) await actor.webhook(`https://hooks.acme.dev/${i}`, ["subscription.charge.paid"]);
  return { stage, actor };
}

function limitedTo(maxEvents: number, interruption: AdvanceLimits["interruption"] = () => null): AdvanceLimits {
  return { maxEvents, interruption };
}

/** Advances until the target is reached, again and again. */
async function advancedInParts({ world }: Actor, limits: AdvanceLimits): Promise<AdvanceOutcome[]> {
  const parts = [await advance(world, { by: year }, limits)];
  for (let last = parts[0]; last?.type === "advance-not-finished"; last = parts.at(-1)) {
    parts.push(await advance(world, { to: last.to }, limits));
  }
  return parts;
}

test("the parts of an advance that its limit ends do what a single one does", async () => {
  const [whole, inParts] = [await enterBusy(), await enterBusy()];
  const single = await advanced(whole.actor.world, { by: year });
  const parts = await advancedInParts(inParts.actor, limitedTo(100));
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.at(-1)).toMatchObject({ type: "clock-advanced", to: single.to, position: single.position });
  const told = parts.map((part) => ("firedTotal" in part ? part : { firedTotal: Number.NaN, attempts: { made: 0 } }));
  expect(told.reduce((sum, { firedTotal }) => sum + firedTotal, 0)).toBe(single.firedTotal);
  expect(told.reduce((sum, { attempts }) => sum + attempts.made, 0)).toBe(single.attempts.made);
  const events = async ({ stage }: typeof whole) => (await kept(stage.store)).flatMap(({ at, events }) => [at, events]);
  expect(await events(inParts)).toEqual(await events(whole));
});

test("an advance ends when nothing is left that is due at the instant it has come to", async () => {
  const { actor } = await enterBusy();
  const outcome = await advance(actor.world, { by: year }, limitedTo(1));
  // Three billings with a notification each, and what the webhooks' first attempts come to.
  expect(outcome).toMatchObject({ type: "advance-not-finished", reason: "event-limit", from: startAt, firedTotal: 15 });
  expect(actor.world.known).toMatchObject({ at: "at" in outcome && outcome.at });
});

test("an advance that has nothing more to do than its limit allows reaches its target", async () => {
  const { actor } = await enterBusy();
  const { firedTotal } = await advanced((await enterBusy()).actor.world, { by: "P1D" });
  const outcome = await advance(actor.world, { by: "P1D" }, limitedTo(firedTotal));
  expect(outcome).toMatchObject({ type: "clock-advanced", firedTotal });
});

test("an advance that is interrupted ends there, also when the reason is gone a moment later", async () => {
  const { actor } = await enterBusy();
  let asked = 0;
  const limits = limitedTo(1_000_000, () => {
    asked += 1;
    return asked === 100 ? "caller-gone" : null;
  });
  const outcome = await advance(actor.world, { by: year }, limits);
  expect(outcome).toMatchObject({ type: "advance-not-finished", reason: "caller-gone" });
  expect(actor.world.known.at).toBeLessThan(startAt + 365 * 86_400_000);
  await advanced(actor.world, { by: "PT0S" });
});

test("a world whose clock runs does not grow while the memory is full, and catches up when it no longer is", async () => {
  const clock = new HandClock();
  const memory = { isFull: false };
  const { actor } = await onStage({ wallClock: clock.read, memory }, { mode: "running" });
  await actor.charge(100, { expiresIn: "PT1H" });
  const { position } = actor.world.known;
  memory.isFull = true;
  clock.pass(7_200_000);
  expect(await actor.available()).toBe(150_000);
  expect(actor.world.known.position).toBe(position);
  memory.isFull = false;
  await until(async () => (await actor.position()) > position);
  expect(actor.world.known.at).toBeGreaterThan(startAt + 7_200_000 - 1);
});
