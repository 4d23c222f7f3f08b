import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { effort } from "./test/effort.ts";
import { testSeed } from "./test/seed.ts";

const json = process.env.VITEST_JSON;
const seed = String(testSeed());
console.log(`Random tests take the seed ${seed}; to repeat a run: TEST_SEED=${seed}`);

export default defineConfig({
  // The examples import the package by its name, as its users do; here that is the source, which needs no build.
  ssr: { resolve: { conditions: ["saldo-source"], externalConditions: ["saldo-source"] } },
  test: {
    include: ["{ui,src,openapi,scripts,test,contracts,scenarios,drill,examples,bench}/**/*.test.ts"],
    // These only end what hangs: shorter ones would measure the machine.
    testTimeout: 120_000 * effort,
    hookTimeout: 120_000 * effort,
    expect: { poll: { timeout: 60_000 } },
    env: {
      TEST_SEED: seed,
      // The program is started hundreds of times; what Node has compiled once it need not compile again.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/saldo-tests"),
    },
    setupFiles: [join(import.meta.dirname, "test/use-seed.ts")],
    // One more than there are cores: tests wait for processes, connections and timers for a third of their time.
    maxWorkers: availableParallelism() + 1,
    // Files share what they import: loading the server anew for each of them would take longer than most tests.
    isolate: false,
    reporters: json === undefined ? ["default"] : ["default", ["json", { outputFile: json }]],
  },
});
