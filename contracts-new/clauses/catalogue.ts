import type { Clause } from "./clause.ts";
import { otpClauses } from "./otp.ts";

/** All of them; a report has this order. */
export const clauses: readonly Clause[] = [...otpClauses];
