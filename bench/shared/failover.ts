import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { inFolder } from "../in-folder.ts";
import { load, quantileOf, type Request } from "../load/load.ts";
import { rowOf } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { spreadOf } from "../spread.ts";
import { type MeasureShared, where } from "./database.ts";

const KILLS = 100;
const MAX_TRAFFIC_MS = 100;
const CLIENTS = 8;

const charge: Request = {
  method: "POST",
  path: "/sandbox/charges",
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  body: '{"total":100}',
};

/** A replica is killed amid its turns; how long it takes until another one has changed the same world. */
export const failover: MeasureShared = (url, { share }) =>
  inFolder(async (folder) => {
    const candidate = await saldo(folder, { database: { url, schema: "failover" } });
    await using stays = await RunningServer.start(candidate);
    const waitsMs: number[] = [];
    let failed = 0;
    for (let i = 0; i < Math.ceil(KILLS * share); i += 1) {
      const victim = await RunningServer.start(candidate);
      let isKilled = false;
      const traffic = load(victim.url, { connections: CLIENTS, goesOn: () => !isKilled, steps: () => [charge] });
      const cut = traffic.catch(() => "cut");
      await pause(randomInt(MAX_TRAFFIC_MS));
      const begun = performance.now();
      isKilled = true;
      const ended = victim[Symbol.asyncDispose]();
      const { path, ...request } = charge;
      const { status } = await fetch(stays.url + path, request);
      waitsMs.push(performance.now() - begun);
      if (status !== 201) failed += 1;
      await Promise.all([ended, cut]);
    }
    const figure = (name: string, quantile: number) => {
      return { name, spread: spreadOf([quantileOf(waitsMs, quantile)]), ratio: null, failed };
    };
    const p99 = figure("p99", 0.99);
    const isReached = p99.spread.median <= 300;
    return [
      rowOf({
        title: "kill -9 of a replica amid its turns to the next change of the same world by another one",
        unit: "ms",
        better: "less",
        figures: [figure("p50", 0.5), p99, figure("the longest", 1)],
        targets: [{ name: "p99", bound: { atMost: 300 }, against: null, reached: p99.spread, isReached }],
        remarks: [`${waitsMs.length} kills; ${where}`],
      }),
    ];
  });
