import { defineConfig } from "vitest/config";

/** What needs Docker, and an image that the variable SALDO_IMAGE names: `npm run test:containers`. */
export default defineConfig({
  ssr: { resolve: { conditions: ["saldo-source"], externalConditions: ["saldo-source"] } },
  test: {
    include: ["{examples,test}/**/*.container.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file starts containers; two at a time are enough for a small machine.
    maxWorkers: 2,
  },
});
