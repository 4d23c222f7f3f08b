import { defineConfig } from "vitest/config";

/** How Stryker runs the contracts against the sandbox's domain: `npm run contracts:mutation`. */
export default defineConfig({
  test: {
    include: ["contracts/areas/*.contract.ts"],
    exclude: ["contracts/areas/assumed-*"],
    setupFiles: ["test/mutation/sandbox-in-worker.ts"],
    isolate: false,
    fileParallelism: false,
    testTimeout: 20_000,
  },
});
