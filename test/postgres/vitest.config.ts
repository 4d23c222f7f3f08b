import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Tests with a real PostgreSQL, which `npm run test:postgres` installs first: they take longer than `npm test` may. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ["test/postgres/**/*.postgres.ts"],
    globalSetup: ["test/postgres/start-postgres.ts"],
    // CI runs this beside other jobs: the timeout only ends what hangs.
    testTimeout: 300_000,
    // A file has three processes and often a server of its own: with one file more than there are cores, some of them got
    // no connection in the time that it may take, and the run took no shorter.
    maxWorkers: availableParallelism(),
  },
});
