import { describe, expect, test } from "vitest";
import { acme, jsonWire } from "../../domain/testing/story.ts";
import { emptyWorld } from "../../domain/world.ts";
import { HandClock, startAt } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { acknowledged, refused } from "../testing/scripted-courier.ts";
import { createWorld } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import type { EndedAttempt } from "./begun-attempt.ts";
import { type DispatchContext, Dispatcher, MAX_ATTEMPTS_IN_WAVE, MAX_ATTEMPTS_UNDER_WAY } from "./dispatcher.ts";
import { Machine } from "./machine.ts";
import { AttemptRounds } from "./rounds.ts";

interface Recorded {
  readonly ended: readonly EndedAttempt[];
}

/** A dispatcher whose context notes what it is told, and runs it on the machine as a world would. */
function opened(context: Partial<DispatchContext> = {}) {
  const courier = new ManualCourier();
  const machine = new Machine(emptyWorld(), 0, jsonWire, () => {});
  machine.run(createWorld, startAt);
  machine.run({ type: "add-company", profile: acme }, startAt);
  const companyId = [...machine.world.companies.keys()][0] ?? "";
  const terms = { name: "Hooks", url: "https://hooks.acme.dev/", events: ["charge.pending"] };
  machine.run({ type: "create-webhook", companyId, ...terms }, startAt);
  const records: Recorded[] = [];
  const dispatcher: Dispatcher = new Dispatcher(machine, {
    courier,
    wallClock: new HandClock().read,
    worldId: "w",
    whenDurable: () => undefined,
    record: async (ended) => {
      records.push({ ended });
      for (const { command, measured } of ended) {
        machine.run(command, startAt, { attempt: measured });
        dispatcher.hasEnded(command.deliveryId);
      }
    },
    ...context,
  });
  const notify = (count = 1) => {
    for (let i = 0; i < count; i += 1) machine.run({ type: "create-charge", companyId, total: 100 }, startAt);
    return [...machine.world.deliveries.keys()];
  };
  return { courier, machine, dispatcher, records, notify };
}

/** Ends whatever is sent until the wave is over. */
async function answered(courier: ManualCourier, wave: Promise<void> | null): Promise<void> {
  if (wave === null) throw new Error("there is nothing to begin");
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  wave.then(over, over);
  await until(() => {
    courier.endAll();
    return isOver;
  });
  return wave;
}

function idsOf({ ended }: Recorded): string[] {
  return ended.map(({ command }) => command.deliveryId);
}

describe("what is due by the clock", () => {
  test("is begun once; what is due later is not", async () => {
    const { courier, dispatcher, notify } = opened();
    notify(2);
    dispatcher.start(startAt - 1);
    await quiet();
    expect([courier.requests.length, dispatcher.isIdle, dispatcher.nextAttemptAt]).toEqual([0, true, startAt]);
    dispatcher.start(startAt);
    dispatcher.start(startAt);
    await until(() => courier.requests.length === 2);
    await quiet();
    expect([courier.requests.length, dispatcher.isIdle, dispatcher.nextAttemptAt]).toEqual([2, false, null]);
    courier.endAll();
    await dispatcher.settled();
    expect(dispatcher.isIdle).toBe(true);
  });

  test("is recorded one by one, as it ends, with what was measured beside it", async () => {
    const { courier, dispatcher, records, notify } = opened();
    const ids = notify(2);
    dispatcher.start(startAt);
    await until(() => courier.underWay.length === 2);
    courier.end({ ...refused, durationMs: 5, responseBody: "no" }, 1);
    await until(() => records.length === 1);
    courier.end(acknowledged);
    await dispatcher.settled();
    expect(records.map(idsOf)).toEqual([[ids[1]], [ids[0]]]);
    const { command, measured } = records[0]?.ended[0] ?? {};
    const { httpStatus, failure, error } = refused;
    expect(measured).toEqual({ sentAt: startAt, durationMs: 5, error, responseBody: "no" });
    expect(command).toEqual({
      type: "record-attempt",
      deliveryId: ids[1],
      number: 1,
      epoch: 0,
      attemptedAt: startAt,
      url: "https://hooks.acme.dev/",
      httpStatus,
      failure,
    });
  });

  test("beyond 64 waits, and nothing is said to be due before there is room", async () => {
    const { courier, dispatcher, notify } = opened();
    notify(MAX_ATTEMPTS_UNDER_WAY + 1);
    dispatcher.start(startAt);
    await until(() => courier.underWay.length === MAX_ATTEMPTS_UNDER_WAY);
    expect(dispatcher.nextAttemptAt).toBeNull();
    courier.end();
    await until(() => dispatcher.nextAttemptAt === startAt);
    dispatcher.start(startAt);
    await until(() => courier.requests.length === MAX_ATTEMPTS_UNDER_WAY + 1);
    expect(courier.maxUnderWay).toBe(MAX_ATTEMPTS_UNDER_WAY);
    courier.endAll();
    await dispatcher.settled();
  });

  test("waits for the store; what will never be durable never leaves", async () => {
    const durable = Promise.withResolvers<void>();
    const { courier, dispatcher, records, notify } = opened({ whenDurable: () => durable.promise });
    notify();
    dispatcher.start(startAt);
    await quiet();
    expect(courier.requests).toEqual([]);
    durable.reject(new Error("the disk is broken"));
    await dispatcher.settled();
    expect([courier.requests, records]).toEqual([[], []]);
  });

  test("is over when its result is durable, or never will be", async () => {
    const kept = Promise.withResolvers<void>();
    const { courier, dispatcher, notify } = opened({ record: () => kept.promise });
    notify();
    dispatcher.start(startAt);
    await until(() => courier.underWay.length === 1);
    courier.end();
    await quiet();
    expect(dispatcher.isIdle).toBe(false);
    kept.reject(new Error("the disk is broken"));
    await dispatcher.settled();
    expect(dispatcher.isIdle).toBe(true);
  });
});

