import { inFolder } from "../in-folder.ts";
import { Clients, forSeconds } from "../load/load.ts";
import { rowOf } from "../row.ts";
import { initiateAndCancelAs } from "../rows/withdrawals.ts";
import { RunningServer } from "../servers/running-server.ts";
import { keyOf, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import { type SteadyLoad, sample } from "../under-load.ts";
import { type MeasureShared, session, where } from "./database.ts";

const CLIENTS = 16;
const HELD_SECONDS = 60;

/**
 * What an open transaction of another program costs, such as a backup: it keeps the database from tidying up what the turns
 * replace. It does so only in its own database, so that the same load on another one can be measured beside it.
 */
export const oldSnapshot: MeasureShared = (url, { rounds, share }) =>
  inFolder(async (folder) => {
    await using stack = new AsyncDisposableStack();
    const fixture = { companies: Array.from({ length: CLIENTS }, () => ({ balance: 10_000_000_000 })) };
    const load: SteadyLoad = { connections: CLIENTS, steps: (client) => initiateAndCancelAs(keyOf(client)) };
    const contender = async (name: string, database: string) => {
      const candidate = await saldo(folder, { name, fixture, database: { url: database, schema: "snapshot" } });
      const server = stack.use(await RunningServer.start(candidate));
      const clients = stack.use(await Clients.open(server.url, load));
      return { name, measure: () => sample(server, clients, forSeconds, 0.5) };
    };
    const admin = await session(stack, url);
    await admin.query("CREATE DATABASE with_snapshot");
    const withSnapshot = Object.assign(new URL(url), { pathname: "/with_snapshot" }).href;
    const contenders = [await contender("without", url), await contender("with the open transaction", withSnapshot)];

    const holder = await session(stack, withSnapshot);
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await holder.query("SELECT count(*) FROM snapshot.entry");
    const until = performance.now() + 1_000 * HELD_SECONDS * share;
    while (performance.now() < until) await takeTurns(contenders, 4);
    const measured = await takeTurns(contenders, rounds, { perRound: Math.ceil(4 * share) });
    return [
      rowOf({
        title: `a withdrawal initiated and cancelled, ${CLIENTS} clients, after a transaction was open for ${HELD_SECONDS} s`,
        unit: "requests/s",
        better: "more",
        figures: measured.throughput("without"),
        targets: [measured.target("perSecond", "with the open transaction", { atLeast: 0.9 }, "without")],
        remarks: [`${where}; under load all the time`],
      }),
    ];
  });
