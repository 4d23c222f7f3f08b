import { join } from "node:path";
import type pg from "pg";
import { inFolder } from "../in-folder.ts";
import { Clients, forSeconds, quantileOf, type Request } from "../load/load.ts";
import { rowOf } from "../row.ts";
import { initiateAndCancel } from "../rows/withdrawals.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import { type LoadSample, type SteadyLoad, sample } from "../under-load.ts";
import { type MeasureShared, session, where } from "./database.ts";

const SECONDS = 0.25;
const TURNS_PER_ROUND = 6;
const ROUND_TRIPS = 200;

const balance: Request = { method: "GET", path: "/account-balance", headers: { "x-api-key": apiKey } };
const command: SteadyLoad = { connections: 1, steps: () => initiateAndCancel };
const read: SteadyLoad = { connections: 1, steps: () => [balance] };

/** How long a single client waits: for a command beyond one in a folder, for a read beyond a round trip to the database. */
export const latency: MeasureShared = (url, { rounds, share }) =>
  inFolder(async (folder) => {
    await using stack = new AsyncDisposableStack();
    const fixture = { companies: [{ balance: 10_000_000_000 }] };
    const start = async (options: object) =>
      stack.use(await RunningServer.start(await saldo(folder, { fixture, ...options })));
    const asking = async (server: RunningServer, load: SteadyLoad) => {
      const clients = stack.use(await Clients.open(server.url, load));
      return () => sample(server, clients, forSeconds, SECONDS);
    };
    const own = await start({ data: join(folder, "data") });
    const shared = await start({ database: { url, schema: "latency" } });
    const client = await session(stack, url);
    const [commandOwn, commandShared] = [await asking(own, command), await asking(shared, command)];
    const readShared = await asking(shared, read);
    const measure = async () => {
      const [inFolder, onPostgres] = [await commandOwn(), await commandShared()];
      const [tripMs, reading] = [await roundTripMs(client), await readShared()];
      const [folderMs, sharedMs, readMs] = [p50Of(inFolder), p50Of(onPostgres), p50Of(reading)];
      const values = { folderMs, sharedMs, moreMs: sharedMs - folderMs, tripMs, readMs, beyondMs: readMs - tripMs };
      return { values, failed: inFolder.failed + onPostgres.failed + reading.failed };
    };
    const perRound = Math.ceil(TURNS_PER_ROUND * share);
    const measured = await takeTurns([{ name: "all", measure }], rounds, { perRound });
    const figure = (name: string, metric: string) => measured.figures(metric, null).map((one) => ({ ...one, name }));
    return [
      rowOf({
        title: "a withdrawal initiated or cancelled, 1 client, p50",
        unit: "ms",
        better: "less",
        figures: [
          ...figure("Saldo in a folder", "folderMs"),
          ...figure("Saldo on PostgreSQL", "sharedMs"),
          ...figure("the difference", "moreMs"),
        ],
        targets: [{ ...measured.target("moreMs", "all", { atMost: 2 }, null), name: "the difference" }],
        remarks: [where],
      }),
      rowOf({
        title: "GET /account-balance on PostgreSQL, 1 client, p50",
        unit: "ms",
        better: "less",
        figures: [
          ...figure("a round trip to PostgreSQL (SELECT 1)", "tripMs"),
          ...figure("Saldo on PostgreSQL", "readMs"),
          ...figure("the difference", "beyondMs"),
        ],
        targets: [{ ...measured.target("beyondMs", "all", { atMost: 0.3 }, null), name: "the difference" }],
        remarks: [where],
      }),
    ];
  });

function p50Of({ values: { p50Ms } }: LoadSample): number {
  return p50Ms;
}

async function roundTripMs(client: pg.Client): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i += 1) {
    const begun = performance.now();
    await client.query({ name: "round trip", text: "SELECT 1" });
    durations.push(performance.now() - begun);
  }
  return quantileOf(durations, 0.5);
}
