import { harmless } from "../report/printed-text.ts";
import { SpecError } from "../spec/spec-error.ts";
import { Ended } from "./ended.ts";
import { forgetBlankVariables } from "./environment.ts";
import { refuseUnknownHelp } from "./mistakes.ts";
import { type Output, safeOutput } from "./output.ts";
import { createProgram } from "./program.ts";
import { reasonOf, UserError } from "./user-error.ts";

/**
 * Runs what the command line says: the words after `saldo`. Returns the status to end with; `saldo start` returns once it
 * listens. Throws only for bugs.
 */
export async function runCommandLine(words: readonly string[], given: Output): Promise<number> {
  const output = safeOutput(given);
  forgetBlankVariables(process.env);
  let status = 0;
  const end = (ended: number) => {
    status = ended;
  };
  try {
    const program = await createProgram({ output, end, words }, words[0]);
    refuseUnknownHelp(program, words);
    await program.parseAsync(words, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof Ended) return error.status;
    if (!(error instanceof UserError || error instanceof SpecError)) throw error;
    output.stderr.write(`error: ${harmless(reasonOf(error))}\n`);
    return 1;
  }
}
