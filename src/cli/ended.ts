import type { CommanderError } from "commander";

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

/** Wrong flags of a command that judges something must not look like what it judges. */
export const USAGE_STATUS = 2;
