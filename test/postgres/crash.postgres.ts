import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { numberOf } from "../rules/json-reading.ts";
import { DatabaseProxy } from "./database-proxy.ts";
import { PostgresServer } from "./postgres-server.ts";
import { Replicas } from "./replicas.ts";
import { SharedTraffic } from "./shared-traffic.ts";

const rounds = Number(process.env.SALDO_CRASH_ROUNDS ?? 100);

/** How long a replica stands still at most: longer than PostgreSQL lets it keep a lock. */
const MAX_STOP_MS = 2_500;

/** What happens to the replicas amid traffic, one after the other. */
const disturbances = [
  "kill",
  "stop and continue",
  "cut before the commit",
  "terminate",
  "clock set",
  "cut after the commit",
  "database restarts",
] as const;

/** A process that starts meanwhile would end. */
const spoilsStarts: ReadonlySet<string> = new Set([
  "cut before the commit",
  "cut after the commit",
  "database restarts",
]);

test(`${rounds} rounds of three replicas lose nothing, repeat nothing and never go back`, {
  timeout: 60_000 + 20_000 * rounds,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await PostgresServer.start());
  const proxy = stack.use(await DatabaseProxy.to(server.url));
  const receiver = stack.use(await startReceiver());
  const replicas = stack.use(await Replicas.start(proxy.url));
  await replicas.at(0).account.webhook(["charge.paid"], receiver.url);
  const traffic = new SharedTraffic(replicas);
  await traffic.begin();
  for (let round = 0; round < rounds; round += 1) {
    const what = disturbances[round % disturbances.length];
    const one = replicas.at(round);
    await traffic.goOn(20);
    if (what !== undefined && spoilsStarts.has(what)) await replicas.spare();
    if (what === "kill") await replicas.relieve(round, "SIGKILL");
    if (what === "terminate") await replicas.relieve(round, "SIGTERM");
    if (what === "cut before the commit") await proxy.cutNext("before-commit");
    if (what === "cut after the commit") await proxy.cutNext("after-commit");
    if (what === "database restarts") {
      await server.halt("SIGQUIT");
      await server.resume();
    }
    if (what === "clock set") {
      await one.account.ask("PUT", "/sandbox/clock", { mode: "frozen" });
      await one.account.ask("PUT", "/sandbox/clock", { mode: "running" });
    }
    if (what === "stop and continue") {
      one.process.child.kill("SIGSTOP");
      await traffic.passedMs((MAX_STOP_MS * (round + 1)) / rounds);
      one.process.child.kill("SIGCONT");
    }
  }
  await traffic.end();

  expect(await traffic.problems()).toEqual([]);
  const { acknowledged, unknown } = traffic;
  const own = await traffic.made();
  const one = replicas.at(0).account;
  const attempts = (await one.events("AttemptRecorded")).map(({ data }) => Object(data));
  const recorded = attempts.map(({ deliveryId, number }) => `${deliveryId} ${number}`);
  expect(new Set(recorded).size, "results that were recorded twice").toBe(recorded.length);
  const delivered = new Set(attempts.filter(({ failure }) => failure === null).map(({ deliveryId }) => deliveryId));
  expect(delivered.size).toBe(own.length + 1);
  const requests = receiver.requests.length;
  const repeated = requests - new Set(receiver.requests.map(({ headers }) => headers["x-webhook-delivery"])).size;
  const position = numberOf(await one.ask("GET", "/sandbox/world"), "position");
  console.log(
    `rounds: ${rounds}, acknowledged: ${acknowledged.size}, unknown: ${unknown.size}, of these kept: ${own.length - acknowledged.size}, ` +
      `reads: ${traffic.reads}, requests to the receiver: ${requests}, repeated: ${repeated}, position: ${position}`,
  );
});
