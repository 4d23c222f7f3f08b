import { describe, expect, test } from "vitest";
import type { Delivery } from "../../domain/delivery.ts";
import type { SettingsPatch } from "../../domain/settings.ts";
import { webhookSecret } from "../../domain/webhook.ts";
import type { Actor } from "../testing/actor.ts";
import { HandClock, seconds, startAt } from "../testing/hand-clock.ts";
import type { ManualCourier } from "../testing/manual-courier.ts";
import { acknowledged, refused, ScriptedCourier } from "../testing/scripted-courier.ts";
import { delivering, enter, eventTypesOf, kept, onStage, openStage } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";

/** When the attempts of a delivery began, as seconds after the start. */
function attemptTimes({ attempts }: Delivery): number[] {
  return attempts.map(({ attemptedAt }) => (attemptedAt - startAt) / seconds);
}

test("a command begins the attempts that it made due, and its answer does not wait for them", async () => {
  const { courier, actor, webhookId } = await delivering();
  const [delivery] = await actor.deliveries();
  expect(courier.requests).toMatchObject([
    {
      deliveryId: delivery?.deliveryId,
      event: "charge.pending",
      body: delivery?.body,
      secret: webhookSecret("stage", webhookId),
      sentAt: startAt,
      url: "https://hooks.acme.dev/saldo",
    },
  ]);
  expect(delivery).toMatchObject({ state: "PENDING", attempts: [] });
  courier.end(acknowledged);
  await until(async () => (await actor.deliveries())[0]?.state === "DELIVERED");
  expect((await actor.deliveries())[0]?.attempts).toMatchObject([
    { number: 1, httpStatus: 200, failure: null, attemptedAt: startAt, sentAt: startAt, durationMs: 1 },
  ]);
});

test("the clock of a running world begins the next attempt by itself, when the backoff has passed in the world's time", async () => {
  const wall = new HandClock();
  const courier = new ScriptedCourier(() => refused);
  const stage = await openStage({ courier, wallClock: wall.read });
  // Five seconds of the world are five milliseconds of the machine.
  const actor = await enter(stage, { mode: "running", rate: 1_000 });
  await actor.webhook();
  await actor.charge(100);
  const recorded = async () => eventTypesOf(await kept(stage.store)).filter((type) => type === "AttemptRecorded");
  for (const [made, waitMs] of [5, 10, 20, 40].entries()) {
    await until(async () => (await recorded()).length === made + 1);
    wall.pass(waitMs - 1);
    await actor.available();
    expect(courier.requests).toHaveLength(made + 1);
    wall.pass(1);
    // No request comes; the timer has ended.
    await until(() => courier.requests.length === made + 2);
  }
  await until(async () => (await recorded()).length === 5);
  const [delivery] = await actor.deliveries();
  expect(delivery).toMatchObject({ state: "FAILED", attemptDue: null });
  expect(delivery === undefined ? [] : attemptTimes(delivery)).toEqual([0, 5, 15, 35, 75]);
  expect(eventTypesOf(await kept(stage.store)).at(-1)).toBe("WebhookDeactivated");
  await actor.world.close();
});

describe("what was asked for again", () => {
  async function underWay() {
    const { courier, actor, webhookId } = await delivering();
    const [delivery] = await actor.deliveries();
    const { companyId } = actor;
    const redeliver = () => actor.run({ type: "redeliver", companyId, deliveryId: delivery?.deliveryId ?? "" });
    return { courier, actor, webhookId, redeliver };
  }

  test("while it is under way is that attempt, and no second one at the same time", async () => {
    const { courier, actor, redeliver } = await underWay();
    expect((await redeliver()).type).toBe("delivery-requeued");
    await quiet();
    expect(courier.requests).toHaveLength(1);
    courier.end();
    await until(async () => (await actor.deliveries())[0]?.state === "DELIVERED");
    await quiet();
    expect(courier.requests).toHaveLength(1);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    "just when it ends is that attempt too (%i microtasks later)",
    async (ticks) => {
      const { courier, actor, webhookId, redeliver } = await underWay();
      await exhaust(actor, courier);
      await actor.run({ type: "reactivate-webhook", companyId: actor.companyId, webhookId });
      const before = courier.requests.length;
      courier.end();
      for (let i = 0; i < ticks; i += 1) await undefined;
      await redeliver();
      await quiet();
      courier.endAll();
      await until(async () => (await actor.deliveries())[0]?.state !== "PENDING");
      await quiet();
      // Whatever was sent stands in the log.
      const sentAgain = courier.requests.length - before;
      expect((await actor.deliveries())[0]?.attempts).toHaveLength(1 + sentAgain);
    },
  );
});

describe("what an attempt is told by the world", () => {
  async function sent(patch: SettingsPatch) {
    const wall = new HandClock(Date.parse("2031-01-01T00:00:00Z"));
    const courier = new ScriptedCourier();
    const { actor } = await onStage({ courier, wallClock: wall.read });
    await actor.webhook();
    await actor.run({ type: "change-settings", patch });
    await actor.charge(100);
    await until(() => courier.requests.length === 1);
    await until(async () => (await actor.deliveries())[0]?.state === "DELIVERED");
    const [attempt] = (await actor.deliveries()).flatMap(({ attempts }) => attempts);
    return { wall, request: courier.requests[0], attempt };
  }

  test("its time-out, in real milliseconds", async () => {
    expect((await sent({})).request?.timeoutMs).toBe(10_000);
    expect((await sent({ webhookTimeout: "PT1.5S" })).request?.timeoutMs).toBe(1_500);
  });

  test("the world's time, or the machine's for receivers that look at it", async () => {
    const world = await sent({});
    expect(world.request?.sentAt).toBe(startAt);
    const wall = await sent({ webhookTimestamps: "wall" });
    expect(wall.request?.sentAt).toBe(wall.wall.read());
    expect(wall.attempt).toMatchObject({ attemptedAt: startAt, sentAt: wall.wall.read() });
  });

  test("whether addresses are checked, and the routes", async () => {
    const courier = new ScriptedCourier();
    const { actor } = await onStage({ courier });
    const routes = [["hooks.acme.dev", "http://127.0.0.1:3000"]] as const;
    await actor.run({ type: "set-routes", routes });
    await actor.run({ type: "change-settings", patch: { webhookUrls: "any" } });
    await actor.webhook("http://10.0.0.1/saldo");
    await actor.charge(100);
    await until(() => courier.requests.length === 1);
    expect(courier.requests).toMatchObject([
      { webhookUrls: "any", routes: [{ host: "hooks.acme.dev", target: "http://127.0.0.1:3000" }] },
    ]);
  });
});

/** Makes a delivery that is refused as often as it may be, which deactivates its webhook. */
async function exhaust(actor: Actor, courier: ManualCourier): Promise<void> {
  const others = courier.underWay.length;
  await actor.charge(100);
  const { companyId } = actor;
  for (let number = 1; number <= 5; number += 1) {
    await until(() => courier.underWay.length === others + 1);
    const { deliveryId } = courier.end(refused, others);
    await until(async () => (await actor.deliveries()).at(-1)?.attempts.length === number);
    await actor.run({ type: "redeliver", companyId, deliveryId });
  }
}
