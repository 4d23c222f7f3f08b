import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Tests that kill processes, fill disks and damage files, too long for `npm test`: `npm run test:durability`. */
export default defineConfig({
  ...shared,
  // CI runs this beside another job: the timeout only ends what hangs.
  test: { ...shared.test, include: ["test/durability/**/*.durability.ts"], testTimeout: 120_000 },
});
