import { afterEach, describe, expect, test } from "vitest";
import { atOnce } from "../domain/at-once.ts";
import { PackedHistory } from "./packed-history.ts";
import { commit, commits, entry, gather, snapshot, whole } from "./testing/sample-history.ts";
import { type Commit, Conflict, lastPosition, type Position, UnknownWorld, type WorldStore } from "./world-store.ts";

/**
 * What every store must do, as tests. `openStore` gives a store without worlds that no other test uses;
 * the suite closes it.
 */
export function conformanceOf(name: string, openStore: () => Promise<WorldStore>): void {
  const opened: WorldStore[] = [];
  const open = async () => {
    const store = await openStore();
    opened.push(store);
    return store;
  };
  /** A store with the world `a`, whose history has a commit of every given length. */
  const openWith = async (...lengths: readonly number[]) => {
    const store = await open();
    await store.create(entry("a"), commits(...lengths));
    return store;
  };

  describe(`${name} keeps worlds`, () => {
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    });

    describe("the catalogue", () => {
      test("lists what was created, as it was given", async () => {
        const store = await openWith(1);
        const source = { kind: "save-file", name: "b.json", digest: "0f" } as const;
        const began = { seed: "s", clock: "frozen", startAt: 5, webhookUrls: "any" } as const;
        const origin = { source, ...began, routes: [{ host: "a.dev", target: "http://127.0.0.1:1" }] };
        const other = { worldId: "b", name: "Checkout tests", fixture: "busy", createdAt: 7, beginning: 2, origin };
        await store.create(other, commits(2));
        expect(new Set(await store.list())).toEqual(new Set([entry("a"), other]));
      });

      test("a world begins with a packed history, too, and goes on from there", async () => {
        const store = await open();
        const all = commits(...Array.from({ length: 601 }, () => 1));
        await store.create(entry("a"), atOnce(PackedHistory.beginningWith(all.slice(0, 600))));
        await store.append("a", 600, all.slice(600));
        expect(await whole(store, "a")).toEqual(all);
      });

      test("refuses an id that is taken and leaves that world alone", async () => {
        const store = await openWith(2, 1);
        await expect(store.create({ ...entry("a"), fixture: "other" }, commits(1))).rejects.toThrow(Conflict);
        expect(await store.list()).toEqual([entry("a")]);
        expect(await whole(store, "a")).toEqual(commits(2, 1));
      });

      test("of two creations of one id at the same time exactly one succeeds", async () => {
        const store = await open();
        const tries = [1, 2].map((length) => store.create(entry("a"), commits(length)));
        const outcomes = await Promise.allSettled(tries);
        const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
        expect(outcomes[1 - winner]).toMatchObject({ status: "rejected", reason: expect.any(Conflict) });
        expect(await whole(store, "a")).toEqual(commits(winner + 1));
      });

      test("an id can be used again after its world was deleted, with nothing of the old one", async () => {
        const store = await openWith(2, 2);
        await store.saveSnapshot("a", snapshot(2));
        await store.delete("a");
        await store.create(entry("a"), commits(1));
        expect(await whole(store, "a")).toEqual(commits(1));
        expect(await store.snapshot("a", 100)).toBeNull();
        await store.append("a", 1, commits(1, 1).slice(1));
        expect(await whole(store, "a")).toEqual(commits(1, 1));
      });

      test("a deleted world stays deleted, whatever was under way", async () => {
        const store = await openWith(1);
        const [, ...others] = commits(...Array.from({ length: 20 }, () => 1));
        const writes = others.map((one) => store.append("a", one.first - 1, [one]));
        const saved = store.saveSnapshot("a", snapshot(1));
        const deleted = [store.delete("a"), store.delete("unknown")];
        await Promise.allSettled([...writes, saved]);
        await Promise.all(deleted);
        expect(await store.list()).toEqual([]);
        await expect(whole(store, "a")).rejects.toThrow(UnknownWorld);
        await expect(store.append("a", 1, commits(1, 1).slice(1))).rejects.toThrow(UnknownWorld);
      });

      test.each<[string, (store: WorldStore) => Promise<unknown>]>([
        ["append", (store) => store.append("nobody", 0, commits(1))],
        ["append of nothing", (store) => store.append("nobody", 0, [])],
        ["read", (store) => whole(store, "nobody")],
        ["horizon", (store) => store.horizon("nobody")],
        ["nextHorizon", (store) => store.nextHorizon("nobody", 1)],
        ["forget", (store) => store.forget("nobody", 0, new Set())],
        ["snapshots", (store) => store.snapshots("nobody")],
        ["snapshot", (store) => store.snapshot("nobody", 1)],
        ["saveSnapshot", (store) => store.saveSnapshot("nobody", snapshot(1))],
      ])("%s of an unknown world is refused and names it", async (_what, ask) => {
        const store = await openWith(1);
        const refused = await ask(store).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(UnknownWorld);
        expect(String(refused)).toContain("nobody");
        expect(await store.list()).toEqual([entry("a")]);
      });
    });

    describe("appending", () => {
      test("keeps commits in order, with every field as it was given", async () => {
        const store = await openWith(1);
        const [, second, third] = commits(1, 2, 3);
        if (second === undefined || third === undefined) return never();
        const withKey: Commit = { ...second, wall: { at: 12.5, keyDigest: "abc" } };
        await store.append("a", 1, [withKey]);
        await store.append("a", 3, [third]);
        expect(await whole(store, "a")).toEqual([...commits(1), withKey, third]);
      });

      test.each([
        ["before", 2],
        ["inside a commit at", 3],
        ["after", 5],
      ])("refuses a place %s the end, whole", async (_where, after) => {
        const store = await openWith(2, 2);
        const stale = [commit(after + 1, 1), commit(after + 2, 2)];
        await expect(store.append("a", after, stale)).rejects.toThrow(Conflict);
        expect(await whole(store, "a")).toEqual(commits(2, 2));
        await store.append("a", 4, commits(2, 2, 1).slice(2));
        expect(await whole(store, "a")).toEqual(commits(2, 2, 1));
      });

      test("appends handed over one after the other, without waiting, are kept in that order", async () => {
        const store = await openWith(1);
        const lengths = Array.from({ length: 50 }, (_, i) => 1 + (i % 3));
        const [, ...others] = commits(1, ...lengths);
        const resolved: Position[] = [];
        const writes = others.map((one) =>
          store.append("a", one.first - 1, [one]).then(() => resolved.push(one.first)),
        );
        await Promise.all(writes);
        expect(await whole(store, "a")).toEqual(commits(1, ...lengths));
        expect(resolved).toEqual(others.map(({ first }) => first));
      });

      test("a conflict ends no more than the appends that build on it", async () => {
        const store = await openWith(1);
        const outcomes = await Promise.allSettled([
          store.append("a", 9, [commit(10, 1)]),
          store.append("a", 10, [commit(11, 1)]),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
        expect(await whole(store, "a")).toEqual(commits(1));
        await store.append("a", 1, commits(1, 1).slice(1));
        expect(await whole(store, "a")).toEqual(commits(1, 1));
      });

      test("of two writers at the same place exactly one succeeds, whole", async () => {
        const store = await openWith(1);
        const texts = ["left", "right"];
        const outcomes = await Promise.allSettled(
          texts.map((seed) => store.append("a", 1, [commit(2, 2, seed), commit(4, 1, seed)])),
        );
        const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
        expect(outcomes[1 - winner]).toMatchObject({ status: "rejected", reason: expect.any(Conflict) });
        const kept = [commit(2, 2, texts[winner]), commit(4, 1, texts[winner])];
        expect(await whole(store, "a")).toEqual([...commits(1), ...kept]);
      });

      test("refuses commits that do not follow one another, whole", async () => {
        const store = await openWith(1);
        const gap = [commit(2, 1), commit(4, 1)];
        await expect(store.append("a", 1, gap)).rejects.toThrow("cannot follow");
        await expect(store.append("a", 1, [commit(1, 1)])).rejects.toThrow("cannot follow");
        await expect(store.append("a", 1, [commit(2, 0)])).rejects.toThrow("cannot follow");
        await expect(store.create(entry("b"), gap)).rejects.toThrow("cannot follow");
        expect(await store.list()).toEqual([entry("a")]);
        await store.append("a", 1, [commit(2, 1)]);
        expect(await whole(store, "a")).toEqual(commits(1, 1));
      });

      test("what the caller does to its list afterwards changes nothing", async () => {
        const store = await openWith(1);
        const list = commits(1, 1).slice(1);
        const write = store.append("a", 1, list);
        list.push(commit(3, 1));
        await write;
        list.length = 0;
        expect(await whole(store, "a")).toEqual(commits(1, 1));
      });
    });

    describe("reading", () => {
      // Positions 1 | 2 3 4 | 5 | 6 7.
      const lengths = [1, 3, 1, 2] as const;

      test.each<[Position, Position | undefined, Position[]]>([
        [0, undefined, [1, 2, 5, 6]],
        [1, undefined, [2, 5, 6]],
        [2, undefined, [2, 5, 6]],
        [3, undefined, [2, 5, 6]],
        [4, undefined, [5, 6]],
        [6, undefined, [6]],
        [7, undefined, []],
        [99, undefined, []],
        [0, 0, []],
        [0, 1, [1]],
        [0, 2, [1, 2]],
        [0, 4, [1, 2]],
        [1, 5, [2, 5]],
        [3, 3, [2]],
        [4, 4, []],
        [4, 6, [5, 6]],
        [0, 99, [1, 2, 5, 6]],
        [0, Number.POSITIVE_INFINITY, [1, 2, 5, 6]],
      ])("after %s up to %s: the commits that begin at %s, whole", async (after, upTo, firsts) => {
        const store = await openWith(...lengths);
        const found = await gather(store.read("a", after, upTo));
        expect(found).toEqual(commits(...lengths).filter(({ first }) => firsts.includes(first)));
      });

      test("gives a whole prefix of the history while others append", async () => {
        const store = await openWith(1, 2);
        const found: Commit[] = [];
        let end = 3;
        for await (const one of store.read("a", 0)) {
          found.push(one);
          if (end > 40) continue;
          await store.append("a", end, [commit(end + 1, 2), commit(end + 3, 1)]);
          end += 3;
        }
        const all = await whole(store, "a");
        expect(found.length).toBeGreaterThanOrEqual(2);
        expect(found).toEqual(all.slice(0, found.length));
      });

      test("shows nothing that is not kept: what was rejected never appears", async () => {
        const store = await openWith(1);
        const tries = Array.from({ length: 10 }, (_, i) => store.append("a", 1, [commit(2, 1 + (i % 2), `try ${i}`)]));
        const readings: Promise<Commit[]>[] = [];
        for (const one of tries) {
          readings.push(whole(store, "a"));
          await one.catch(() => undefined);
          readings.push(whole(store, "a"));
        }
        const kept = await whole(store, "a");
        for (const found of await Promise.all(readings)) expect(found).toEqual(kept.slice(0, found.length));
        expect(await whole(store, "a")).toEqual(kept);
      });

      test("does not go beyond `upTo` while others append", async () => {
        const store = await openWith(1, 1);
        const found: Commit[] = [];
        for await (const one of store.read("a", 0, 2)) {
          found.push(one);
          const end = lastPosition((await whole(store, "a")).at(-1) ?? never());
          await store.append("a", end, [commit(end + 1, 1)]);
        }
        expect(found).toEqual(commits(1, 1));
      });

      test("what is forgotten while it is read is read to its end", async () => {
        const lengths = Array.from({ length: 300 }, () => 1);
        const store = await openWith(...lengths);
        await store.saveSnapshot("a", snapshot(300));
        const reading = store.read("a", 0)[Symbol.asyncIterator]();
        const first = await reading.next();
        await store.forget("a", await store.nextHorizon("a", 300), new Set([300]));
        const rest = await gather({ [Symbol.asyncIterator]: () => reading });
        expect([first.value, ...rest]).toEqual(commits(...lengths));
      });

      test("while history is forgotten every reading shows a whole end of it", async () => {
        const store = await openWith(...Array.from({ length: 300 }, () => 1));
        const readings: Promise<Commit[]>[] = [];
        for (let position = 10; position <= 300; position += 10) {
          await store.saveSnapshot("a", snapshot(position));
          readings.push(whole(store, "a"));
          await store.forget("a", await store.nextHorizon("a", position), new Set([position]));
          readings.push(whole(store, "a"));
        }
        const all = commits(...Array.from({ length: 300 }, () => 1));
        for (const found of await Promise.all(readings)) {
          expect(found).toEqual(found.length === 0 ? [] : all.slice(-found.length));
        }
      });
    });

    describe("snapshots", () => {
      test("the newest at or before a position is found, in whatever order they were saved", async () => {
        const store = await openWith(9);
        expect(await store.snapshots("a")).toEqual([]);
        expect(await store.snapshot("a", 9)).toBeNull();
        for (const position of [6, 2, 8]) await store.saveSnapshot("a", snapshot(position));
        expect(await store.snapshots("a")).toEqual([2, 6, 8]);
        const found = await Promise.all([1, 2, 5, 6, 7, 8, 99].map((position) => store.snapshot("a", position)));
        expect(found.map((one) => one?.position ?? null)).toEqual([null, 2, 2, 6, 6, 8, 8]);
        expect(found[2]).toEqual(snapshot(2));
      });

      test("one of the same position replaces the one before it", async () => {
        const store = await openWith(4);
        await store.saveSnapshot("a", snapshot(4, "old"));
        await store.saveSnapshot("a", snapshot(4, "new"));
        expect(await store.snapshot("a", 4)).toEqual(snapshot(4, "new"));
      });

      test("a change of what was read of one changes no snapshot", async () => {
        const store = await openWith(4);
        await store.saveSnapshot("a", { position: 4, at: 1, state: { charges: ["a"] } });
        const found = await store.snapshot("a", 4);
        expect(found?.state).toEqual({ charges: ["a"] });
        Object.assign(Object(found?.state), { charges: [] });
        expect((await store.snapshot("a", 4))?.state).toEqual({ charges: ["a"] });
      });
    });

    describe("a world that begins from a snapshot", () => {
      const base = snapshot(40, "base");
      const openFromBase = async () => {
        const store = await open();
        await store.create({ ...entry("a"), beginning: 40 }, base);
        return store;
      };

      test("has that snapshot, and a history that begins after it", async () => {
        const store = await openFromBase();
        expect(await store.list()).toEqual([{ ...entry("a"), beginning: 40 }]);
        expect(await store.horizon("a")).toBe(40);
        expect(await store.nextHorizon("a", 99)).toBe(40);
        expect(await store.snapshots("a")).toEqual([40]);
        expect(await store.snapshot("a", 40)).toEqual(base);
        expect(await store.snapshot("a", 39)).toBeNull();
        expect(await whole(store, "a")).toEqual([]);
      });

      test("goes on after the snapshot's position, and nowhere else", async () => {
        const store = await openFromBase();
        await expect(store.append("a", 0, commits(1))).rejects.toThrow(Conflict);
        await expect(store.append("a", 39, [commit(40, 1)])).rejects.toThrow(Conflict);
        const later = [commit(41, 2), commit(43, 1)];
        await store.append("a", 40, later.slice(0, 1));
        await store.append("a", 42, later.slice(1));
        expect(await whole(store, "a")).toEqual(later);
        expect(await gather(store.read("a", 41, 42))).toEqual(later.slice(0, 1));
        expect(await store.horizon("a")).toBe(40);
      });

      test("has a copy of it", async () => {
        const store = await open();
        const state = { charges: ["a"] };
        const creation = store.create(entry("a"), { position: 3, at: 1, state });
        await creation;
        state.charges.push("b");
        expect((await store.snapshot("a", 3))?.state).toEqual({ charges: ["a"] });
      });
    });

    describe("forgetting", () => {
      const lengths = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
      const all = commits(...lengths);
      const ends = all.map(lastPosition);
      const end = ends.at(-1) ?? never();
      /** A world with a history that is long enough to forget some of it, written bit by bit. */
      const openLong = async () => {
        const store = await openWith(1);
        for (const one of all.slice(1)) await store.append("a", one.first - 1, [one]);
        return store;
      };
      /** It, with its history forgotten up to somewhere in the middle. */
      const openForgetful = async () => {
        const store = await openLong();
        for (const position of [1, 30, end - 3, end]) await store.saveSnapshot("a", snapshot(position));
        const horizon = await store.nextHorizon("a", end - 3);
        await store.forget("a", horizon, new Set([1, end - 3]));
        return { store, horizon };
      };

      test("a horizon could be at the end of a commit, not after the position that was asked for", async () => {
        const store = await openLong();
        for (let upTo = 0; upTo <= end + 1; upTo += 1) {
          const next = await store.nextHorizon("a", upTo);
          expect(next).toBeLessThanOrEqual(upTo);
          expect([0, ...ends]).toContain(next);
        }
        expect(await store.nextHorizon("a", end)).toBeGreaterThan(0);
        expect(await store.horizon("a")).toBe(0);
      });

      test("forgets the commits up to there and all other snapshots, and keeps what follows", async () => {
        const { store, horizon } = await openForgetful();
        expect(horizon).toBeGreaterThan(0);
        expect(await store.horizon("a")).toBe(horizon);
        expect(await whole(store, "a")).toEqual(all.filter(({ first }) => first > horizon));
        expect(await store.snapshots("a")).toEqual([1, end - 3]);
        expect(await store.snapshot("a", end)).toEqual(snapshot(end - 3));
        expect(await store.snapshot("a", end - 4)).toEqual(snapshot(1));
      });

      test("a reading from before the horizon begins there", async () => {
        const { store, horizon } = await openForgetful();
        const kept = all.filter(({ first }) => first > horizon);
        for (const after of [0, 1, horizon - 1, horizon]) {
          expect(await gather(store.read("a", after))).toEqual(kept);
        }
        expect(await gather(store.read("a", 0, horizon))).toEqual([]);
        expect(await gather(store.read("a", 0, horizon + 1))).toEqual(kept.slice(0, 1));
      });

      test("the history goes on, and can be forgotten again", async () => {
        const { store, horizon } = await openForgetful();
        const more = Array.from({ length: 20 }, (_, i) => commit(end + 1 + i, 1));
        for (const one of more) await store.append("a", one.first - 1, [one]);
        expect(await whole(store, "a")).toEqual([...all.filter(({ first }) => first > horizon), ...more]);
        await store.saveSnapshot("a", snapshot(end + 20));
        const next = await store.nextHorizon("a", end + 20);
        expect(next).toBeGreaterThan(horizon);
        await store.forget("a", next, new Set([end + 20]));
        expect(await whole(store, "a")).toEqual([...all, ...more].filter(({ first }) => first > next));
        expect(await store.snapshots("a")).toEqual([end + 20]);
      });

      test("at the horizon itself only snapshots are forgotten", async () => {
        const { store, horizon } = await openForgetful();
        for (const upTo of [0, 1, horizon - 1, horizon]) expect(await store.nextHorizon("a", upTo)).toBe(horizon);
        await store.forget("a", horizon, new Set([end - 3]));
        expect(await store.snapshots("a")).toEqual([end - 3]);
        expect(await store.horizon("a")).toBe(horizon);
        expect(await whole(store, "a")).toEqual(all.filter(({ first }) => first > horizon));
      });

      test("refuses a position that could not be the horizon", async () => {
        const { store, horizon } = await openForgetful();
        for (const upTo of [0, horizon - 1, end + 5]) {
          await expect(store.forget("a", upTo, new Set([end - 3]))).rejects.toThrow("cannot be the horizon");
        }
        expect(await store.snapshots("a")).toEqual([1, end - 3]);
      });

      test("refuses to forget what no kept snapshot stands for", async () => {
        const { store, horizon } = await openForgetful();
        for (const keep of [[], [1], [1, end - 2]]) {
          await expect(store.forget("a", horizon, new Set(keep))).rejects.toThrow("no snapshot at or after it is kept");
        }
        expect(await store.snapshots("a")).toEqual([1, end - 3]);
        expect(await whole(store, "a")).toEqual(all.filter(({ first }) => first > horizon));
      });
    });

    test("worlds do not see each other", async () => {
      const store = await openWith(1, 1);
      await store.create(entry("b"), [commit(1, 2, "b")]);
      await store.append("b", 2, [commit(3, 1, "b")]);
      await store.append("a", 2, commits(1, 1, 1).slice(2));
      await store.saveSnapshot("b", snapshot(2));
      await expect(store.append("b", 99, [commit(100, 1)])).rejects.toThrow(Conflict);
      expect(await whole(store, "a")).toEqual(commits(1, 1, 1));
      expect(await whole(store, "b")).toEqual([commit(1, 2, "b"), commit(3, 1, "b")]);
      expect(await store.snapshot("a", 99)).toBeNull();
      await store.delete("a");
      expect(await whole(store, "b")).toHaveLength(2);
      expect(await store.snapshot("b", 99)).toEqual(snapshot(2));
    });

    test("closing waits for what was handed over, and refuses what comes later", async () => {
      const store = await openWith(1);
      const write = store.append("a", 1, commits(1, 1).slice(1));
      await store.close();
      await write;
      await expect(store.append("a", 2, [commit(3, 1)])).rejects.toThrow();
      await expect(store.create(entry("b"), [commit(1, 1)])).rejects.toThrow();
      await expect(store.list()).rejects.toThrow();
      await expect(whole(store, "a")).rejects.toThrow();
      await expect(store.snapshots("a")).rejects.toThrow();
      await expect(store.forget("a", 0, new Set())).rejects.toThrow();
      await store.close();
    });
  });
}

function never(): never {
  throw new Error("this cannot happen");
}
