import type { CommanderError } from "commander";
import { UnusableSecret } from "../client/header-secret.ts";
import { harmless } from "../report/printed-text.ts";
import { hasLostOutput, type Output, outliveReaders } from "./output.ts";
import { reasonOf, UserError } from "./user-error.ts";

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
export async function judged({ stderr }: Output, unusable: Unusable, work: () => Promise<number>): Promise<number> {
  outliveReaders();
  try {
    const status = await work();
    // A reader of the report would take a part of it for the whole.
    return hasLostOutput() ? STATUS.broken : status;
  } catch (error) {
    const { reason, status } = faultOf(error, unusable);
    stderr.write(`error: ${harmless(reason)}\n`);
    return status;
  }
}

type Unusable = new (...args: never[]) => Error;

/** Returns what an error says that has ended such a command, with the stack of a bug, and the status to end with. */
export function faultOf(error: unknown, unusable: Unusable): { readonly reason: string; readonly status: number } {
  if (error instanceof UserError) return { reason: error.message, status: STATUS.usage };
  if (error instanceof unusable || error instanceof UnusableSecret)
    return { reason: error.message, status: STATUS.unusable };
  const stack = error instanceof Error ? error.stack : undefined;
  return { reason: stack ?? reasonOf(error), status: STATUS.broken };
}
