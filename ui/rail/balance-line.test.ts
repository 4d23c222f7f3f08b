import fc from "fast-check";
import { expect, test } from "vitest";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { effort } from "../../test/effort.ts";
import { sandboxOfTests } from "../../test/sandbox-of-tests.ts";
import { balancePath, stepOf } from "./balance-line.ts";
import type { Scale } from "./scale.ts";

const PLACES = 50;
const HISTORIES = 20 * effort;

const sandbox = await sandboxOfTests();

const cents = fc.integer({ min: 100, max: 400_000 });
const act = fc.oneof(
  fc.record({ kind: fc.constant("charge"), cents }),
  fc.record({ kind: fc.constant("withdraw"), cents }),
  fc.record({ kind: fc.constant("advance"), cents: fc.constantFrom(1, 1, 60, 3_600, 86_400, 2_592_000) }),
  fc.record({ kind: fc.constant("rewind"), cents: fc.nat(20) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** A history as random acts make it; those that the platform rejects change nothing. */
async function lived(acts: readonly Act[]) {
  const world = await sandbox.world();
  await world.settings.change({ retention: { percent: 10, holdFor: "P3D" } });
  for (const { kind, cents: size } of acts) {
    if (kind === "charge") await world.charges.create({ total: size, paid: true });
    if (kind === "withdraw") await world.ask("POST", "/account-balance/withdraw", { value: size });
    if (kind === "advance") await world.clock.advance({ by: `PT${size}S` });
    if (kind === "rewind") {
      const { position } = await world.clock.read();
      await world.ask("POST", "/sandbox/rewind", { position: position - size });
    }
  }
  return world;
}

/** An axis and amounts that are not rounded: a pixel for each millisecond and each cent. */
function exact(fromMs: number): Scale {
  return { segments: [], width: 0, x: (ms) => ms - fromMs, ms: (x) => x + fromMs };
}

/** Returns the lowest and the highest point of a path at a place, and where it goes on to the right. */
function drawnAt(path: string, x: number): { low: number; high: number; on: number } | null {
  let [atX, atY] = [0, 0];
  const seen: number[] = [];
  for (const [, command = "", first = "", second = ""] of path.matchAll(/([MHV])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    const [beforeX, beforeY] = [atX, atY];
    if (command !== "V") atX = Number(first);
    if (command === "V") atY = Number(first);
    if (command === "M") atY = Number(second);
    if (command !== "M" && Math.min(beforeX, atX) <= x && x <= Math.max(beforeX, atX)) seen.push(beforeY, atY);
    if (beforeX <= x && atX > x) return { low: Math.min(...seen), high: Math.max(...seen), on: atY };
  }
  return seen.length === 0 ? null : { low: Math.min(...seen), high: Math.max(...seen), on: atY };
}

test(`the line of the balance is what the company had, at ${PLACES} places of every history`, async () => {
  const acts = fc.array(act, { minLength: 5, maxLength: 40 });
  const chances = fc.array(fc.nat(), { minLength: PLACES, maxLength: PLACES });
  await fc.assert(
    fc.asyncProperty(acts, chances, async (acts, chances) => {
      await using world = await lived(acts);
      const timeline = await carriedOut(world.control.GET("/timeline", { params: { query: { buckets: 1_200 } } }));
      const { events } = await carriedOut(world.control.GET("/events", { params: { query: { limit: 1_000 } } }));
      const places = events.filter(({ commandEnd, position }) => {
        const branch = timeline.branches.find(({ after, upTo }) => position > after && position <= upTo);
        return commandEnd && position >= timeline.rewindableFrom && branch?.live === true;
      });
      const fromMs = Date.parse(events[0]?.at ?? "");
      const { x } = exact(fromMs);
      const steps = timeline.buckets.map(stepOf);
      const untilMs = Date.parse(timeline.now);
      const path = balancePath({ steps, scale: exact(fromMs), y: (amount) => amount, untilMs });
      for (const chance of chances) {
        const place = places[chance % places.length];
        if (place === undefined) throw new Error("a history has a place");
        const params = { path: { position: place.position } };
        const { accounts } = await carriedOut(world.control.GET("/past/{position}", { params }));
        if (accounts === null) continue;
        const drawn = drawnAt(path, x(Date.parse(place.at)));
        const isLastOfInstant = places.findLast(({ at }) => at === place.at) === place;
        expect(drawn, `${place.position}`).not.toBeNull();
        expect(drawn?.low).toBeLessThanOrEqual(accounts.available);
        expect(drawn?.high).toBeGreaterThanOrEqual(accounts.available);
        if (isLastOfInstant) expect(drawn?.on, `after ${place.position}`).toBe(accounts.available);
      }
    }),
    { numRuns: HISTORIES },
  );
});
