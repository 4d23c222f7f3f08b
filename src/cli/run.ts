import { SpecError } from "../spec/spec-error.ts";
import { Ended } from "./ended.ts";
import type { Output } from "./output.ts";
import { createProgram } from "./program.ts";
import { reasonOf, UserError } from "./user-error.ts";

/**
 * Runs what the command line says: the words after `saldo`. Returns the status to end with; `saldo start` returns once it
 * listens. Throws only for bugs.
 */
export async function runCommandLine(words: readonly string[], output: Output): Promise<number> {
  let status = 0;
  const end = (given: number) => {
    status = given;
  };
  try {
    await createProgram({ output, end, words }).parseAsync(words, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof Ended) return error.status;
    if (!(error instanceof UserError || error instanceof SpecError)) throw error;
    output.stderr.write(`error: ${reasonOf(error)}\n`);
    return 1;
  }
}
