import { defineConfig } from "vitest/config";

const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    include: ["{src,openapi,scripts,test,contracts}/**/*.test.ts"],
    testTimeout: 30_000,
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
  },
});
