import { defineConfig } from "vitest/config";

const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    include: ["{src,openapi,scripts,test,contracts}/**/*.test.ts"],
    testTimeout: 30_000,
    // Of a small machine the default would leave half idle.
    maxWorkers: "100%",
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
  },
});
