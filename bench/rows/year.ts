import { SaldoClient } from "../../src/client/saldo-client.ts";
import { inFolder } from "../in-folder.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

/** A year in which a customer pays every day and the balance goes out every morning. */
export function year({ rounds }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const daily = { amountCents: 9_990, interval: "P1D", status: "AUTHORIZED" };
    const company = { automaticWithdrawal: { at: "06:00" }, subscriptions: [daily] };
    const flags = ["--clock", "frozen", "--start-at", "2026-01-01T12:00:00Z"];
    const candidate = await saldo(folder, { fixture: { companies: [company] }, flags });
    await using server = await RunningServer.start(candidate);
    const client = new SaldoClient({ url: server.url, apiKey });
    const measured = await takeTurns([{ name: "a year", measure: () => lived(client) }], rounds);
    return [
      rowOf({
        title: "an advance over a year of daily payments and withdrawals",
        unit: "ms",
        better: "less",
        figures: measured.figures("ms", null),
      }),
    ];
  });
}

async function lived(client: SaldoClient) {
  const begun = performance.now();
  await client.ask("POST", "/sandbox/clock/advance", { by: "P365D" });
  const ms = performance.now() - begun;
  const made = await client.ask("GET", "/account-balance/withdrawals");
  await client.ask("POST", "/sandbox/reset");
  return { values: { ms }, failed: made.status === 200 ? 0 : 1 };
}
