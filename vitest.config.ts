import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,openapi,scripts,test,contracts}/**/*.test.ts"],
    testTimeout: 20_000,
  },
});
