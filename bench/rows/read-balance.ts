import { growthOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import type { Request } from "../load/load.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import type { Candidate } from "../servers/candidate.ts";
import { bare, peers } from "../servers/peers.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { spreadOf } from "../spread.ts";
import { type Loaded, type SteadyLoad, underLoad } from "../under-load.ts";

const path = "/account-balance";
const request: Request = { method: "GET", path, headers: { "x-api-key": apiKey } };

/** GET /account-balance beside everything that can answer the same body, and with more and more holds in it. */
export async function readBalance(scale: Scale): Promise<readonly Row[]> {
  const beside = await withHolds(0, scale, peers);
  const more = [];
  for (const holds of [10, 100, 1_000]) more.push(await withHolds(holds, scale, async () => []));
  const points = [beside, ...more].map(({ holds, loaded }) => ({ size: holds, cost: cpuMicrosOf(loaded) }));
  const growth = growthOf("CPU time of a balance read, with the holds of the company", points, "O(n)");
  return [{ ...requestsRow(beside), growth: [growth] }, ...more.map(requestsRow), cpuRow(beside), memoryRow(beside)];
}

interface Beside {
  readonly holds: number;
  readonly loaded: Loaded;
}

type Others = (folder: string, body: unknown) => Promise<readonly Candidate[]>;

function withHolds(holds: number, scale: Scale, others: Others): Promise<Beside> {
  return inFolder(async (folder) => {
    const own = await saldo(folder, { fixture: companyWith(holds), flags: ["--clock", "frozen"] });
    const body = await bodyOf(own);
    const { http, fastify } = await bare(folder, body);
    const candidates = [fastify, own, http, ...(await others(folder, body))];
    const load: SteadyLoad = { connections: 32, steps: () => [request] };
    const all = candidates.map((candidate) => ({ candidate, load }));
    return { holds, loaded: await underLoad(all, scale) };
  });
}

function requestsRow({ holds, loaded: { measured } }: Beside): Row {
  const figures = measured.figures("perSecond", "bare Fastify");
  const faster = measured.target("perSecond", "Saldo", { atLeast: 0.75 }, "bare Fastify");
  const isBeside = figures.some(({ name }) => name === "Prism");
  const targets = isBeside ? [faster, measured.target("perSecond", "Saldo", { atLeast: 15 }, "Prism")] : [];
  return rowOf({
    title: `GET /account-balance, ${holds} holds`,
    unit: "requests/s",
    better: "more",
    figures,
    targets,
    remarks: ["32 connections; all answer the same body"],
  });
}

function cpuRow({ loaded: { measured } }: Beside): Row {
  return rowOf({
    title: "the same, CPU time of the server for each request",
    unit: "µs",
    better: "less",
    figures: measured.figures("cpuMicros", "bare Fastify"),
    remarks: ["says how fast the server could be if whoever asks were never the slower one"],
  });
}

function memoryRow({ loaded: { measured, memoryMiB } }: Beside): Row {
  const figures = measured.figures("perSecond", null).map(({ name, failed }) => {
    return { name, spread: spreadOf([memoryMiB.get(name) ?? Number.NaN]), ratio: null, failed };
  });
  return rowOf({ title: "memory after this load", unit: "MiB", better: "less", figures });
}

function cpuMicrosOf({ measured }: Loaded): number {
  const own = measured.figures("cpuMicros", null).find(({ name }) => name === "Saldo");
  return own?.spread.median ?? Number.NaN;
}

function companyWith(holds: number): object {
  const each = Array.from({ length: holds }, () => ({ amountCents: 2_500, releaseIn: "P30D" }));
  return { companies: [{ balance: 150_000, holds: each }] };
}

async function bodyOf(candidate: Candidate): Promise<unknown> {
  await using server = await RunningServer.start(candidate);
  const answer = await fetch(server.url + path, { headers: request.headers });
  return await answer.json();
}
