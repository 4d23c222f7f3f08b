import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { conformanceOf } from "../../src/store/world-store.conformance.ts";

conformanceOf("PostgreSQL", () => PostgresStore.open(inject("databaseUrl"), { schema: `saldo ${randomUUID()}` }));
