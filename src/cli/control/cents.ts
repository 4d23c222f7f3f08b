import { UserError } from "../user-error.ts";

const MAX_CENTS = 999_999_999_999;

/** Returns the amount that somebody wrote, in cents. Throws `UserError`. */
export function centsIn(text: string): number {
  const cents = Number(text);
  if (/^\d{1,12}$/.test(text) && cents >= 1) return cents;
  throw new UserError(`the amount ${text} cannot be used. Allowed is a whole number of cents from 1 to ${MAX_CENTS}.`);
}
