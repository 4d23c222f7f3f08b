import { join } from "node:path";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import type { Row, Scale } from "../row.ts";
import { advanced, candidateWith } from "../rows/advance.ts";
import { companyWithWithdrawals, listLoad } from "../rows/list-withdrawals.ts";
import { balanceLoad, companyWith } from "../rows/read-balance.ts";
import { startOf } from "../rows/start.ts";
import { delivered, subscribe } from "../rows/webhooks.ts";
import { cancelLoad, companiesOf } from "../rows/withdrawals.ts";
import { receiver } from "../servers/receiver.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, type SaldoOptions, saldo } from "../servers/saldo.ts";
import { type Measured, takeTurns } from "../take-turns.ts";
import { type SteadyLoad, underLoad } from "../under-load.ts";

/** A program under the name that a comparison has for it. */
export type Program = Required<Pick<SaldoOptions, "name" | "root">>;

/** What was measured of both programs, and the metrics that are to be compared. */
export interface Compared {
  readonly title: string;
  readonly measured: Measured;
  readonly metrics: readonly (Pick<Row, "unit" | "better"> & { readonly metric: string })[];
  readonly remarks?: readonly string[];
}

type Compare = (programs: readonly Program[], scale: Scale, folder: string) => Promise<Compared>;

const milliseconds = { unit: "ms", better: "less" } as const;
const memory = { unit: "MiB", better: "less" } as const;
const answered = [
  { metric: "perSecond", unit: "requests/s", better: "more" },
  { metric: "cpuMicros", unit: "µs of CPU time a request", better: "less" },
  { metric: "memoryMiB", ...memory },
] as const;
const releases = 100_000;
const charges = 50;

/** What `--against` compares, by the names that `--only` knows. */
export const comparisons: ReadonlyMap<string, readonly Compare[]> = new Map([
  [
    "balance",
    [0, 100].map((holds) => loaded(`GET /account-balance, ${holds} holds`, companyWith(holds), () => balanceLoad)),
  ],
  [
    "withdrawals",
    ["memory", "a folder"].map((place) => {
      const title = `a withdrawal initiated and cancelled, 64 clients, in ${place}`;
      return loaded(title, companiesOf(64), () => cancelLoad(64), place === "a folder");
    }),
  ],
  [
    "list",
    [loaded("GET /account-balance/withdrawals, 1,000 withdrawals", companyWithWithdrawals(1_000), () => listLoad)],
  ],
  ["advance", [advances]],
  ["webhooks", [webhooks]],
  ["start", [starts]],
]);

function loaded(title: string, fixture: object, load: () => SteadyLoad, inFolder = false): Compare {
  return async (programs, scale, folder) => {
    const all = programs.map(async (program) => {
      const place = inFolder ? { data: join(folder, `data-${program.name}`) } : {};
      return { candidate: await saldo(folder, { ...program, ...place, fixture }), load: load() };
    });
    return { title, ...(await underLoad(await Promise.all(all), scale)), metrics: answered };
  };
}

async function advances(programs: readonly Program[], { rounds, share }: Scale): Promise<Compared> {
  const count = Math.round(releases * share);
  const contenders = programs.map(({ name, root }) => {
    return { name, measure: () => advanced(candidateWith(count, root), count) };
  });
  const measured = await takeTurns(contenders, rounds, { warmUp: false });
  const metrics = [
    { metric: "ms", ...milliseconds },
    { metric: "peakMiB", ...memory },
  ];
  return { title: `an advance over ${count} releases`, measured, metrics };
}

async function webhooks(programs: readonly Program[], { rounds, share }: Scale, folder: string): Promise<Compared> {
  await using stack = new AsyncDisposableStack();
  const hooks = stack.use(await RunningServer.start(receiver));
  const flags = ["--routes", `hooks.acme.dev=${hooks.url}`, "--egress", "routes", "--clock", "frozen"];
  const contenders = [];
  for (const program of programs) {
    const { url } = stack.use(await RunningServer.start(await saldo(folder, { ...program, flags })));
    const world = await new SaldoClient({ url, apiKey }).world();
    await subscribe(world);
    contenders.push({ name: program.name, measure: () => delivered(world, Math.round(charges * share)) });
  }
  const metrics = [{ metric: "perSecond", unit: "attempts/s", better: "more" }] as const;
  return { title: "webhooks delivered by an advance", measured: await takeTurns(contenders, rounds), metrics };
}

async function starts(programs: readonly Program[], { rounds }: Scale, folder: string): Promise<Compared> {
  const candidates = await Promise.all(programs.map((program) => saldo(folder, program)));
  const metrics = [
    { metric: "startMs", ...milliseconds },
    { metric: "memoryMiB", ...memory },
  ];
  return { title: "start to first answer", measured: await takeTurns(candidates.map(startOf), rounds), metrics };
}
