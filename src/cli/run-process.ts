import { endFirstProcessOnSignals } from "./first-process.ts";
import { endWithReaders, processOutput } from "./output.ts";
import { runCommandLine } from "./run.ts";

export async function runProcess(): Promise<void> {
  endFirstProcessOnSignals();
  endWithReaders();
  process.exitCode = await runCommandLine(process.argv.slice(2), processOutput);
  // A command that has failed need not wait for what it still does.
  if (process.exitCode !== 0) process.exit();
}
