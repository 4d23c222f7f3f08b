import { defineConfig } from "vitest/config";

/** How Stryker runs the contracts against the sandbox's domain: `npm run contracts:mutation`. */
export default defineConfig({
  test: {
    include: ["test/mutation/*.mutation.ts"],
    isolate: false,
    fileParallelism: false,
    testTimeout: 20_000,
  },
});
