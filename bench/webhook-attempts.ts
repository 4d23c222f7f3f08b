import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "undici";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { told } from "./told.ts";

/**
 * Attempts per second of an advance, beside a bare loop of undici that posts as many bodies of the same size to the same
 * receiver, both with 64 under way. They take turns in one run, so that what else the machine does weighs on both.
 *   node bench/webhook-attempts.ts [attempts] [rounds]
 */
const [attempts = 5_000, rounds = 5] = process.argv.slice(2).map(Number);
const underWay = 64;
/** So many are told of each thing that happens: what is measured is delivering, and not what there is to be told. */
const webhooks = 50;

const receiver = fork(new URL("receiver.ts", import.meta.url), { stdio: "inherit" });
const [port] = await once(receiver, "message");
const origin = `http://127.0.0.1:${port}`;

await using sandbox = await startSandbox({ routes: { "hooks.acme.dev": origin } });
for (let i = 0; i < webhooks; i += 1) {
  await must("POST", "/webhook", { url: "https://hooks.acme.dev/saldo", name: "Bench", events: ["charge.expired"] });
}
const body = await sampleBody();
const agent = new Agent();

const bare: number[] = [];
const saldo: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const ofBare = await perSecond(postAll);
  for (let i = 0; i < attempts / webhooks; i += 1)
    await must("POST", "/sandbox/charges", { total: 12_990, expiresIn: "PT1H" });
  const ofSaldo = await perSecond(() => must("POST", "/sandbox/clock/advance", { by: "PT1H" }));
  // The first round warms both up.
  if (round === 0) continue;
  bare.push(ofBare);
  saldo.push(ofSaldo);
}
const ratios = saldo.map((value, i) => value / (bare[i] ?? Number.NaN));
console.log(`bare undici POST  ${told(bare)} per second`);
console.log(`advance           ${told(saldo)} per second`);
console.log(`ratio             ${told(ratios, 2)}`);
await agent.close();
receiver.disconnect();

async function sampleBody(): Promise<string> {
  await must("POST", "/sandbox/charges", { total: 12_990, expiresIn: "PT1H" });
  await must("POST", "/sandbox/clock/advance", { by: "PT1H" });
  return (await must("GET", "/sandbox/deliveries?limit=1")).text("deliveries.0.body");
}

async function postAll(): Promise<void> {
  let left = attempts;
  const headers = { "content-type": "application/json" };
  await Promise.all(
    Array.from({ length: underWay }, async () => {
      while (left > 0) {
        left -= 1;
        const answer = await agent.request({ origin, path: "/saldo", method: "POST", headers, body });
        await answer.body.dump();
      }
    }),
  );
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (attempts / (performance.now() - start)) * 1000;
}

async function must(method: string, path: string, payload?: object) {
  const answer = await sandbox.ask(method, path, payload);
  if (answer.status < 300) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
