import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Tests that run `saldo contract` and `saldo receiver check` as processes, too long for `npm test`: `npm run test:contracts`. */
export default defineConfig({
  ...shared,
  // CI runs this beside another job: the timeout only ends what hangs.
  test: { ...shared.test, include: ["test/contracts/**/*.contracts.ts"], testTimeout: 120_000 },
});
