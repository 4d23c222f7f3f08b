import { expect, test } from "vitest";
import { startSandbox } from "../src/testing/start-sandbox.ts";

test("stopping does not wait for an advance to arrive: it ends at a commit, and its request is told so", async () => {
  const sandbox = await startSandbox({ fixture: "automatic-withdrawal" });
  const advancing = sandbox.ask("POST", "/sandbox/clock/advance", { to: "9000-01-01T00:00:00Z" });
  const started = async () => (await sandbox.ask("GET", "/sandbox/clock")).text("now") > "2026-04";
  while (!(await started())) await new Promise(setImmediate);
  await sandbox[Symbol.asyncDispose]();
  const answer = await advancing;
  expect([answer.status, answer.at("code")]).toEqual([503, "UNAVAILABLE"]);
});
