import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** What needs a browser: `npm run test:browser`. The variable SALDO_BROWSER names a Chromium that is not on the PATH. */
export default defineConfig({
  test: {
    ...(shared.test?.env && { env: shared.test.env }),
    include: ["test/**/*.browser.ts"],
    // CI runs this beside another job: the timeout only ends what hangs.
    testTimeout: 120_000,
    // On a busy machine the browser's first start takes longer than the usual ten seconds.
    hookTimeout: 60_000,
  },
});
