#!/usr/bin/env node
import { nodeProblem } from "../node-version.ts";

// All else is imported only later, because an old Node would end with a stack trace.
const problem = nodeProblem();
if (problem !== null) {
  console.error(`error: ${problem}`);
  process.exit(1);
}
const { enableCompileCache } = await import("node:module");
// Compiles what the commands load once, and not at every start.
enableCompileCache();
const { endFirstProcessOnSignals } = await import("./first-process.ts");
const { processOutput } = await import("./output.ts");
const { runCommandLine } = await import("./run.ts");
endFirstProcessOnSignals();
process.exitCode = await runCommandLine(process.argv.slice(2), processOutput);
// A command that has failed need not wait for what it still does.
if (process.exitCode !== 0) process.exit();