describe("a wave", () => {
  test("is recorded as a whole, in the order of the deliveries, when all of it has ended", async () => {
    const { courier, dispatcher, records, notify } = opened();
    const ids = notify(3);
    const wave = dispatcher.makeWave(startAt, new AttemptRounds());
    await until(() => courier.underWay.length === 3);
    courier.end(acknowledged, 2);
    courier.end(acknowledged, 0);
    await quiet();
    expect(records).toEqual([]);
    courier.end();
    await wave;
    expect(records.flatMap(idsOf)).toEqual(ids);
  });

  test("has 256 attempts at most, 64 of them under way at a time; the rest of the round is the next wave", async () => {
    const { courier, dispatcher, records, notify } = opened();
    const ids = notify(MAX_ATTEMPTS_IN_WAVE + 6);
    const rounds = new AttemptRounds();
    for (const count of [MAX_ATTEMPTS_IN_WAVE, 6]) {
      const before = courier.requests.length;
      await answered(courier, dispatcher.makeWave(startAt, rounds));
      expect(courier.requests.length - before).toBe(count);
    }
    expect(dispatcher.makeWave(startAt, rounds)).toBeNull();
    expect([records.flatMap(idsOf), courier.maxUnderWay]).toEqual([ids, MAX_ATTEMPTS_UNDER_WAY]);
  });

  test("has nothing of the next round, which is what was caused during this one, though there is room", async () => {
    const { courier, dispatcher, notify } = opened();
    notify(MAX_ATTEMPTS_IN_WAVE + 6);
    const rounds = new AttemptRounds();
    for (const [count, caused] of [
      [MAX_ATTEMPTS_IN_WAVE, 2],
      [6, 0],
      [2, 0],
    ] as const) {
      const before = courier.requests.length;
      const wave = dispatcher.makeWave(startAt, rounds);
      await until(() => courier.underWay.length > 0);
      notify(caused);
      await answered(courier, wave);
      expect(courier.requests.length - before).toBe(count);
    }
    expect(dispatcher.makeWave(startAt, rounds)).toBeNull();
  });

  test("tells who waits for it when its results could not be kept", async () => {
    const { courier, dispatcher, notify } = opened({ record: () => Promise.reject(new Error("the disk is broken")) });
    notify();
    const wave = dispatcher.makeWave(startAt, new AttemptRounds());
    await until(() => courier.underWay.length === 1);
    courier.end();
    await expect(wave).rejects.toThrow("the disk is broken");
    await dispatcher.settled();
  });
});
