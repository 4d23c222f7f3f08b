import { expect, onTestFinished, test } from "vitest";
import { Chance } from "../../../src/store/lowdb/testing/chance.ts";
import { CrashRun, type Ending, endings } from "./crash-run.ts";

const rounds = Number(process.env.SALDO_CRASH_ROUNDS ?? 4);
const seed = Math.abs(Number(process.env.TEST_SEED ?? 20_260_302)) % 1_000_000;
const wholeEvery = 25;

/** The first rounds have all endings once. */
function endingOf(round: number, chance: Chance): Ending {
  return endings[round] ?? chance.pick(["traffic", "traffic", "traffic", "shutdown", "start"]);
}

test(
  "what is acknowledged outlives kill -9 at any moment, what is refused leaves no trace, and every webhook is told",
  async () => {
    const run = await CrashRun.begin(seed);
    onTestFinished(() => run[Symbol.asyncDispose]());
    const chance = new Chance(seed);
    const lost: string[] = [];
    let round = 0;
    try {
      for (; round < rounds && lost.length === 0; round += 1) {
        lost.push(...(await run.round(endingOf(round, chance), round % wholeEvery === wholeEvery - 1)));
      }
      if (lost.length === 0) lost.push(...(await run.end()));
    } finally {
      const { operations, acknowledged, refused, unheard } = run.tally;
      console.log(
        `crash rounds: ${round}, operations: ${operations}, acknowledged: ${acknowledged}, refused: ${refused}, ` +
          `unheard: ${unheard} (kept ${run.kept}), events: ${run.events}, lost: ${lost.length}, ` +
          `deliveries: ${run.inbox.deliveries} (attempts ${run.inbox.attempts}), seed: ${seed}`,
      );
    }
    const again = `TEST_SEED=${seed} SALDO_CRASH_ROUNDS=${round} npm run test:durability -- crash`;
    expect(lost.slice(0, 20), `in round ${round}; the same moves again: ${again}`).toEqual([]);
    expect(run.tally.acknowledged).toBeGreaterThan(rounds);
    // A kill while no client waits for an answer would prove little.
    if (rounds >= 20) {
      expect(run.tally.unheard).toBeGreaterThan(rounds);
      expect(run.kept).toBeGreaterThan(0);
    }
  },
  30_000 + rounds * 10_000,
);
