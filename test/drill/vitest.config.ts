import { defineConfig } from "vitest/config";
import shared from "../../vitest.config.ts";
import { effort } from "../effort.ts";

/** Planted bugs and the correct application, with the seed of the commit: `npm run test:drill`. */
export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ["test/drill/*.drill.ts"], testTimeout: 240_000 * effort },
});
