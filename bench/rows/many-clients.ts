import { inFolder } from "../in-folder.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { bare } from "../servers/peers.ts";
import { bodyOf, saldo } from "../servers/saldo.ts";
import { TURNS_PER_ROUND, underLoad } from "../under-load.ts";
import { balanceLoad } from "./read-balance.ts";
import { cancelLoad, companiesOf, inOwnWorlds, withdrawalBody } from "./withdrawals.ts";

const requests = 50_000;
const connections = 1_000;
const worlds = 200;
const against = "bare Fastify";

/** A thousand connections that all ask, and two hundred worlds that are all worked in, as by parallel tests. */
export async function manyClients(scale: Scale): Promise<readonly Row[]> {
  return [await manyConnections(scale), await manyWorlds(scale)];
}

function manyConnections(scale: Scale): Promise<Row> {
  return inFolder(async (folder) => {
    const own = await saldo(folder, { flags: ["--clock", "frozen"] });
    const { fastify } = await bare(folder, await bodyOf(own, "/account-balance"));
    const load = { ...balanceLoad, connections, timesPerTurn: Math.ceil(requests / TURNS_PER_ROUND) };
    const all = [fastify, own].map((candidate) => ({ candidate, load }));
    const { measured, remarks } = await underLoad(all, scale);
    return rowOf({
      title: "GET /account-balance, 50,000 requests with 1,000 connections open",
      unit: "requests/s",
      better: "more",
      figures: measured.throughput(against),
      remarks: ["50,000 are a round; all connections ask at once, so each waits for a thousand others", ...remarks],
    });
  });
}

function manyWorlds(scale: Scale): Promise<Row> {
  return inFolder(async (folder) => {
    const count = Math.round(worlds * scale.share);
    const { fastify } = await bare(folder, withdrawalBody);
    const fixture = companiesOf(count);
    const [inOne, inOwn] = [await saldo(folder, { name: "Saldo, one world", fixture }), await saldo(folder)];
    const load = cancelLoad(count);
    const { measured, remarks } = await underLoad(
      [
        { candidate: fastify, load },
        { candidate: inOne, load },
        { candidate: inOwn, load: (url) => inOwnWorlds(url, count) },
      ],
      scale,
    );
    return rowOf({
      title: `a withdrawal initiated and cancelled, ${count} clients, a world for each`,
      unit: "requests/s",
      better: "more",
      figures: measured.throughput(against),
      remarks,
    });
  });
}
