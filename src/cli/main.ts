#!/usr/bin/env node
import module from "node:module";
import { nodeProblem } from "../node-version.ts";

// All else is imported only later, because an old Node would end with a stack trace.
const problem = nodeProblem();
if (problem !== null) {
  console.error(`error: ${problem}`);
  process.exit(1);
}
// Compiles what the commands load once, and not at every start.
module.enableCompileCache();
// Without `await`: when a module awaits at its top, the build splits shared code into more files.
import("./run-process.ts").then(({ runProcess }) => runProcess());
