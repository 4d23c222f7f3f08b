import type { Fix } from "../report/fix.ts";

/** How to fix what the clauses find. `docs/receiver-fixes.md` has each as code for five frameworks. */
export const fixes = {
  "raw-body": "Compute the HMAC over the bytes that arrived, before anything parses them.",
  "compare-signature":
    "Compare the whole header with `sha256=` and the HMAC-SHA256 in lower-case hex, in constant time; without a match, respond 401.",
  "right-secret": "Use the secret of this webhook, and check that nothing rejects the request earlier.",
  "header-names":
    "Look headers up whatever the case of their names: HTTP/2 and many gateways write them in lower case.",
  "every-secret": "Accept a delivery that is signed with the secret of any of your webhooks.",
  "verify-first": "Check the signature before anything is looked up, stored or done, for each request anew.",
  deduplicate:
    "After the check of the signature, insert X-Webhook-Delivery under a unique key, in the transaction of the work; if it is there, respond 204 and do nothing.",
  "acknowledge-unknown": "Respond 204 to an event, or about a charge, that you do not know.",
  "tolerant-body": "Read only the fields that you need; let them be null or absent, and ignore others.",
  "parse-numbers": "Let a JSON parser read amounts, and then check that they are whole.",
  "body-limit": "Accept bodies of at least 1 MiB, also at the proxy in front (nginx: `client_max_body_size 1m`).",
  "any-order": "Keep the newest state whatever comes first; acknowledge an older one and change nothing.",
  "own-state": "Keep nothing of one request where another finds it, and serve several at once.",
  "answer-first": "Store the delivery, respond, and do the work afterwards.",
  "reject-401": "Respond 401 to a wrong signature; do not fail at it, and do not redirect.",
  "no-redirect": "Respond at the exact address of the webhook: with its scheme, its host and its slash at the end.",
  "stay-up": "Let no delivery end the process: catch what the handler throws, and respond 500.",
  "store-first": "Acknowledge only after the delivery is stored, and see that its work is done.",
} as const;

type Name = keyof typeof fixes;

/** The first pattern that fits the id of a clause tells its fix. */
const rules: readonly (readonly [clauses: RegExp, fix: Name])[] = [
  [/^events\./, "acknowledge-unknown"],
  [/^signature\.(re-serialized|empty-body)$/, "raw-body"],
  [/^signature\.every-secret$/, "every-secret"],
  [/^signature\.(known-delivery|repeated)$|^effects\.refused$|^deliveries\.same-connection$/, "verify-first"],
  [/^signature\.before-delivery$|^deliveries\.repeated$|^effects\.repeated(-after-crash)?$/, "deduplicate"],
  [/^signature\./, "compare-signature"],
  [/^bytes\.numbers$/, "parse-numbers"],
  [/^bytes\.large$/, "body-limit"],
  [/^bytes\./, "raw-body"],
  [/^fields\./, "tolerant-body"],
  [/^deliveries\.header-names$/, "header-names"],
  [/^deliveries\.out-of-order$/, "any-order"],
  [/^deliveries\.at-once$/, "own-state"],
  [/^effects\.(acknowledged|kept-in-crash)$/, "store-first"],
  [/^answers\.refusal$/, "reject-401"],
  [/^answers\.no-redirect$/, "no-redirect"],
  [/^answers\.in-time$/, "answer-first"],
  [/^answers\.to-the-end$/, "stay-up"],
];

/** Something rejects these before the receiver reads the event: another secret, a login, CSRF. */
const statusesOfAccess = [401, 403, 419];

/**
 * Returns how to fix what a clause found. `statuses`: of the responses that show it. `whyRejected`: what is known to make
 * the receiver reject plain deliveries. Throws for an id of no clause.
 */
export function fixFor(clause: string, statuses: readonly number[] = [], whyRejected: Name = "right-secret"): Fix {
  const named = (name: Name) => ({ name, text: fixes[name], page: `docs/receiver-fixes.md#${name}` });
  if (statuses.some((status) => status >= 300 && status <= 399)) return named("no-redirect");
  if (statuses.some((status) => statusesOfAccess.includes(status))) {
    if (clause.startsWith("events.")) return named(whyRejected);
    // Other deliveries with the same secret passed, so it is the bytes that make the difference.
    if (/^(bytes|fields)\./.test(clause)) return named("raw-body");
  }
  const rule = rules.find(([clauses]) => clauses.test(clause));
  if (rule === undefined) throw new Error(`nothing says how to fix ${clause}`);
  return named(rule[1]);
}
