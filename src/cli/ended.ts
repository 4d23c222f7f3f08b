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

/** Statuses of commands that check something; `unusable`: it cannot be checked; `broken`: the command itself failed. */
export const STATUS = { passed: 0, failed: 1, usage: 2, unusable: 3, broken: 4 } as const;

/**
 * Runs a command that checks something and returns its status, so that no error looks like a failure of what is checked.
 * `unusable`: the error that says that it cannot be checked.
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

/** Returns the text of a bug. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
