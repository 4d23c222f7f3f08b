#!/usr/bin/env node
import { nodeProblem } from "../node-version.ts";

// All else is imported only then: what an old Node does not have would end it with a stack trace.
const problem = nodeProblem();
if (problem !== null) {
  console.error(`error: ${problem}`);
  process.exit(1);
}
const { enableCompileCache } = await import("node:module");
// What the commands load is compiled once, and not at every start. Where nothing can be written, it is compiled anew.
enableCompileCache();
const { endFirstProcessOnSignals } = await import("./first-process.ts");
const { processOutput } = await import("./output.ts");
const { runCommand } = await import("./run.ts");
endFirstProcessOnSignals();
process.exitCode = await runCommand(process.argv.slice(2), processOutput);
// Whatever a command that has failed still waits for is not needed any more.
if (process.exitCode !== 0) process.exit();
