import { join } from "node:path";
import { inFolder } from "../in-folder.ts";
import { Clients, forSeconds, type Request } from "../load/load.ts";
import { rowOf } from "../row.ts";
import { initiateAndCancel } from "../rows/withdrawals.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import type { SteadyLoad } from "../under-load.ts";
import { type MeasureShared, where } from "./database.ts";

const SECONDS = 0.25;
const TURNS_PER_ROUND = 6;

const balance: Request = { method: "GET", path: "/account-balance", headers: { "x-api-key": apiKey } };
const names = ["folderMs", "sharedMs", "folderReadMs", "readMs", "passedMs"] as const;

const command: SteadyLoad = { connections: 1, steps: () => initiateAndCancel };
const read: SteadyLoad = { connections: 1, steps: () => [balance] };

/** How long a single client waits: beyond a folder at the owner of its world, and beyond the owner through another replica. */
export const latency: MeasureShared = (url, { rounds, share }) =>
  inFolder(async (folder) => {
    await using stack = new AsyncDisposableStack();
    const fixture = { companies: [{ balance: 10_000_000_000 }] };
    const start = async (options: object) =>
      stack.use(await RunningServer.start(await saldo(folder, { fixture, ...options })));
    // No process stands still or is kept awake: a replica would lose its worlds, and PostgreSQL its core.
    const asking = async (server: RunningServer, load: SteadyLoad) => {
      const clients = stack.use(await Clients.open(server.url, load));
      return async () => {
        await clients.leadIn();
        return clients.ask(forSeconds(SECONDS));
      };
    };
    const own = await start({ data: join(folder, "data") });
    const shared = await start({ database: { url, schema: "latency" } });
    // The replica that began first has made the world, so it is its owner.
    const other = await start({ database: { url, schema: "latency" } });
    const asked = {
      folderMs: await asking(own, command),
      sharedMs: await asking(shared, command),
      folderReadMs: await asking(own, read),
      readMs: await asking(shared, read),
      passedMs: await asking(other, read),
    };
    const measure = async () => {
      const values = {
        folderMs: 0,
        sharedMs: 0,
        folderReadMs: 0,
        readMs: 0,
        passedMs: 0,
        moreMs: 0,
        beyondMs: 0,
        hopMs: 0,
      };
      let failed = 0;
      for (const name of names) {
        const { p50Ms, failed: more } = await asked[name]();
        values[name] = p50Ms;
        failed += more;
      }
      values.moreMs = values.sharedMs - values.folderMs;
      values.beyondMs = values.readMs - values.folderReadMs;
      values.hopMs = values.passedMs - values.readMs;
      return { values, failed };
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
        title: "GET /account-balance, 1 client, p50",
        unit: "ms",
        better: "less",
        figures: [
          ...figure("Saldo in a folder", "folderReadMs"),
          ...figure("Saldo on PostgreSQL, the owner of the world", "readMs"),
          ...figure("passed on by another replica", "passedMs"),
          ...figure("the owner beyond the folder", "beyondMs"),
          ...figure("passed on beyond the owner", "hopMs"),
        ],
        targets: [
          { ...measured.target("beyondMs", "all", { atMost: 0.05 }, null), name: "the owner beyond the folder" },
          { ...measured.target("hopMs", "all", { atMost: 1 }, null), name: "passed on beyond the owner" },
        ],
        remarks: [where],
      }),
    ];
  });
