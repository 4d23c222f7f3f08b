import { join } from "node:path";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { otpCode } from "../../src/domain/otp.ts";
import { inFolder } from "../in-folder.ts";
import type { Request, Step } from "../load/load.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { bare } from "../servers/peers.ts";
import { apiKey, keyOf, saldo, seed } from "../servers/saldo.ts";
import { type SteadyLoad, underLoad } from "../under-load.ts";

const companies = 64;
const clients = [1, 16, 64] as const;
const value = 1_000;
/** As Saldo answers it. */
export const withdrawalBody = { data: { withdrawId: "wdr_0345af421a206199f53d5554" } };

const seconds = {
  cancel: (key: string, withdrawId: string) => post(key, "/account-balance/withdraw/cancel", { withdrawId }),
  confirm: (key: string, withdrawId: string) => {
    // As the newest e-mail shows it; reading that would be a third request.
    return post(key, "/account-balance/withdraw/confirm", {
      withdrawId,
      otpCode: otpCode(seed, withdrawId, { issue: 1 }),
    });
  },
} as const;

/** A withdrawal initiated, and cancelled or confirmed, by one client or by many, each for a company of its own. */
export async function withdrawals(scale: Scale): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const second of ["cancel", "confirm"] as const) {
    for (const count of clients) rows.push(await row(second, count, scale));
  }
  return rows;
}

function row(second: keyof typeof seconds, count: (typeof clients)[number], scale: Scale): Promise<Row> {
  return inFolder(async (folder) => {
    const fixture = companiesOf(companies);
    const candidates = [
      (await bare(folder, withdrawalBody)).fastify,
      await saldo(folder, { name: "Saldo in memory", fixture }),
      await saldo(folder, { name: "Saldo in a folder", fixture, data: join(folder, "data") }),
    ];
    const load: SteadyLoad = { connections: count, steps: (client) => steps(keyOf(client), second) };
    const all = candidates.map((candidate) => ({ candidate, load }));
    const { measured, remarks } = await underLoad(all, scale);
    const isCancel = second === "cancel";
    const atLeast = count === 64 ? 0.65 : 0.4;
    return rowOf({
      title: `a withdrawal initiated and ${isCancel ? "cancelled" : "confirmed"}, ${count} client${count === 1 ? "" : "s"}`,
      unit: "requests/s",
      better: "more",
      figures: measured.throughput("bare Fastify"),
      targets: [
        ...(isCancel ? [measured.target("perSecond", "Saldo in memory", { atLeast }, "bare Fastify")] : []),
        ...(isCancel && count === 64
          ? [measured.target("perSecond", "Saldo in a folder", { atLeast: 0.7 }, "Saldo in memory")]
          : []),
      ],
      remarks: [
        `one world of ${companies} companies; in a folder every answer waits until it is on the disk`,
        ...remarks,
      ],
    });
  });
}

/** Companies that can withdraw for as long as it takes. */
export function companiesOf(count: number): object {
  return { companies: Array.from({ length: count }, () => ({ balance: 10_000_000_000 })) };
}

/** By so many clients, each for a company of its own. */
export function cancelLoad(connections: number): SteadyLoad {
  return { connections, steps: (client) => initiateAndCancelAs(keyOf(client)) };
}

/** By the first company. */
export const initiateAndCancel = initiateAndCancelAs(keyOf(0));

/** By the company that has this key. */
export function initiateAndCancelAs(key: string): readonly Step[] {
  return steps(key, "cancel");
}

/** Makes a world for each of so many clients, who initiate and cancel there. */
export async function inOwnWorlds(url: string, connections: number): Promise<SteadyLoad> {
  const client = new SaldoClient({ url, apiKey });
  const keys: string[] = [];
  for (let i = 0; i < connections; i += 1) keys.push((await client.world({ seed: `bench-${i}` })).apiKey);
  return { connections, steps: (i) => initiateAndCancelAs(keys[i] ?? "") };
}

function steps(key: string, second: keyof typeof seconds): readonly Step[] {
  const first = post(key, "/account-balance/withdraw", { value });
  return [first, (answered) => seconds[second](key, withdrawIdOf(answered))];
}

function post(key: string, path: string, body: object): Request {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return { method: "POST", path, headers, body: JSON.stringify(body) };
}

function withdrawIdOf(answered: unknown): string {
  const { data } = Object(answered);
  return String(Object(data).withdrawId);
}
