import { describe, expect, test } from "vitest";
import { Conflict } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { replay } from "../history/replay.ts";
import { Actor, settingClock } from "../testing/actor.ts";
import { ConflictingStore } from "../testing/conflicting-store.ts";
import { HandClock, hours, startAt } from "../testing/hand-clock.ts";
import { enter, eventTypesOf, kept, onStage, openStage, type Stage, stageEntry } from "../testing/stage.ts";
import { Departures, until } from "../testing/waiting.ts";
import { ClockBusy, Unavailable } from "../unavailable.ts";
import { LiveWorld } from "./live-world.ts";

describe("when another process wrote first", () => {
  /** Two processes, as it were, that have the same world at work. */
  async function replicas(): Promise<{ stage: Stage; left: Actor; right: Actor }> {
    const stage = await openStage();
    const left = await enter(stage);
    const told = await replay(stage.store, "w");
    const right = new Actor(new LiveWorld(stageEntry, told, stage.dependencies), left.companyId);
    return { stage, left, right };
  }

  test("of two initiations one wins, and the other is decided again on the new state", async () => {
    const { stage, left, right } = await replicas();
    const outcomes = await Promise.all([left.initiate(), right.initiate()]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual(["initiated", "withdrawal-already-open"]);
    expect(new Set(outcomes.map((outcome) => "withdrawId" in outcome && outcome.withdrawId)).size).toBe(1);
    expect(eventTypesOf(await kept(stage.store)).filter((type) => type === "WithdrawalInitiated")).toHaveLength(1);
    expect((await left.look()).print).toBe((await right.look()).print);
  });

  test("every request of the write that lost is decided again, in order", async () => {
    const { left, right } = await replicas();
    const departures = new Departures();
    const won = left.charge(1);
    departures.watch("charge", right.charge(2));
    departures.watch("initiate", right.initiate());
    departures.watch("initiate again", right.initiate());
    departures.watch(
      "look",
      right.see(({ chargeIds }) => chargeIds.length),
    );
    await won;
    await until(() => departures.left.length === 4);
    const answers = ["charge: charge-created", "initiate: initiated", "initiate again: withdrawal-already-open"];
    expect(departures.left).toEqual([...answers, "look: 3"]);
  });

  async function meddled(times: number) {
    const store = new ConflictingStore();
    const { stage, actor } = await onStage({ store });
    store.meddle(times);
    return { store, stage, actor };
  }

  test("it tries again as long as there is hope", async () => {
    const { stage, actor } = await meddled(2);
    let decided = 0;
    const { type } = await actor.world.transact((transaction) => {
      decided += 1;
      return transaction.run({ type: "initiate-withdrawal", companyId: actor.companyId, value: 10_000 });
    });
    expect([type, decided]).toEqual(["initiated", 3]);
    const found = (await kept(stage.store)).slice(-3);
    expect(eventTypesOf(found)).toEqual(["TimeReached", "TimeReached", "WithdrawalInitiated", "OtpIssued"]);
    expect(stage.troubles.reports.map(({ error }) => error)).toEqual([expect.any(Conflict), expect.any(Conflict)]);
  });

  test("but not for ever; and the next request may succeed", async () => {
    const { stage, actor } = await meddled(3);
    const refused = await actor.initiate().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect((refused as Unavailable).cause).toBeInstanceOf(Conflict);
    expect(eventTypesOf(await kept(stage.store))).not.toContain("WithdrawalInitiated");
    expect((await actor.initiate()).type).toBe("initiated");
  });

  test("an advance that has not begun begins again; its clock is its own all the time", async () => {
    const wall = new HandClock();
    const store = new ConflictingStore();
    const { actor } = await onStage({ store, wallClock: wall.read }, { mode: "running" });
    await actor.charge(100, { expiresIn: "PT1H" });
    wall.pass(2 * hours);
    store.meddle(1);
    const results = await Promise.allSettled([
      advance(actor.world, { by: "PT1H" }),
      advance(actor.world, { by: "PT1H" }),
    ]);
    expect(results).toMatchObject([
      { status: "fulfilled", value: { type: "clock-advanced", from: startAt + 2 * hours, firedTotal: 0 } },
      { status: "rejected", reason: expect.any(ClockBusy) },
    ]);
    await settingClock(actor.world);
    await actor.world.close();
  });
});
