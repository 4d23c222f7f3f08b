import { expect, test } from "vitest";
import { otpCode } from "../../domain/otp.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import { type Actor, advanced } from "../testing/actor.ts";
import { refused, ScriptedCourier } from "../testing/scripted-courier.ts";
import { kept, onStage, reopened } from "../testing/stage.ts";
import { until } from "../testing/waiting.ts";

const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const other = "00-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b8-00";

/** A withdrawal whose payout began with a call that belongs to a trace. */
async function tracedPayout(actor: Actor): Promise<string> {
  await actor.webhook(undefined, ["withdraw.completed"]);
  const withdrawId = await actor.initiated(1_000);
  await actor.world.transact((transaction) => {
    const code = otpCode(transaction.world.seed, withdrawId, { issue: 1 });
    const ids = { companyId: actor.companyId, withdrawId };
    return transaction.tracedBy(trace).run({ type: "confirm-withdrawal", ...ids, otpCode: code });
  });
  return withdrawId;
}

test("every attempt carries the trace of the call that let the payout begin, also after a restart", async () => {
  const store = new MemoryStore();
  const { actor } = await onStage({ store });
  await tracedPayout(actor);
  await actor.world.close();
  const courier = new ScriptedCourier(() => refused);
  const later = await reopened(store, actor, { courier });
  await advanced(later.world, { by: "PT16S" });
  expect(courier.requests.map(({ traceparent }) => traceparent)).toEqual([trace, trace]);
});

test("a settlement by a call has the trace of that call, if it has one", async () => {
  for (const own of [other, undefined]) {
    const courier = new ScriptedCourier();
    const { actor } = await onStage({ courier });
    const withdrawId = await tracedPayout(actor);
    const settle = { type: "settle-withdrawal", companyId: actor.companyId, withdrawId, outcome: "CONFIRMED" } as const;
    await actor.world.transact((transaction) => transaction.tracedBy(own).run(settle));
    await until(() => courier.requests.length === 1);
    expect(courier.requests[0]?.traceparent).toBe(own ?? trace);
  }
});

test("a trace is no part of the events, which are the same with and without it", async () => {
  const events = async (traceparent: string | undefined) => {
    const store = new MemoryStore();
    const { actor } = await onStage({ store });
    const charge = { type: "create-charge", companyId: actor.companyId, total: 100 } as const;
    await actor.world.transact((transaction) => transaction.tracedBy(traceparent).run(charge));
    const commits = await kept(store);
    return { events: commits.flatMap((commit) => commit.events), traced: commits.at(-1)?.wall.traceparent };
  };
  const [traced, plain] = [await events(trace), await events(undefined)];
  expect([traced.traced, plain.traced]).toEqual([trace, undefined]);
  expect(traced.events).toEqual(plain.events);
});
