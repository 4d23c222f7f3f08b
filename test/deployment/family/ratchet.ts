import type { Mode } from "./judged.ts";

/** How many documented clauses must be judged of each member. To be: 95 and 110. Where each payout waits for approval, 94 can be. */
export const minJudged: Readonly<Record<Mode, number>> = { "as it is": 80, driven: 110 };

/** How many documented clauses may be called broken of an honest member. */
export const maxAlarms: Readonly<Record<Mode, number>> = { "as it is": 0, driven: 0 };
