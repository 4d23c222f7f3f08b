import { describe, expect, test } from "vitest";
import type { Delivery } from "../domain/delivery.ts";
import { advance } from "./advance.ts";
import { advanced } from "./testing/actor.ts";
import { days, HandClock, hours, seconds, startAt } from "./testing/hand-clock.ts";
import { ManualCourier } from "./testing/manual-courier.ts";
import { acknowledged, refused, ScriptedCourier } from "./testing/scripted-courier.ts";
import { delivering, eventTypesOf, kept, onStage, type StageOptions } from "./testing/stage.ts";
import { Departures, quiet, until } from "./testing/waiting.ts";
import { MAX_ATTEMPTS_UNDER_WAY } from "./world/dispatcher.ts";

/** When the attempts of a delivery began, as seconds after `from`. */
function attemptTimes({ attempts }: Delivery, from = startAt): number[] {
  return attempts.map(({ attemptedAt }) => (attemptedAt - from) / seconds);
}

/** A charge that expires in an hour, of which a webhook hears. */
async function expiring(options: StageOptions = {}, mode: "frozen" | "running" = "frozen") {
  const { stage, actor } = await onStage(options, { mode });
  const webhookId = await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired"]);
  await actor.charge(100, { expiresIn: "PT1H" });
  return { stage, actor, webhookId };
}

describe.each(["frozen", "running"] as const)("an advance in a world that is %s", (mode) => {
  test("makes every attempt at its time, to the millisecond, and counts what it made", async () => {
    const wall = new HandClock();
    const courier = new ScriptedCourier(() => {
      // The machine's clock goes on while a receiver thinks; the world's does not.
      wall.pass(3 * seconds);
      return refused;
    });
    const { stage, actor } = await expiring({ courier, wallClock: wall.read }, mode);
    const result = await advanced(actor.world, { by: "PT1H75S" });
    expect(result).toMatchObject({ from: startAt, to: startAt + hours + 75 * seconds });
    expect(result.attempts).toEqual({ made: 5, succeeded: 0, failed: 5 });
    const [delivery] = await actor.deliveries();
    expect(delivery?.state).toBe("FAILED");
    expect((await actor.deliveries()).map((each) => attemptTimes(each, startAt + hours))).toEqual([[0, 5, 15, 35, 75]]);
    const recorded = (await kept(stage.store)).filter(({ events: [event] }) => event?.type === "AttemptRecorded");
    expect(recorded.map(({ at }) => (at - startAt - hours) / seconds)).toEqual([0, 5, 15, 35, 75]);
    expect(new Set(courier.requests.map(({ deliveryId, body }) => deliveryId + body)).size).toBe(1);
    expect(courier.requests.map(({ sentAt }) => (sentAt - startAt - hours) / seconds)).toEqual([0, 5, 15, 35, 75]);
    await actor.world.close();
  });

  test("waits for what was under way before it begins, and does not count it", async () => {
    const { courier, actor } = await delivering({}, { mode });
    const left = new Departures();
    const result = advanced(actor.world, { by: "PT5S" });
    left.watch("advance", result);
    await quiet();
    expect([left.left, actor.world.known.at, courier.requests.length]).toEqual([[], startAt, 1]);
    courier.end(refused);
    await until(() => courier.underWay.length === 1);
    expect(actor.world.known.at).toBe(startAt + 5 * seconds);
    courier.end(acknowledged);
    expect(await result).toMatchObject({ from: startAt, attempts: { made: 1, succeeded: 1, failed: 0 } });
    expect((await result).fired.map(({ event }) => event.type)).toEqual(["AttemptRecorded"]);
    expect((await actor.deliveries()).map((each) => attemptTimes(each))).toEqual([[0, 5]]);
    await actor.world.close();
  });
});

test("an impossible target is refused at once, whatever is under way", async () => {
  const { courier, actor } = await delivering();
  expect((await advance(actor.world, { to: startAt - 1 })).type).toBe("advance-into-past");
  expect((await advance(actor.world, { by: "P99999D" })).type).toBe("value-not-allowed");
  courier.endAll();
  await actor.world.close();
});

