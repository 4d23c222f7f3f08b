import { defineConfig } from "vitest/config";

/** What waits for real time, too long for `npm test`: `npm run test:slow`. */
export default defineConfig({ test: { include: ["test/slow/**/*.slow.ts"] } });
