import type { Fix } from "../../report/fix.ts";
import { fixes } from "./fixes.ts";

/** The first pattern that fits the id of a clause tells its fix. */
const rules: readonly (readonly [clauses: RegExp, fix: keyof typeof fixes])[] = [
  [/^events\./, "acknowledge-unknown"],
  [/^signature\.(re-serialized|empty-body)$/, "raw-body"],
  [/^signature\.every-secret$/, "every-secret"],
  [/^signature\.(known-delivery|repeated)$|^effects\.refused$/, "verify-first"],
  [/^signature\.before-delivery$|^(deliveries|effects)\.repeated$/, "deduplicate"],
  [/^signature\./, "compare-signature"],
  [/^bytes\.numbers$/, "parse-numbers"],
  [/^bytes\.large$/, "body-limit"],
  [/^bytes\./, "raw-body"],
  [/^fields\./, "tolerant-body"],
  [/^deliveries\.out-of-order$/, "any-order"],
  [/^deliveries\.(at-once|same-connection)$/, "own-state"],
  [/^effects\.acknowledged$/, "store-first"],
  [/^answers\.refusal$/, "reject-401"],
  [/^answers\.no-redirect$/, "no-redirect"],
  [/^answers\.in-time$/, "answer-first"],
  [/^answers\.to-the-end$/, "stay-up"],
];

/** Something rejects these before the receiver reads the event: another secret, a login, CSRF. */
const statusesOfAccess = [401, 403, 419];

/** Returns how to fix what a clause found. `statuses`: of the responses that show it. Throws for an id of no clause. */
export function fixFor(clause: string, statuses: readonly number[] = []): Fix {
  if (statuses.some((status) => statusesOfAccess.includes(status))) {
    if (clause.startsWith("events.")) return fixes["right-secret"];
    // Other deliveries with the same secret passed, so it is the bytes that make the difference.
    if (/^(bytes|fields)\./.test(clause)) return fixes["raw-body"];
  }
  const rule = rules.find(([clauses]) => clauses.test(clause));
  if (rule === undefined) throw new Error(`nothing says how to fix ${clause}`);
  return fixes[rule[1]];
}
