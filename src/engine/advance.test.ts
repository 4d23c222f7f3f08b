import { describe, expect, test } from "vitest";
import { lastInstant } from "../domain/instant.ts";
import { type AdvanceTarget, advance, MAX_FIRED_LISTED } from "./advance.ts";
import { type Actor, type Advanced, advanced, settingClock } from "./testing/actor.ts";
import { FailingStore } from "./testing/failing-store.ts";
import { days, HandClock, hours, seconds, startAt } from "./testing/hand-clock.ts";
import { SlowStore } from "./testing/slow-store.ts";
import { enter, eventTypesOf, kept, onStage, openStage } from "./testing/stage.ts";
import { Departures, quiet, until } from "./testing/waiting.ts";
import { ClockBusy, Unavailable } from "./unavailable.ts";

/** What an advance caused, as hours after the start and types. */
function log({ fired }: Advanced): string[] {
  return fired.map(({ at, event }) => `${(at - startAt) / hours}h ${event.type}`);
}

/** Pending charges that expire after the given numbers of hours. */
async function expiring({ world, companyId }: Actor, ...inHours: readonly number[]): Promise<void> {
  await world.transact((transaction) => {
    for (const n of inHours) {
      transaction.run({ type: "create-charge", companyId, total: 100, expiresIn: n === 0 ? null : `PT${n}H` });
    }
  });
}

