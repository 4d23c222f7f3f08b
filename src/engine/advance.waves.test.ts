import { describe, expect, test } from "vitest";
import { advance } from "./advance.ts";
import { advanced, settingClock } from "./testing/actor.ts";
import { days, hours, seconds, startAt } from "./testing/hand-clock.ts";
import { acknowledged, refused, ScriptedCourier } from "./testing/scripted-courier.ts";
import { onStage } from "./testing/stage.ts";
import { until } from "./testing/waiting.ts";
import { MAX_ATTEMPTS_IN_WAVE } from "./world/dispatcher.ts";
import { MAX_ROUNDS } from "./world/rounds.ts";

describe("a webhook that is deactivated in the middle of a wave", () => {
  test("has what is under way recorded as it ends, and nothing else is begun", async () => {
    let late: string | undefined;
    const courier = new ScriptedCourier(({ url, deliveryId }) => {
      return url.includes("steady") || deliveryId === late ? acknowledged : refused;
    });
    const { actor } = await onStage({ courier });
    const webhookId = await actor.webhook("https://hooks.acme.dev/broken", ["charge.expired"]);
    await actor.webhook("https://hooks.acme.dev/steady", ["charge.expired"]);
    const count = MAX_ATTEMPTS_IN_WAVE + 6;
    for (let i = 0; i < count; i += 1) await actor.charge(100, { expiresIn: "PT1H" });
    await advanced(actor.world, { by: "PT1H74S" });
    const of = async () => (await actor.deliveries()).filter((each) => each.webhookId === webhookId);
    // The tenth is delivered at the last moment, when the first one's failure has already cancelled it.
    late = (await of())[9]?.deliveryId;
    const result = await advanced(actor.world, { by: "P1D" });
    expect(result.attempts).toEqual({ made: MAX_ATTEMPTS_IN_WAVE, succeeded: 1, failed: MAX_ATTEMPTS_IN_WAVE - 1 });
    const ends = (await of()).map(({ state, attempts: made }) => `${state} ${made.length}`);
    expect(ends).toEqual([
      "FAILED 5",
      ...Array(8).fill("CANCELLED 5"),
      "DELIVERED 5",
      ...Array(MAX_ATTEMPTS_IN_WAVE - 10).fill("CANCELLED 5"),
      ...Array(6).fill("CANCELLED 4"),
    ]);
    const webhook = await actor.see((_, { webhooks }) => ({ ...webhooks.get(webhookId) }));
    expect(webhook).toMatchObject({ active: false, deactivatedAt: startAt + hours + 75 * seconds });
    const others = (await actor.deliveries()).filter((each) => each.webhookId !== webhookId);
    expect(others.map(({ state }) => state)).toEqual(Array(count).fill("DELIVERED"));
    expect((await advanced(actor.world, { by: "P1D" })).attempts.made).toBe(0);
  });

  test("because a receiver deletes it while it is called: what was not begun is cancelled", async () => {
    const courier = new ScriptedCourier(async () => {
      await actor.run({ type: "delete-webhook", companyId: actor.companyId, webhookId });
      return acknowledged;
    });
    const { actor } = await onStage({ courier });
    const webhookId = await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired"]);
    for (let i = 0; i < MAX_ATTEMPTS_IN_WAVE + 6; i += 1) await actor.charge(100, { expiresIn: "PT1H" });
    const { attempts } = await advanced(actor.world, { by: "PT1H" });
    expect(attempts).toEqual({ made: MAX_ATTEMPTS_IN_WAVE, succeeded: MAX_ATTEMPTS_IN_WAVE, failed: 0 });
    expect((await actor.deliveries()).map(({ state }) => state)).toEqual([
      ...Array(MAX_ATTEMPTS_IN_WAVE).fill("DELIVERED"),
      ...Array(6).fill("CANCELLED"),
    ]);
  });
});

describe("receivers that call back whenever they are called", () => {
  /** A receiver that makes a payment, of which it is told, whenever it is called, until it has been called so often. */
  async function pingPong(calls: number) {
    const game = { calls };
    const courier = new ScriptedCourier(async () => {
      if (courier.requests.length < game.calls) await actor.charge(1, { paid: true });
      return acknowledged;
    });
    const { actor } = await onStage({ courier });
    await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired", "charge.paid"]);
    await actor.charge(100, { expiresIn: "PT1H" });
    return { game, courier, actor, result: await advance(actor.world, { by: "P1D" }) };
  }

  test("a thousand times are done at one instant", async () => {
    const { actor, result } = await pingPong(MAX_ROUNDS);
    expect(result).toMatchObject({ type: "clock-advanced", attempts: { made: MAX_ROUNDS, succeeded: MAX_ROUNDS } });
    const times = new Set(
      (await actor.deliveries()).flatMap(({ attempts }) => attempts.map((each) => each.attemptedAt)),
    );
    expect([...times]).toEqual([startAt + hours]);
  });

  test("for ever are stopped there, with the clock free and the world at work", async () => {
    const { game, courier, actor, result } = await pingPong(Number.POSITIVE_INFINITY);
    game.calls = 0;
    expect(courier.requests).toHaveLength(MAX_ROUNDS);
    expect(result).toEqual({
      type: "agenda-does-not-settle",
      at: startAt + hours,
      generations: MAX_ROUNDS,
      position: await actor.position(),
    });
    await settingClock(actor.world);
    expect(actor.world.known.at).toBe(startAt + hours);
    // The attempt that was left over is made now that the clock is free.
    await until(async () => (await actor.deliveries()).every(({ state }) => state === "DELIVERED"));
    expect(courier.requests).toHaveLength(MAX_ROUNDS + 1);
    expect((await advanced(actor.world, { by: "P1D" })).to).toBe(startAt + hours + days);
  });

  test("at ever later instants go on for as long as the advance", async () => {
    const courier = new ScriptedCourier(async () => {
      await actor.charge(1, { expiresIn: "PT1S" });
      return acknowledged;
    });
    const { actor } = await onStage({ courier });
    await actor.webhook("https://hooks.acme.dev/saldo", ["charge.expired"]);
    await actor.charge(100, { expiresIn: "PT1S" });
    const { attempts } = await advanced(actor.world, { by: "PT20M" });
    expect(attempts.made).toBe(1_200);
  });
});
