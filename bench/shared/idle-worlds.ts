import { setTimeout as pause } from "node:timers/promises";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { rowOf } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import type { MeasureShared } from "./database.ts";

const WORLDS = 10_000;
const MAKERS = 16;
const SECONDS = 10;
const BUSY_PERCENT = 5;

/** What a replica does while no request comes for any of its many worlds, whose clocks run. */
export const idleWorlds: MeasureShared = (url, { rounds, share }) =>
  inFolder(async (folder) => {
    const candidate = await saldo(folder, { database: { url, schema: "idle_worlds" } });
    const count = Math.round(WORLDS * share);
    await using server = await RunningServer.start(candidate);
    const client = new SaldoClient({ url: server.url, apiKey });
    let made = 0;
    const make = async () => {
      while (made < count) {
        made += 1;
        await client.world({ seed: `bench-${made}`, clock: { mode: "running" } });
      }
    };
    await Promise.all(Array.from({ length: MAKERS }, make));
    const cpuMs = () => server.cpuMs ?? Number.NaN;
    const shareWithin = async (ms: number) => {
      const [before, begun] = [cpuMs(), performance.now()];
      await pause(ms);
      return (100 * (cpuMs() - before)) / (performance.now() - begun);
    };
    // First it puts those worlds to rest that take more memory than worlds may.
    while ((await shareWithin(2_000)) > BUSY_PERCENT);
    const measure = async () => {
      return { values: { share: await shareWithin(1_000 * Math.max(1, SECONDS * share)) }, failed: 0 };
    };
    const name = "a replica";
    const measured = await takeTurns([{ name, measure }], Math.min(rounds, 3));
    return [
      rowOf({
        title: `CPU time of a replica with ${told(count)} worlds without a request`,
        unit: "% of a core",
        better: "less",
        figures: measured.figures("share", null),
        targets: [measured.target("share", name, { atMost: 1 }, null)],
        remarks: ["their clocks run, and holds are due in thirty days"],
      }),
    ];
  });
