import { Agent } from "undici";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { receiver } from "../servers/receiver.ts";
import { RunningServer } from "../servers/running-server.ts";
import { takeTurns } from "../take-turns.ts";

const [bare, advance] = ["undici POST", "Saldo"];
const underWay = 64;
/** So many are told of each thing that happens: what is measured is delivering, and not what there is to be told. */
const webhooks = 50;

/**
 * Attempts of an advance, beside undici alone that posts as many bodies of the same size to the same receiver. Both post
 * from this process.
 */
export async function deliver({ rounds, share }: Scale): Promise<readonly Row[]> {
  const charges = Math.round(100 * share);
  await using hooks = await RunningServer.start(receiver);
  await using sandbox = await startSandbox({ routes: { "hooks.acme.dev": hooks.url } });
  await subscribe(sandbox);
  const body = await sampleBody(sandbox);
  const measured = await takeTurns(
    [
      { name: bare, measure: () => posted(hooks.url, body, charges * webhooks) },
      { name: advance, measure: () => delivered(sandbox, charges) },
    ],
    rounds,
  );
  return [
    rowOf({
      title: `webhooks delivered by an advance, ${underWay} at a time`,
      unit: "attempts/s",
      better: "more",
      figures: measured.figures("perSecond", bare),
      targets: [measured.target("perSecond", advance, { atLeast: 0.75 }, bare)],
    }),
  ];
}

export async function subscribe(world: SaldoWorld): Promise<void> {
  const webhook = { url: "https://hooks.acme.dev/saldo", name: "Bench", events: ["charge.expired"] };
  for (let i = 0; i < webhooks; i += 1) await world.api.POST("/webhook", { body: webhook });
}

async function sampleBody(sandbox: SaldoWorld): Promise<string> {
  await delivered(sandbox, 1);
  return (await sandbox.ask("GET", "/sandbox/deliveries?limit=1")).text("deliveries.0.body");
}

async function posted(origin: string, body: string, count: number) {
  const agent = new Agent();
  const headers = { "content-type": "application/json" };
  let [left, failed] = [count, 0];
  const begun = performance.now();
  const post = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await agent.request({ origin, path: "/saldo", method: "POST", headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: underWay }, post));
  const perSecond = (count * 1_000) / (performance.now() - begun);
  await agent.close();
  return { values: { perSecond }, failed };
}

export async function delivered(sandbox: SaldoWorld, charges: number) {
  for (let i = 0; i < charges; i += 1) await sandbox.charges.create({ total: 12_990, expiresIn: "PT1H" });
  const begun = performance.now();
  const answer = await sandbox.ask("POST", "/sandbox/clock/advance", { by: "PT1H" });
  const elapsedMs = performance.now() - begun;
  const succeeded = Number(answer.at("attempts.succeeded"));
  return { values: { perSecond: (succeeded * 1_000) / elapsedMs }, failed: charges * webhooks - succeeded };
}
