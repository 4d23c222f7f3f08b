import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { conformanceOf } from "../../src/store/world-store.conformance.ts";
import { noPgBouncer, PgBouncer } from "./pg-bouncer.ts";
import { Replicas } from "./replicas.ts";
import { SharedTraffic } from "./shared-traffic.ts";

if (noPgBouncer !== null) {
  console.warn(`NOT TESTED: a pooler in transaction mode. ${noPgBouncer}.`);
  test(`a pooler in transaction mode: ${noPgBouncer}`, ({ skip }) => skip(noPgBouncer ?? ""));
}

describe.runIf(noPgBouncer === null)("a pooler in transaction mode", () => {
  let pooler: PgBouncer;
  beforeAll(async () => {
    pooler = await PgBouncer.before(inject("databaseUrl"));
  });
  afterAll(() => pooler[Symbol.asyncDispose]());

  conformanceOf("PostgreSQL behind PgBouncer", () =>
    PostgresStore.open(pooler.url, { schema: `saldo ${randomUUID()}` }),
  );

  test("three replicas lose nothing, repeat nothing and never go back", async () => {
    await using replicas = await Replicas.start(pooler.url);
    const traffic = new SharedTraffic(replicas);
    await traffic.begin();
    await traffic.goOn(50);
    await replicas.replace(1, "SIGKILL");
    await traffic.goOn(50);
    await traffic.end();
    expect(await traffic.problems()).toEqual([]);
  });
});