describe("does what falls due on the way", () => {
  test("in order, each at its own time, with what it causes in turn", async () => {
    const { actor } = await onStage(
      {},
      { company: { automaticWithdrawal: { at: "06:00" }, retention: { percent: 10, holdFor: "PT5H" } } },
    );
    await expiring(actor, 30, 2);
    await actor.charge(50_000, { paid: true });
    const result = await advanced(actor.world, { by: "PT24H" });
    expect(log(result)).toEqual([
      ...["2h ChargeExpired", "2h NotificationRaised", "5h HoldReleased"],
      // Six in the morning in São Paulo is 09:00 UTC, 21 hours after the start; the payout takes ten seconds.
      ...["21h AutomaticWithdrawalMade", "21h AutomaticWithdrawalScheduled"],
      ...[`${21 + 10 / 3600}h WithdrawalSettled`, `${21 + 10 / 3600}h NotificationRaised`],
    ]);
    expect(result).toMatchObject({ from: startAt, to: startAt + days, firedTotal: 7 });
    const positions = result.fired.map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, i) => result.fromPosition + 1 + i));
    // The last position is the note that the time was reached.
    expect(result.position).toBe(result.fromPosition + 8);
    expect(await actor.available()).toBe(0);
  });

  test("up to and including the target, to the millisecond", async () => {
    const { actor } = await onStage();
    await expiring(actor, 1);
    expect(log(await advanced(actor.world, { to: startAt + hours - 1 }))).toEqual([]);
    expect(log(await advanced(actor.world, { by: "PT0.001S" }))).toEqual(["1h ChargeExpired", "1h NotificationRaised"]);
    expect(actor.world.known.at).toBe(startAt + hours);
  });

  test("more of it than it shows", async () => {
    const { actor } = await onStage();
    await expiring(actor, ...Array.from({ length: 600 }, (_, i) => 1 + (i % 3)));
    const result = await advanced(actor.world, { by: "PT3H" });
    expect(result.fired).toHaveLength(MAX_FIRED_LISTED);
    expect(result.firedTotal).toBe(1_200);
    expect(result.fired.map(({ at }) => at)).toEqual(result.fired.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});

describe("targets", () => {
  test("the present itself is no past; a millisecond before it is, and changes nothing", async () => {
    const { stage, actor } = await onStage();
    await advanced(actor.world, { by: "PT1H" });
    const before = await kept(stage.store);
    const now = startAt + hours;
    expect(await advance(actor.world, { to: now - 1 })).toEqual({ type: "advance-into-past", now, to: now - 1 });
    expect((await advanced(actor.world, { to: now })).firedTotal).toBe(0);
    expect(await kept(stage.store)).toEqual(before);
  });

  test.each<[string, AdvanceTarget, string]>([
    ["a text that is no duration", { by: "soon" }, "by"],
    ["a duration beyond the last year", { by: "P9000Y" }, "by"],
    ["an instant beyond the last year", { to: lastInstant + 1 }, "to"],
  ])("%s is refused, and the clock is free again", async (_what, target, at) => {
    const { world } = await enter(await openStage());
    expect(await advance(world, target)).toMatchObject({ type: "value-not-allowed", problems: [{ at }] });
    expect((await advanced(world, { by: "PT1S" })).to).toBe(startAt + seconds);
  });
});

describe("the clock while it is advanced", () => {
  /** More than can be done in one slice. */
  const many = 5_000;

  /** An advance by a day that waits for the disk with the first slice of what is due after one hour. */
  async function underWay(mode: "frozen" | "running" = "frozen") {
    const store = new SlowStore();
    const wall = new HandClock();
    const { stage, actor } = await onStage({ store, wallClock: wall.read }, { mode });
    await expiring(actor, ...Array.from({ length: many }, () => 1));
    store.pause();
    const result = advanced(actor.world, { by: "P1D" });
    await store.someoneWaits();
    return { store, wall, stage, actor, result };
  }

  /** A charge that was carried out, though its answer may not leave yet. */
  async function begun({ world, companyId }: Actor, terms: { total: number; expiresIn?: string; paid?: boolean }) {
    let isDone = false;
    const answer = world.transact((transaction) => {
      isDone = true;
      return transaction.run({ type: "create-charge", companyId, ...terms });
    });
    await until(() => isDone);
    return { answer };
  }

  test("is busy for a second advance, which changes nothing; afterwards it is free", async () => {
    const { store, actor, result } = await underWay();
    await expect(advance(actor.world, { by: "PT1H" })).rejects.toThrow(ClockBusy);
    await expect(advance(actor.world, { to: startAt - 1 })).rejects.toThrow(ClockBusy);
    await expect(settingClock(actor.world)).rejects.toThrow(ClockBusy);
    store.release();
    expect((await result).to).toBe(startAt + days);
    await settingClock(actor.world);
    expect((await advanced(actor.world, { by: "PT1H" })).to).toBe(startAt + days + hours);
  });

  test("stands still for the machine's clock and goes on from the target", async () => {
    const { store, wall, actor, result } = await underWay("running");
    wall.pass(5 * seconds);
    expect(actor.world.known.at).toBe(startAt + hours);
    store.release();
    await result;
    expect(actor.world.known.at).toBe(startAt + days);
    wall.pass(5 * seconds);
    expect(actor.world.known.at).toBe(startAt + days + 5 * seconds);
    await actor.world.close();
  });

  test("what a command during it puts on the agenda before the target is done at its own time", async () => {
    const { store, actor, result } = await underWay();
    const created = await begun(actor, { total: 777, expiresIn: "PT3H" });
    store.release();
    await created.answer;
    expect((await result).firedTotal).toBe(2 * many + 2);
    const commits = await kept(store);
    expect(commits.at(-2)).toMatchObject({ at: startAt + 4 * hours, events: [{ type: "ChargeExpired" }, {}] });
    expect(commits.at(-1)).toMatchObject({ at: startAt + days, events: [{ type: "TimeReached" }] });
  });

  test("other worlds answer during it", async () => {
    const stage = await openStage();
    const busy = await enter(stage, { worldId: "busy" });
    const other = await enter(stage, { worldId: "other" });
    await expiring(busy, ...Array.from({ length: many }, () => 1));
    const left = new Departures();
    const result = advanced(busy.world, { by: "PT1H" }).then(({ firedTotal }) => String(firedTotal));
    left.watch("busy", result);
    for (let i = 0; i < 5; i += 1) {
      const answer = other.available().then(String);
      left.watch("other", answer);
      await answer;
    }
    await result;
    expect(left.left).toEqual([...Array(5).fill("other: 150000"), `busy: ${2 * many}`]);
  });

  test("a request sees an instant whole or not at all, and what a request makes happen is told by the advance all the same", async () => {
    const { store, actor, result } = await underWay();
    const pending = actor.see((_, { charges }) => {
      return [...charges.values()].filter(({ paymentStatus }) => paymentStatus === "PENDING").length;
    });
    await quiet();
    store.release();
    expect(await pending).toBe(0);
    expect((await result).firedTotal).toBe(2 * many);
  });

  test("nothing new can fall due before the target once it was reached", async () => {
    const store = new SlowStore();
    const { actor } = await onStage({ store });
    await expiring(actor, 1);
    store.pause();
    const result = advanced(actor.world, { by: "P1D" });
    await store.someoneWaits();
    const created = actor.charge(777, { expiresIn: "PT3H" });
    await quiet();
    store.release();
    expect((await created).type).toBe("charge-created");
    expect(await result).toMatchObject({ to: startAt + days, firedTotal: 2 });
    expect(await actor.see((_, { charges }) => [...charges.values()].at(-1)?.expiryDue?.at)).toBe(
      startAt + days + 3 * hours,
    );
  });
});

test("an advance that fails because another request could not be written: what was counted would not be true", async () => {
  const slow = new SlowStore();
  const store = new FailingStore(slow);
  const { stage, actor } = await onStage({ store });
  await expiring(actor, ...Array.from({ length: 5_000 }, () => 1));
  slow.pause();
  const result = advanced(actor.world, { by: "P1D" });
  await slow.someoneWaits();
  // A look makes more happen at the instant that was reached; that is what cannot be written, and only that.
  const look = actor.available().catch(() => null);
  await quiet();
  store.failAppend(1);
  const repaired = stage.troubles.reached(1).then(() => store.repair());
  slow.release();
  await expect(result).rejects.toThrow(Unavailable);
  await Promise.all([look, repaired]);
  await settingClock(actor.world);
  const { firedTotal } = await advanced(actor.world, { by: "P1D" });
  expect(firedTotal).toBeLessThan(2 * 5_000);
  expect(eventTypesOf(await kept(store)).filter((type) => type === "ChargeExpired")).toHaveLength(5_000);
});
