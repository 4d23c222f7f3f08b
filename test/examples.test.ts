import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

// Those for vitest run with all other tests, those for containers with `npm run test:containers`.
test("the example for the test runner of Node passes", async () => {
  const file = "examples/payouts/payouts.node.ts";
  const { stdout } = await promisify(execFile)(process.execPath, ["-C", "saldo-source", "--test", file], { cwd: root });
  expect(stdout).toMatch(/pass 1\b/);
});
