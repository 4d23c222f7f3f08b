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

/** What a replica does while no request comes for any of its many worlds, whose clocks run. */
export const idleWorlds: MeasureShared = (url, { rounds, share }) =>
  inFolder(async (folder) => {
    const candidate = await saldo(folder, { database: { url, schema: "idle_worlds" } });
    const count = Math.round(WORLDS * share);
    {
      await using maker = await RunningServer.start(candidate);
      const client = new SaldoClient({ url: maker.url, apiKey });
      let made = 0;
      const make = async () => {
        while (made < count) {
          made += 1;
          await client.world({ seed: `bench-${made}`, clock: { mode: "running" } });
        }
      };
      await Promise.all(Array.from({ length: MAKERS }, make));
    }
    await using server = await RunningServer.start(candidate);
    const cpuMs = () => server.cpuMs ?? Number.NaN;
    const measure = async () => {
      const [before, begun] = [cpuMs(), performance.now()];
      await pause(1_000 * Math.max(1, SECONDS * share));
      return { values: { share: (100 * (cpuMs() - before)) / (performance.now() - begun) }, failed: 0 };
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
