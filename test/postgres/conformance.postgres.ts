import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { turnsConformanceOf } from "../../src/store/turns.conformance.ts";
import { conformanceOf } from "../../src/store/world-store.conformance.ts";

const schema = () => `saldo ${randomUUID()}`;

conformanceOf("PostgreSQL", () => PostgresStore.open(inject("databaseUrl"), { schema: schema() }));

turnsConformanceOf("PostgreSQL", async () => {
  const shared = { schema: schema() };
  const left = await PostgresStore.open(inject("databaseUrl"), shared);
  return [left, await PostgresStore.open(inject("databaseUrl"), shared)];
});
