import { expect, test } from "vitest";
import { acme, jsonWire } from "../../domain/testing/story.ts";
import { emptyWorld } from "../../domain/world.ts";
import { HandClock, startAt } from "../testing/hand-clock.ts";
import { ManualCourier } from "../testing/manual-courier.ts";
import { createWorld } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import type { EndedAttempt } from "./begun-attempt.ts";
import { type DispatchContext, Dispatcher, MAX_ATTEMPTS_IN_WAVE } from "./dispatcher.ts";
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

test("what is due by the clock waits for the store; what will never be durable never leaves", async () => {
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

test("a wave has nothing of the next round, which is what was caused during this one, though there is room", async () => {
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