test("what an advance finds overdue is made now, not in the past: its receiver has seen a later time already", async () => {
  const wall = new HandClock();
  const courier = new ScriptedCourier(() => refused);
  const { actor } = await onStage({ courier, wallClock: wall.read }, { mode: "running" });
  await actor.webhook();
  await actor.charge(100);
  await until(async () => (await actor.deliveries())[0]?.attempts.length === 1);
  // Time passes and no timer fires, as when the machine sleeps.
  wall.pass(hours);
  const { from, attempts } = await advanced(actor.world, { by: "PT0S" });
  expect([from, attempts.made]).toEqual([startAt + hours, 1]);
  const [delivery] = await actor.deliveries();
  expect(delivery?.attempts.map(({ attemptedAt }) => attemptedAt - startAt)).toEqual([0, hours]);
  expect(delivery?.attemptDue?.at).toBe(startAt + hours + 10 * seconds);
  await actor.world.close();
});

test("a target of PT0S waits for what is under way and makes what is due now", async () => {
  const { courier, actor } = await delivering({}, {}, MAX_ATTEMPTS_UNDER_WAY + 3);
  const result = advanced(actor.world, { by: "PT0S" });
  await quiet();
  courier.endAll();
  await until(() => courier.underWay.length === 3);
  courier.endAll();
  expect(await result).toMatchObject({ from: startAt, to: startAt, attempts: { made: 3, succeeded: 3, failed: 0 } });
  expect((await actor.deliveries()).every(({ state }) => state === "DELIVERED")).toBe(true);
});

describe("an instant", () => {
  test("has what falls due at the instant of a retry before the retry, though it was planned later", async () => {
    const courier: ScriptedCourier = new ScriptedCourier(() =>
      courier.requests.length === 1 ? refused : acknowledged,
    );
    const { stage, actor } = await onStage({ courier });
    await actor.webhook();
    await actor.charge(100);
    await until(async () => (await actor.deliveries())[0]?.attempts.length === 1);
    await actor.charge(100, { expiresIn: "PT5S" });
    await advanced(actor.world, { by: "PT5S" });
    const at = (await kept(stage.store)).filter((commit) => commit.at === startAt + 5 * seconds);
    expect(eventTypesOf(at)).toEqual(["ChargeExpired", "NotificationRaised", "AttemptRecorded"]);
  });

  test("has no end before its attempts have ended; the next one does not begin before", async () => {
    const courier = new ManualCourier();
    const { stage, actor } = await expiring({ courier });
    await actor.charge(100, { expiresIn: "PT2H" });
    const result = advanced(actor.world, { by: "P1D" });
    await until(() => courier.underWay.length === 1);
    await quiet();
    expect(actor.world.known.at).toBe(startAt + hours);
    expect(eventTypesOf(await kept(stage.store)).filter((type) => type === "ChargeExpired")).toHaveLength(1);
    courier.end();
    await until(() => courier.underWay.length === 1);
    expect(actor.world.known.at).toBe(startAt + 2 * hours);
    courier.end();
    expect((await result).to).toBe(startAt + days);
  });
});

test("200 notifications to three webhooks: each once, and one history whatever the order of the answers", async () => {
  const lived = async (take: (open: number) => number) => {
    const courier = new ManualCourier();
    const { stage, actor } = await onStage({ courier });
    for (const name of ["a", "b", "c"]) await actor.webhook(`https://${name}.acme.dev/`, ["charge.expired"]);
    for (let i = 0; i < 200; i += 1) await actor.charge(100 + i, { expiresIn: "PT1H" });
    let isDone = false;
    const result = advanced(actor.world, { by: "PT2H" }).finally(() => {
      isDone = true;
    });
    const refusedOnce = new Set<string>();
    await until(() => {
      const index = take(courier.underWay.length);
      const request = courier.underWay[index];
      if (request === undefined) return isDone;
      const isRefused = request.url.startsWith("https://b.") && !refusedOnce.has(request.deliveryId);
      if (isRefused) refusedOnce.add(request.deliveryId);
      courier.end(isRefused ? refused : acknowledged, index);
      return false;
    });
    const sent = courier.requests.map(({ deliveryId, url }) => `${deliveryId} ${url}`);
    return { attempts: (await result).attempts, sent, events: (await kept(stage.store)).map(({ events }) => events) };
  };
  const first = await lived(() => 0);
  const second = await lived((open) => ((open * 31) % 7) % Math.max(1, open));
  expect(first.attempts).toEqual({ made: 800, succeeded: 600, failed: 200 });
  expect(first.events).toEqual(second.events);
  expect(first.sent).toEqual(second.sent);
  expect(new Set(first.sent).size).toBe(600);
});
