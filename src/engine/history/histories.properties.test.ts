import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { history } from "../testing/history-arbitrary.ts";
import { live, type Tally } from "../testing/history-run.ts";

/**
 * A history that fails is told with its seed and its path; `TEST_SEED=<seed> SALDO_PATH=<path> npx vitest run
 * src/engine/history/histories.properties.test.ts` lives it again.
 */
const { SALDO_HISTORIES = "50", SALDO_PATH } = process.env;
const numRuns = Number(SALDO_HISTORIES);
// It only ends what hangs.
const timeoutMs = 120_000 + numRuns * 200;
const replayed = SALDO_PATH === undefined ? {} : { path: SALDO_PATH };

const tally: Tally & { histories: number; eventful: number } = {
  histories: 0,
  eventful: 0,
  crashes: 0,
  rewinds: 0,
  refusals: 0,
  operations: 0,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  const { histories, operations, crashes, rewinds, refusals } = tally;
  console.log(
    `${histories} histories: ${operations} operations, ${crashes} crashes, ${rewinds} rewinds, ` +
      `${refusals} refused because they were forgotten`,
  );
});

test(
  "whatever happens, crashes and rewinds in between, every answer and every fact follows the rules",
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        count(await live(one));
      }),
      // A failure is reported even if it could be made smaller still.
      { numRuns, ...replayed, interruptAfterTimeLimit: 0.7 * timeoutMs, markInterruptAsFailure: true },
    );
    // With few or no crashes and rewinds it would prove nothing.
    if (SALDO_PATH === undefined) expect(tally.eventful).toBeGreaterThanOrEqual(tally.histories / 2);
  },
  timeoutMs,
);

function count({ crashes, rewinds, refusals, operations }: Tally): void {
  tally.histories += 1;
  if (crashes > 0 || rewinds > 0) tally.eventful += 1;
  tally.crashes += crashes;
  tally.rewinds += rewinds;
  tally.refusals += refusals;
  tally.operations += operations;
}
