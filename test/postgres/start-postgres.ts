import type { TestProject } from "vitest/node";
import { PostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a database that all tests share; each test has a schema of its own. */
    databaseUrl: string;
  }
}

/** One server for all tests, which ends with them. */
export default async function startPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await PostgresServer.start();
  provide("databaseUrl", server.url);
  return () => server[Symbol.asyncDispose]();
}
