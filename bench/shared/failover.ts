import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { inFolder } from "../in-folder.ts";
import { load, quantileOf, type Request } from "../load/load.ts";
import { rowOf } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { saldo } from "../servers/saldo.ts";
import { spreadOf } from "../spread.ts";
import { type MeasureShared, where } from "./database.ts";

/** Each waits for a lease to end. */
const KILLS = 20;
const MAX_TRAFFIC_MS = 100;
const CLIENTS = 8;
const MAX_MS = 6_500;

/** Makes a world, which this server then owns, and returns a charge in it. */
async function chargeInNewWorld(url: string): Promise<Request> {
  const made = await fetch(`${url}/sandbox/worlds`, { method: "POST" });
  const { companies }: { readonly companies: readonly { readonly apiKey: string }[] } = await made.json();
  const headers = { "x-api-key": companies[0]?.apiKey ?? "", "content-type": "application/json" };
  return { method: "POST", path: "/sandbox/charges", headers, body: '{"total":100}' };
}

/** The owner of a world is killed amid its work; how long it takes until another replica has changed that world. */
export const failover: MeasureShared = (url, { share }) =>
  inFolder(async (folder) => {
    const candidate = await saldo(folder, { database: { url, schema: "failover" } });
    await using stays = await RunningServer.start(candidate);
    const waitsMs: number[] = [];
    let failed = 0;
    for (let i = 0; i < Math.ceil(KILLS * share); i += 1) {
      const owner = await RunningServer.start(candidate);
      const charge = await chargeInNewWorld(owner.url);
      let isKilled = false;
      const traffic = load(owner.url, { connections: CLIENTS, goesOn: () => !isKilled, steps: () => [charge] });
      const cut = traffic.catch(() => "cut");
      await pause(randomInt(MAX_TRAFFIC_MS));
      const begun = performance.now();
      isKilled = true;
      const ended = owner[Symbol.asyncDispose]();
      const { path, ...request } = charge;
      let status = 0;
      // A pass that broke off may have been done, so it is not repeated for the client.
      while (status !== 201 && performance.now() - begun < 2 * MAX_MS)
        ({ status } = await fetch(stays.url + path, request));
      waitsMs.push(performance.now() - begun);
      if (status !== 201) failed += 1;
      await Promise.all([ended, cut]);
    }
    const figure = (name: string, quantile: number) => {
      return { name, spread: spreadOf([quantileOf(waitsMs, quantile)]), ratio: null, failed };
    };
    const p99 = figure("p99", 0.99);
    const isReached = p99.spread.median <= MAX_MS;
    return [
      rowOf({
        title: "kill -9 of the owner of a world amid its work to the next change of that world by another replica",
        unit: "ms",
        better: "less",
        figures: [figure("p50", 0.5), p99, figure("the longest", 1)],
        targets: [{ name: "p99", bound: { atMost: MAX_MS }, against: null, reached: p99.spread, isReached }],
        remarks: [`${waitsMs.length} kills; ${where}`],
      }),
    ];
  });
