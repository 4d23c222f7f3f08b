import { growthOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import type { Request } from "../load/load.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import type { Candidate } from "../servers/candidate.ts";
import { bare, peers } from "../servers/peers.ts";
import { apiKey, bodyOf, saldo } from "../servers/saldo.ts";
import { type Loaded, type SteadyLoad, underLoad } from "../under-load.ts";

const path = "/account-balance";
const request: Request = { method: "GET", path, headers: { "x-api-key": apiKey } };

export const balanceLoad: SteadyLoad = { connections: 32, steps: () => [request] };

/** GET /account-balance beside everything that can answer the same body, and with more and more holds in it. */
export async function readBalance(scale: Scale): Promise<readonly Row[]> {
  const beside = await withHolds(0, scale, async (folder, body, http) => [http, ...(await peers(folder, body))]);
  const more = [];
  for (const holds of [10, 100, 1_000]) more.push(await withHolds(holds, scale, async () => []));
  const points = [beside, ...more].map(({ holds, loaded }) => ({ size: holds, cost: cpuMicrosOf(loaded) }));
  const growth = growthOf("CPU time of a balance read, with the holds of the company", points, "O(n)");
  return [
    { ...requestsRow(beside), growth: [growth] },
    ...more.map(requestsRow),
    ...[beside, ...more].map(cpuRow),
    memoryRow(beside),
  ];
}

interface Beside {
  readonly holds: number;
  readonly loaded: Loaded;
}

type Others = (folder: string, body: unknown, http: Candidate) => Promise<readonly Candidate[]>;

function withHolds(holds: number, scale: Scale, others: Others): Promise<Beside> {
  return inFolder(async (folder) => {
    const own = await saldo(folder, { fixture: companyWith(holds), flags: ["--clock", "frozen"] });
    const body = await bodyOf(own, path);
    const { http, fastify } = await bare(folder, body);
    const candidates = [fastify, own, ...(await others(folder, body, http))];
    const all = candidates.map((candidate) => ({ candidate, load: balanceLoad }));
    return { holds, loaded: await underLoad(all, scale) };
  });
}

function requestsRow({ holds, loaded: { measured, remarks } }: Beside): Row {
  const figures = measured.throughput("bare Fastify");
  const targets = targetsWith(holds).map(([atLeast, other]) =>
    measured.target("perSecond", "Saldo", { atLeast }, other),
  );
  return rowOf({
    title: `GET /account-balance, ${holds} holds`,
    unit: "requests/s",
    better: "more",
    figures,
    targets,
    remarks: ["32 connections; all answer the same body", ...remarks],
  });
}

/** At least so many times the throughput of another one. */
function targetsWith(holds: number): readonly (readonly [atLeast: number, other: string])[] {
  if (holds === 0)
    return [
      [0.85, "bare Fastify"],
      [15, "Prism"],
    ];
  return holds >= 100 ? [[0.8, "bare Fastify"]] : [];
}

function cpuRow({ holds, loaded: { measured } }: Beside): Row {
  const targets = targetsWith(holds).filter(([, other]) => other === "bare Fastify");
  return rowOf({
    title: `CPU time of the server for a GET /account-balance, ${holds} holds`,
    unit: "µs",
    better: "less",
    figures: measured.figures("cpuMicros", "bare Fastify"),
    targets: targets.map(([atLeast, other]) =>
      measured.target("cpuMicros", "Saldo", { atMost: Number((1 / atLeast).toFixed(2)) }, other),
    ),
    remarks: ["says how fast the server could be on a quiet machine if the load generator were never the slower one"],
  });
}

function memoryRow({ loaded: { measured } }: Beside): Row {
  return rowOf({
    title: "memory after this load",
    unit: "MiB",
    better: "less",
    figures: measured.figures("memoryMiB", "bare Fastify"),
    targets: [measured.target("memoryMiB", "Saldo", { atMost: 1.4 }, "bare Fastify")],
    remarks: ["after each turn; the mean of a round counts"],
  });
}

function cpuMicrosOf({ measured }: Loaded): number {
  const own = measured.figures("cpuMicros", null).find(({ name }) => name === "Saldo");
  return own?.spread.median ?? Number.NaN;
}

export function companyWith(holds: number): object {
  const each = Array.from({ length: holds }, () => ({ amountCents: 2_500, releaseIn: "P30D" }));
  return { companies: [{ balance: 150_000, holds: each }] };
}
