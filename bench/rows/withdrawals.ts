import { join } from "node:path";
import { otpCode } from "../../src/domain/otp.ts";
import { inFolder } from "../in-folder.ts";
import type { Request, Step } from "../load/load.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { bare } from "../servers/peers.ts";
import { keyOf, saldo, seed } from "../servers/saldo.ts";
import { type SteadyLoad, underLoad } from "../under-load.ts";

const companies = 64;
const clients = [1, 16, 64] as const;
const value = 1_000;

const seconds = {
  cancel: (key: string, withdrawId: string) => post(key, "/account-balance/withdraw/cancel", { withdrawId }),
  confirm: (key: string, withdrawId: string) => {
    // As the newest e-mail shows it; reading that would be a third request.
    return post(key, "/account-balance/withdraw/confirm", { withdrawId, otpCode: otpCode(seed, withdrawId, 1) });
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
    const fixture = { companies: Array.from({ length: companies }, () => ({ balance: 10_000_000_000 })) };
    const candidates = [
      (await bare(folder, { data: { withdrawId: "wdr_0345af421a206199f53d5554" } })).fastify,
      await saldo(folder, { name: "Saldo in memory", fixture }),
      await saldo(folder, { name: "Saldo in a folder", fixture, data: join(folder, "data") }),
    ];
    const load: SteadyLoad = { connections: count, steps: (client) => steps(keyOf(client), second) };
    const all = candidates.map((candidate) => ({ candidate, load }));
    const { measured } = await underLoad(all, scale);
    const isCancel = second === "cancel";
    return rowOf({
      title: `a withdrawal initiated and ${isCancel ? "cancelled" : "confirmed"}, ${count} client${count === 1 ? "" : "s"}`,
      unit: "requests/s",
      better: "more",
      figures: measured.figures("perSecond", "bare Fastify"),
      targets: [
        ...(isCancel ? [measured.target("perSecond", "Saldo in memory", { atLeast: 0.4 }, "bare Fastify")] : []),
        ...(isCancel && count === 64
          ? [measured.target("perSecond", "Saldo in a folder", { atLeast: 0.5 }, "Saldo in memory")]
          : []),
      ],
      remarks: [`one world of ${companies} companies; in a folder every answer waits until it is on the disk`],
    });
  });
}

/** By the first company. */
export const initiateAndCancel = steps(keyOf(0), "cancel");

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
