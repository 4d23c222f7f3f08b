import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { Candidate } from "./candidate.ts";

const askEveryMs = 2;
const patienceMs = 120_000;

/** Resolves with the first answer of a server. Throws when there is none for two minutes, or `trouble` says what is wrong. */
export async function answers(url: string, probe: Candidate["probe"], trouble: () => string | null): Promise<void> {
  const end = performance.now() + patienceMs;
  const pool = new Pool(url, { connections: 1 });
  try {
    while (!(await isAnswered(pool, probe))) {
      const wrong = performance.now() > end ? "it answers nothing" : trouble();
      if (wrong !== null) throw new Error(wrong);
      await wait(askEveryMs);
    }
  } finally {
    await pool.destroy();
  }
}

async function isAnswered(pool: Pool, { path, headers = {} }: Candidate["probe"]): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({ method: "GET", path, headers });
    await body.dump();
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}
