import { afterEach, describe, expect, test } from "vitest";
import { commit, commits, entry, whole } from "./testing/sample-history.ts";
import {
  type Commit,
  Conflict,
  type End,
  lastPosition,
  type Position,
  TooFarBehind,
  type Turns,
  UnknownWorld,
  type WorldStore,
} from "./world-store.ts";

/** A store with turns. */
type SharedStore = WorldStore & { readonly turns: Turns };

/** What every store must do that several processes share. `openStores` gives two that share what they keep, without worlds. */
export function turnsConformanceOf(name: string, openStores: () => Promise<readonly [SharedStore, SharedStore]>): void {
  const opened: WorldStore[] = [];
  /** Two processes that share the world `a`, which has one event. */
  const open = async () => {
    const stores = await openStores();
    opened.push(...stores);
    const [left, right] = stores;
    await left.create(entry("a"), commits(1));
    return { left, right, known: await left.turns.end("a") };
  };
  const eventAfter = (position: Position) => [commit(position + 1, 1)];
  /** Appends one event in a turn. Returns the end, and what the turn was told. */
  const append = async ({ turns }: SharedStore, known: End) => {
    let told: readonly Commit[] = [];
    const end = await turns.take("a", {
      begin: () => known,
      work: ({ tail }) => {
        told = tail;
        return eventAfter(tail.map(lastPosition).at(-1) ?? known.position);
      },
    });
    return { end, told };
  };

  describe(`${name} gives turns`, () => {
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    });

    test("a turn learns what others have appended since, and appends after it", async () => {
      const { left, right, known } = await open();
      const first = await append(left, known);
      const second = await append(left, first.end);
      expect(second.told).toEqual([]);
      const third = await append(right, known);
      expect(third.told).toEqual([...eventAfter(1), ...eventAfter(2)]);
      expect(third.end).toEqual(await left.turns.end("a"));
      expect(await whole(left, "a")).toEqual(commits(1, 1, 1, 1));
    });

    test("of turns that are asked for at the same time each is whole, and none is lost", async () => {
      const { left, right, known } = await open();
      const turn = async (store: SharedStore, from: End) => (await append(store, from)).end;
      const several = async (store: SharedStore) => {
        let end = known;
        for (let i = 0; i < 20; i += 1) end = await turn(store, end);
      };
      await Promise.all([several(left), several(right), several(left)]);
      expect(await whole(right, "a")).toEqual(commits(...Array.from({ length: 61 }, () => 1)));
    });

    test("a turn that has begun is seen by nobody before it is durable", async () => {
      const { left, right, known } = await open();
      let seen: Promise<Commit[]> | undefined;
      await left.turns.take("a", {
        begin: () => known,
        work: () => {
          seen = whole(right, "a");
          return eventAfter(1);
        },
      });
      const found = (await seen) ?? [];
      expect(commits(1, 1).slice(0, found.length)).toEqual(found);
      expect(await whole(right, "a")).toEqual(commits(1, 1));
    });

    test("work that fails appends nothing, and the next turn goes on", async () => {
      const { left, right, known } = await open();
      const work = () => {
        throw new RangeError("not now");
      };
      await expect(left.turns.take("a", { begin: () => known, work })).rejects.toThrow("not now");
      await append(right, known);
      expect(await whole(left, "a")).toEqual(commits(1, 1));
    });

    test("work without commits changes nothing and says where the history ends", async () => {
      const { left, right, known } = await open();
      const { end } = await append(left, known);
      expect(await right.turns.take("a", { begin: () => known, work: () => [] })).toEqual(end);
      expect(await whole(right, "a")).toEqual(commits(1, 1));
    });

    test("commits that do not follow are refused, and none of them is kept", async () => {
      const { left, known } = await open();
      const work = () => [commit(2, 1), commit(4, 1)];
      await expect(left.turns.take("a", { begin: () => known, work })).rejects.toThrow("cannot follow");
      expect(await whole(left, "a")).toEqual(commits(1));
    });

    test("who knows an end that is not part of the history gets no turn", async () => {
      const { left, known } = await open();
      const others: End[] = [
        { position: 2, mark: known.mark },
        { position: 1, mark: "1 00000000-0000-4000-8000-000000000000" },
      ];
      for (const other of others) await expect(append(left, other)).rejects.toThrow(Conflict);
      expect(await whole(left, "a")).toEqual(commits(1));
    });

    test("a deleted world stays deleted, for those who know it, too", async () => {
      const { left, right, known } = await open();
      await append(right, known);
      await left.delete("a");
      await expect(append(right, known)).rejects.toThrow(UnknownWorld);
      expect(await right.list()).toEqual([]);
      await left.create(entry("a"), commits(1));
      await expect(append(right, known)).rejects.toThrow(Conflict);
      expect(await whole(left, "a")).toEqual(commits(1));
    });

    test("who is far behind is told to read the world again", async () => {
      const { left, right, known } = await open();
      let { end } = await append(left, known);
      for (let i = 0; i < 300; i += 1) end = (await append(left, end)).end;
      await expect(append(right, known)).rejects.toThrow(TooFarBehind);
      expect((await append(right, await right.turns.end("a"))).told).toEqual([]);
    });

    test("the time of a turn is not before that of an earlier one, whoever had it", async () => {
      const { left, right, known } = await open();
      const times: number[] = [];
      for (let i = 0; i < 20; i += 1) {
        const { turns } = i % 2 === 0 ? left : right;
        const work = () => {
          times.push(turns.now());
          return [];
        };
        await turns.take("a", { begin: () => known, work });
      }
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });
  });
}
