import { authenticationClauses } from "./authentication.ts";
import { automaticClauses } from "./automatic.ts";
import { balanceClauses } from "./balance.ts";
import { cancellationClauses } from "./cancellation.ts";
import type { Clause } from "./clause.ts";
import { confirmationClauses } from "./confirmation.ts";
import { feeClauses } from "./fee.ts";
import { floorClauses } from "./floor.ts";
import { historyClauses } from "./history.ts";
import { holdsClauses } from "./holds.ts";
import { initiationClauses } from "./initiation.ts";
import { otpClauses } from "./otp.ts";

/** All of them; a report has this order. */
export const clauses: readonly Clause[] = [
  ...balanceClauses,
  ...holdsClauses,
  ...initiationClauses,
  ...floorClauses,
  ...otpClauses,
  ...confirmationClauses,
  ...cancellationClauses,
  ...feeClauses,
  ...historyClauses,
  ...automaticClauses,
  ...authenticationClauses,
];
