import { SpecError } from "../spec/spec-error.ts";
import { endFirstProcessOnSignals } from "./first-process.ts";
import { createProgram } from "./program.ts";
import { reasonOf, refusing, StartRefused } from "./start-refused.ts";

/** Carries out what the command line says. */
export async function run(): Promise<void> {
  endFirstProcessOnSignals();
  try {
    await createProgram(print).parseAsync();
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof SpecError)) throw error;
    console.error(`error: ${reasonOf(error)}`);
    process.exit(1);
  }
}

/** Whoever reads the output may stop reading, as `head` does; that is no error. */
async function print(text: string): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    process.stdout.once("error", (error) => ("code" in error && error.code === "EPIPE" ? resolve() : reject(error)));
    process.stdout.write(text, (error) => {
      if (!error) resolve();
    });
  });
  await refusing(() => written, "cannot write");
}
