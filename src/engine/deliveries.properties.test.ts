import fc from "fast-check";
import { expect, test } from "vitest";
import { effort } from "../../test/effort.ts";
import { fingerprint } from "../domain/testing/fingerprint.ts";
import { MemoryStore } from "../store/memory-store.ts";
import type { Commit } from "../store/world-store.ts";
import { advance } from "./advance.ts";
import { replay } from "./history/replay.ts";
import { type Actor, advanced } from "./testing/actor.ts";
import { FailingStore } from "./testing/failing-store.ts";
import { acknowledged, refused, ScriptedCourier } from "./testing/scripted-courier.ts";
import { enter, kept, openStage } from "./testing/stage.ts";

/** What callers do, in an order that a seed draws. */
type Deed =
  | { do: "charge"; count: number }
  | { do: "advance"; by: string }
  | { do: "answer"; count: number }
  | { do: "redeliver" | "reactivate" | "delete-webhook"; which: number }
  | { do: "fail"; kept: "nothing kept" | "first commit kept" | "all kept" };

function the<T extends Deed["do"]>(name: T): fc.Arbitrary<T> {
  return fc.constant(name);
}

const which = fc.nat(20);
const peaceful: fc.Arbitrary<Deed>[] = [
  fc.record({ do: the("charge"), count: fc.constantFrom(1, 2, 3, 80) }),
  fc.record({ do: the("advance"), by: fc.constantFrom("PT0S", "PT5S", "PT20S", "PT2M") }),
  fc.record({ do: the("answer"), count: fc.nat(10) }),
  fc.record({ do: the("redeliver"), which }),
  fc.record({ do: the("reactivate"), which }),
  fc.record({ do: the("delete-webhook"), which }),
];
const failure: fc.Arbitrary<Deed> = fc.record({
  do: the("fail"),
  kept: fc.constantFrom("nothing kept", "first commit kept", "all kept"),
});
const deedsOf = (...kinds: fc.Arbitrary<Deed>[]) => fc.array(fc.oneof(...kinds), { minLength: 3, maxLength: 12 });
/** Whether an attempt is acknowledged, over and over in this order. */
const verdicts = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });

/** A world whose receivers answer in the scheduler's order. */
async function staged(scheduler: fc.Scheduler, answers: readonly boolean[]) {
  const underWay = new Map<string, number>();
  const seen = { most: 0, mostOfOne: 0 };
  const courier: ScriptedCourier = new ScriptedCourier(async ({ deliveryId }, abandon) => {
    const report = answers[courier.requests.length % answers.length] === true ? acknowledged : refused;
    underWay.set(deliveryId, (underWay.get(deliveryId) ?? 0) + 1);
    seen.most = Math.max(seen.most, underWay.size);
    seen.mostOfOne = Math.max(seen.mostOfOne, underWay.get(deliveryId) ?? 0);
    const abandoned = new Promise((resolve) => abandon?.addEventListener("abort", resolve));
    await Promise.race([scheduler.schedule(Promise.resolve(), deliveryId), abandoned]);
    if (underWay.get(deliveryId) === 1) underWay.delete(deliveryId);
    else underWay.set(deliveryId, (underWay.get(deliveryId) ?? 0) - 1);
    return report;
  });
  const store = new FailingStore(new MemoryStore());
  const actor = await enter(await openStage({ store, courier }));
  for (const name of ["a", "b"]) await actor.webhook(`https://${name}.acme.dev/`);
  return { courier, store, actor, seen };
}
type Staged = Awaited<ReturnType<typeof staged>>;

/** Does it; what goes on after that joins `going`. Whatever is refused, or could not be written, is no matter here. */
async function carryOut(
  deed: Deed,
  { store, actor }: Staged,
  scheduler: fc.Scheduler,
  going: Promise<unknown>[],
): Promise<void> {
  const { companyId } = actor;
  switch (deed.do) {
    case "charge":
      await actor.charges(deed.count);
      return;
    case "advance":
      going.push(advance(actor.world, { by: deed.by }).catch(() => undefined));
      return;
    case "answer":
      for (let i = 0; i < deed.count && scheduler.count() > 0; i += 1) await scheduler.waitOne();
      return;
    case "redeliver": {
      const ids = await actor.see(({ deliveryIds }) => deliveryIds);
      const deliveryId = ids[deed.which % Math.max(1, ids.length)] ?? "";
      await actor.run({ type: "redeliver", companyId, deliveryId });
      return;
    }
    case "reactivate":
    case "delete-webhook": {
      const ids = await actor.see(({ webhookIds }) => webhookIds);
      const webhookId = ids[deed.which % Math.max(1, ids.length)] ?? "";
      const type = deed.do === "reactivate" ? "reactivate-webhook" : "delete-webhook";
      await actor.run({ type, companyId, webhookId });
      return;
    }
    case "fail":
      store.failAppend(1, deed.kept);
      await actor.charge(100).catch(() => undefined);
      store.repair();
      return;
  }
}

/** Lives through it all, and on until all is quiet. */
async function lived(scheduler: fc.Scheduler, deeds: readonly Deed[], answers: readonly boolean[]) {
  const stage = await staged(scheduler, answers);
  const going: Promise<unknown>[] = [];
  for (const deed of deeds) {
    await carryOut(deed, stage, scheduler, going);
  }
  await scheduler.waitFor(Promise.all(going));
  await scheduler.waitFor(advanced(stage.actor.world, { by: "PT10M" }));
  return stage;
}

async function assertSettled({ store, actor, seen }: Staged): Promise<void> {
  const deliveries = await actor.deliveries();
  expect(deliveries.filter(({ state, attemptDue }) => state === "PENDING" || attemptDue !== null)).toEqual([]);
  expect(seen.most).toBeLessThanOrEqual(64);
  for (const { state, once, attempts } of deliveries) {
    expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, i) => i + 1));
    if (state === "DELIVERED") expect(attempts.at(-1)?.failure).toBeNull();
    if (state === "FAILED" && !once) expect(attempts).toHaveLength(5);
  }
  const commits = await kept(store);
  const numbers = recordedNumbers(commits);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(fingerprint((await replay(store, "w")).world)).toBe(
    await actor.world.transact(({ world }) => fingerprint(world)),
  );
}

function recordedNumbers(commits: readonly Commit[]): string[] {
  const events = commits.flatMap((commit) => commit.events);
  return events.flatMap((event) => (event.type === "AttemptRecorded" ? [`${event.deliveryId} ${event.number}`] : []));
}

async function attemptCount(actor: Actor): Promise<number> {
  return (await actor.deliveries()).reduce((sum, { attempts }) => sum + attempts.length, 0);
}

test.each([
  ["every delivery comes to an end, and all that was sent was recorded once", peaceful, false],
  ["a store that fails makes attempts happen again, never be recorded twice or be lost", [...peaceful, failure], true],
] as const)("whichever receiver answers, when and how, %s", async (_what, kinds, fails) => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), deedsOf(...kinds), verdicts, async (scheduler, deeds, answers) => {
      const stage = await lived(scheduler, deeds, answers);
      await assertSettled(stage);
      const { actor, courier, seen } = stage;
      const attempts = await attemptCount(actor);
      if (fails) expect(attempts).toBeLessThanOrEqual(courier.requests.length);
      else expect([attempts, seen.mostOfOne <= 1]).toEqual([courier.requests.length, true]);
      await actor.world.close();
    }),
    { numRuns: 30 * effort },
  );
});
