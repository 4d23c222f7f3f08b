import { describe, expect, test } from "vitest";
import type { Wire } from "../../domain/notification.ts";
import { jsonWire } from "../../domain/testing/story.ts";
import { gather } from "../../store/testing/sample-history.ts";
import { advance } from "../advance.ts";
import type { Actor } from "../testing/actor.ts";
import { HandClock } from "../testing/hand-clock.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { enter, eventTypesOf, kept, onStage } from "../testing/stage.ts";
import { Departures, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";

describe("an impossible world", () => {
  /** A wire that fails when the test says so. */
  function fragile(): { wire: Wire; break(): void } {
    let broken = false;
    const wire: Wire = {
      body: (notification, at, seed) => {
        if (broken) throw new Error("the pen is dry");
        return jsonWire.body(notification, at, seed);
      },
    };
    return {
      wire,
      break: () => {
        broken = true;
      },
    };
  }

  /** Spoils the books, as a bug would. */
  async function spoil({ world, companyId }: Actor): Promise<void> {
    return world.transact((moment) => {
      const company = moment.world.companies.get(companyId);
      if (company !== undefined) company.ledger.bank += 1;
    });
  }

  test("stops alone, and says so; others go on", async () => {
    const { stage, actor } = await onStage();
    const other = await enter(stage, { worldId: "other" });
    await spoil(actor);
    const before = await kept(stage.store);
    await expect(actor.charge(100)).rejects.toThrow(/stopped/);
    await expect(actor.available()).rejects.toThrow(Unavailable);
    await expect(gather(actor.world.history(0))).rejects.toThrow(Unavailable);
    await expect(advance(actor.world, { by: "P1D" })).rejects.toThrow(Unavailable);
    expect(stage.troubles.reports).toHaveLength(1);
    expect(stage.troubles.reports[0]?.error).toMatchObject({ cause: { message: expect.stringContaining("1 cents") } });
    expect(await kept(stage.store)).toEqual(before);
    expect((await other.charge(100)).type).toBe("charge-created");
    await actor.world.close();
  });

  test("is seen by no request, also not by those that came together with the one that broke it", async () => {
    const { stage, actor } = await onStage();
    await spoil(actor);
    const before = await kept(stage.store);
    const left = new Departures();
    left.watch("break", actor.charge(100, { paid: true }));
    left.watch("look", actor.available());
    left.watch("command", actor.run({ type: "reach-time" }));
    await until(() => left.left.length === 3);
    expect(left.left).toEqual(["break", "look", "command"].map((name) => `${name} failed: Unavailable`));
    expect(await kept(stage.store)).toEqual(before);
  });

  test("lets those have their answers who asked before", async () => {
    const store = new SlowStore();
    const { actor } = await onStage({ store });
    store.pause();
    const earlier = actor.charge(100);
    await store.someoneWaits();
    await expect(
      actor.world.transact((transaction) => {
        for (const { ledger } of transaction.world.companies.values()) ledger.bank += 1;
        transaction.run({ type: "create-charge", companyId: actor.companyId, total: 5, paid: true });
      }),
    ).rejects.toThrow(Unavailable);
    store.release();
    expect((await earlier).type).toBe("charge-created");
  });

  test("stops when something falls due that cannot be done, also without a request", async () => {
    const pen = fragile();
    const wall = new HandClock();
    // An hour of the world is a millisecond of the machine.
    const options = { wire: pen.wire, wallClock: wall.read };
    const { stage, actor } = await onStage(options, { mode: "running", rate: 3_600_000 });
    await actor.charge(100, { expiresIn: "PT1H" });
    pen.break();
    wall.pass(1);
    await stage.troubles.reached(1);
    await expect(actor.available()).rejects.toThrow(Unavailable);
    expect(stage.troubles.reports).toEqual([{ worldId: "w", error: expect.any(Unavailable) }]);
  });

  test("stops in the middle of an advance; what was done before is kept", async () => {
    const pen = fragile();
    const { stage, actor } = await onStage(
      { wire: pen.wire },
      { company: { retention: { percent: 50, holdFor: "PT1H" } } },
    );
    await actor.charge(1_000, { paid: true });
    await actor.charge(100, { expiresIn: "PT2H" });
    pen.break();
    await expect(advance(actor.world, { by: "P1D" })).rejects.toThrow(Unavailable);
    await actor.world.close();
    expect(eventTypesOf(await kept(stage.store)).at(-1)).toBe("HoldReleased");
  });

  test("a command that cannot be decided is a bug of that command alone", async () => {
    const pen = fragile();
    const { stage, actor } = await onStage({ wire: pen.wire });
    const before = await actor.look();
    pen.break();
    await expect(actor.charge(100)).rejects.toThrow("the pen is dry");
    expect(await actor.look()).toEqual(before);
    expect(stage.troubles.reports).toEqual([]);
  });
});
