import type { CommanderError } from "commander";
import { type Output, outliveReaders } from "./output.ts";
import { UserError } from "./user-error.ts";

/** Thrown where Commander would end the process: after its help, or for wrong flags. */
export class Ended extends Error {
  override readonly name = "Ended";
  readonly status: number;

  constructor(status: number) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

/** Returns the `exitOverride` of a command for which wrong flags end with this status. */
export function endingWith(status: number): (error: CommanderError) => never {
  return ({ exitCode }) => {
    throw new Ended(exitCode === 0 ? 0 : status);
  };
}

/**
 * Statuses of commands that judge something: it passed; it did not; wrong flags or files; what is judged cannot be used; the
 * command itself is broken.
 */
export const STATUS = { passed: 0, failed: 1, usage: 2, unusable: 3, broken: 4 } as const;

/**
 * Runs a command that judges something and returns its status. What goes wrong is told in the output and must not look like
 * a failure of what is judged. `unusable`: the error that says that it cannot be used.
 */
export async function judged(
  { stderr }: Output,
  unusable: new (...args: never[]) => Error,
  work: () => Promise<number>,
): Promise<number> {
  outliveReaders();
  try {
    return await work();
  } catch (error) {
    const isMeant = error instanceof UserError || error instanceof unusable;
    stderr.write(`error: ${isMeant ? error.message : stackOf(error)}\n`);
    if (!isMeant) return STATUS.broken;
    return error instanceof UserError ? STATUS.usage : STATUS.unusable;
  }
}

/** Returns what is told of a bug. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
