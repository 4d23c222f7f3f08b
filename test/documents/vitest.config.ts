import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Whatever is code on the pages of `docs/` and in the README, run as it is printed: `npm run test:pages`. */
export default defineConfig({
  ...shared,
  // CI runs this beside another job: the timeout only ends what hangs.
  test: { ...shared.test, include: ["test/documents/*.page.ts"], testTimeout: 120_000 },
});
