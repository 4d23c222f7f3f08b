import type { Output } from "../src/cli/output.ts";
import { runCommandLine } from "../src/cli/run.ts";

/** What a command has written, and the status that it ends with. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Carries out `saldo …` in this process, as it was typed: a process of its own takes a second to load. It finds these
 * variables and none of the developer's own shell. One at a time, for the variables are the process's.
 */
export async function commandInProcess(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<EndedCommand> {
  const written = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const stdout = sink("stdout");
  const output: Output = { stdout, stderr: sink("stderr"), print: async (text) => stdout.write(text) };
  const before = process.env;
  const others = Object.entries(before).filter(([name]) => !/^(SALDO_|GITHUB_|PORT$|HOST$)/.test(name));
  process.env = { ...Object.fromEntries(others), SALDO_STORE: "memory", ...variables };
  try {
    return { code: await runCommandLine(words, output), ...written };
  } finally {
    process.env = before;
  }
}
