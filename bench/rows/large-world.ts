import { join } from "node:path";
import { SaldoClient, type SaldoWorld } from "../../src/client/saldo-client.ts";
import { inFolder } from "../in-folder.ts";
import { load } from "../load/load.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

const charges = 100_000;

/** How the neighbour of a large world fares while that one is written down and goes back, and how long going back takes. */
export function largeWorld({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const count = Math.round(charges * share);
    const name = `${told(count)} charges`;
    const fixture = { companies: [{ balance: 150_000, generate: { charges: count, over: "P90D" } }] };
    const data = join(folder, "data");
    await using server = await RunningServer.start(await saldo(folder, { name, fixture, data }));
    const client = new SaldoClient({ url: server.url, apiKey });
    const neighbour = await client.world();
    let round = 0;
    const measure = () => wentBack(server.url, client, neighbour, `bench-${round++}`);
    const measured = await takeTurns([{ name, measure }], rounds);
    const row = (title: string, metric: string, atMost: number) =>
      rowOf({
        title,
        unit: "ms",
        better: "less",
        figures: measured.figures(metric, null),
        targets: [measured.target(metric, name, { atMost }, null)],
      });
    return [
      row(
        "GET /account-balance in another world, the slowest of a hundred while one is kept, reset, rewound",
        "p99Ms",
        30,
      ),
      row("a reset while the world is kept", "resetMs", 5_000),
      rowOf({ title: "a rewind after that", unit: "ms", better: "less", figures: measured.figures("rewindMs", null) }),
    ];
  });
}

/** A bookmark is kept as a snapshot of the whole world, which is still being written when the reset comes. */
async function wentBack(url: string, client: SaldoClient, neighbour: SaldoWorld, bookmark: string) {
  let isOver = false;
  const headers = { "x-api-key": neighbour.apiKey };
  const asking = load(url, {
    connections: 1,
    goesOn: () => !isOver,
    steps: () => [{ method: "GET", path: "/account-balance", headers }],
  });
  const timed = async (path: string, body: object) => {
    const begun = performance.now();
    const { status } = await client.ask("POST", path, body);
    return { ms: performance.now() - begun, failed: status < 300 ? 0 : 1 };
  };
  const made = [
    await timed("/sandbox/charges", { total: 12_990, paid: true }),
    await timed("/sandbox/bookmarks", { name: bookmark }),
  ];
  const reset = await timed("/sandbox/reset", {});
  const rewind = await timed("/sandbox/rewind", { bookmark });
  isOver = true;
  const { p99Ms, failed } = await asking;
  const all = [...made, reset, rewind];
  const values = { p99Ms, resetMs: reset.ms, rewindMs: rewind.ms };
  return { values, failed: all.reduce((sum, one) => sum + one.failed, failed) };
}
