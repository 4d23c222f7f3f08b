import { expect, test } from "vitest";
import { playMany } from "./testing/history.ts";

/**
 * `SALDO_OWNERSHIP_HISTORIES=10000 npx vitest run src/store/postgres/ownership` plays more.
 * `TEST_SEED=<seed> SALDO_OWNERSHIP_HISTORIES=1` plays one again.
 */
const { SALDO_OWNERSHIP_HISTORIES, TEST_SEED } = process.env;
const histories = Number(SALDO_OWNERSHIP_HISTORIES ?? 200);
const seed = Number(TEST_SEED);
const timeoutMs = 60_000 + histories * 60;

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
