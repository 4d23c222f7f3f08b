import { expect, test } from "vitest";
import { playMany } from "./testing/history.ts";
import { plantedBreaks } from "./testing/planted-breaks.ts";

/**
 * `SALDO_OWNERSHIP_HISTORIES=10000 npx vitest run src/store/postgres/ownership` plays more, and searches for the planted
 * breaks from the seed of the run on. `TEST_SEED=<seed> SALDO_OWNERSHIP_HISTORIES=1` plays one again.
 */
const { SALDO_OWNERSHIP_HISTORIES, TEST_SEED } = process.env;
const isLong = SALDO_OWNERSHIP_HISTORIES !== undefined;
const histories = Number(SALDO_OWNERSHIP_HISTORIES ?? 200);
const seed = Number(TEST_SEED);
const timeoutMs = 120_000 + histories * 60;

test(
  "whatever happens to processes, database and clocks: one owner, no stale answer, nothing lost, nothing kept that was told not to be",
  async () => {
    const { found, tally } = await playMany(seed, histories);
    expect(found).toBeNull();
    console.log(`ownership, from the seed ${seed} on: ${JSON.stringify(tally)}`);
    // With hardly an answer it would prove nothing.
    if (histories > 100) expect(tally.done).toBeGreaterThan(tally.histories * 30);
  },
  timeoutMs,
);

/** How many histories are searched for a break; with its known seed one is enough, until the protocol changes. */
const MAX_SEARCHED = 3_000;

for (const [name, broken] of Object.entries(plantedBreaks)) {
  test(
    `the simulation finds ${name}`,
    async () => {
      const known = isLong ? null : (await playMany(broken.foundBy ?? 1, 1, broken)).found;
      const found = known ?? (await playMany(isLong ? seed : 1, MAX_SEARCHED, broken)).found;
      expect(found).not.toBeNull();
      if (known === null) console.log(`${name}: ${found}`);
    },
    timeoutMs,
  );
}
