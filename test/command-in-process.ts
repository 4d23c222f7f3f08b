import type { Output } from "../src/cli/output.ts";
import { runCommand } from "../src/cli/run.ts";

/** What a command has written, and the status that it ends with. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Carries out `saldo …` in this process, as it was typed: a process of its own takes two seconds to load. */
export async function commandInProcess(words: readonly string[]): Promise<EndedCommand> {
  const written = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const stdout = sink("stdout");
  const output: Output = { stdout, stderr: sink("stderr"), print: async (text) => stdout.write(text) };
  const code = await runCommand(words, output);
  return { code, ...written };
}
